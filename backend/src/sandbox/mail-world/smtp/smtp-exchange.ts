import type { AddressInfo } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { PromptSmtpServer, refuse } from './immediate-greeting';
import { refusalAtData, strike, type Done, type Exchange } from './planned-fault';
import { receiveMail } from './receive-mail';
import { refuseRecipient, refuseSender } from './refuse-envelope';
import { isRightToken, loginOf } from './session-login';
import type { SmtpExchangeOptions } from './smtp-exchange.types';

export interface RunningSmtpExchange {
  port: number;
  dropConnections(): void;
  close(): Promise<void>;
}

const maximumFailedLogins = 5;

/**
 * The world's one SMTP server. A logged-in mailbox submits to prospects, to local mailboxes and (recorded only) to
 * anywhere; without a login it is the MX for the local mailboxes and relays nothing.
 */
export async function startSmtpExchange(options: SmtpExchangeOptions): Promise<RunningSmtpExchange> {
  const { postOffice, tls } = options;
  const failedLogins = new WeakMap<SMTPServerSession, number>();
  const putOff = new Set<string>();
  const server = new PromptSmtpServer({
    name: options.serverName,
    banner: 'Skein sandbox mail',
    secure: tls?.implicit ?? false,
    ...(tls ? { key: tls.key, cert: tls.cert } : {}),
    disabledCommands: tls && !tls.implicit ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN', ...(options.verifyToken ? ['XOAUTH2'] : [])],
    disableReverseLookup: true,
    hideDSN: false,
    hideENHANCEDSTATUSCODES: false,
    size: options.maximumMailBytes,
    rejectOversized: true,
    maxRecipients: 100,
    maxClients: options.maximumConnections,
    closeTimeout: 300,
    socketTimeout: 60_000,
    logger: false,
    onConnect(session, callback) {
      void strike(exchange, { stage: 'connect', session, address: null, messageId: null }, callback, () => callback());
    },
    onAuth(auth, session, callback) {
      const email = (auth.username ?? '').toLowerCase();
      const check =
        auth.method === 'XOAUTH2'
          ? isRightToken(options, email, auth.accessToken)
          : postOffice.checkPassword(email, auth.password ?? '');
      const fail = (error: Error) => callback(error);
      check.then(
        (isRight) => {
          void strike(exchange, { stage: 'login', session, address: email, messageId: null }, callback as Done, () => {
            if (isRight) return callback(null, { user: email });
            const failures = (failedLogins.get(session) ?? 0) + 1;
            failedLogins.set(session, failures);
            if (failures >= maximumFailedLogins) return fail(refuse(421, '4.7.0 Too many failed logins'));
            if (auth.method === 'XOAUTH2')
              return callback(null, { data: { status: '400', schemes: 'bearer', scope: 'mail' } });
            fail(refuse(535, '5.7.8 Username and password not accepted'));
          });
        },
        () => fail(refuse(454, '4.7.0 Temporary authentication failure')),
      );
    },
    onMailFrom(address, session, callback) {
      void strike(exchange, { stage: 'mail', session, address: address.address, messageId: null }, callback, () =>
        callback(refuseSender(options, address.address, loginOf(options, session))),
      );
    },
    onRcptTo(address, session, callback) {
      void strike(exchange, { stage: 'rcpt', session, address: address.address, messageId: null }, callback, () =>
        callback(refuseRecipient(options, address.address, loginOf(options, session), putOff)),
      );
    },
    onData(stream, session, callback) {
      void receiveMail(exchange, stream, session, callback);
    },
  });
  const exchange: Exchange = { options, server };
  server.refuseData = (session) => refusalAtData(exchange, session);
  // A client that resets its connection is no event of the server; a listener keeps it from ending the process.
  server.on('error', () => undefined);

  await server.listening(options.port, options.host);
  return {
    port: (server.server.address() as AddressInfo).port,
    dropConnections: () => server.dropConnections(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
