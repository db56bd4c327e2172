import type { AddressInfo } from 'node:net';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerError, SMTPServerSession } from 'smtp-server';
import type { TokenVerifier } from '../imap/imap-types';
import type { ServerTls } from '../imap/imap-server';
import { answerProbe } from '../prospects/answer-probe';
import { headerValue, messageIds, readHeader } from '../mime/parse-headers';
import { acceptMail, type AcceptContext } from './accept-mail';
import { RefusedMail } from './arrival';
import { PromptSmtpServer } from './immediate-greeting';
import type { SmtpFaultPlan, SmtpStage } from './smtp-faults';

export interface SmtpExchangeOptions extends AcceptContext {
  host: string;
  /** 0 picks a free one. */
  port: number;
  tls: ServerTls | null;
  verifyToken: TokenVerifier | null;
  maximumMailBytes: number;
  maximumConnections: number;
  /** Whether logged-in mailboxes may write to domains the world does not know; such mail is recorded and goes nowhere. */
  capturesOutside: boolean;
  /** Why a prospect's address is refused at RCPT, or null. */
  refusal(address: string): string | null;
  fault(): SmtpFaultPlan | null;
  /** Whether a machine relays for the mailboxes without logging in as one: it speaks for the sender of the envelope. */
  isRelay?(address: string): boolean;
}

export interface RunningSmtpExchange {
  port: number;
  dropConnections(): void;
  close(): Promise<void>;
}

type Done = (error?: Error | null) => void;
const maximumFailedLogins = 5;

function refuse(code: number, text: string): SMTPServerError {
  return Object.assign(new Error(text), { responseCode: code });
}

/** How far the exchange has come. */
interface ExchangePoint {
  stage: SmtpStage;
  session: SMTPServerSession;
  address: string | null;
  messageId: string | null;
}

/**
 * The world's one SMTP server. A logged-in mailbox submits to prospects, to local mailboxes and (recorded only) to
 * anywhere; without a login it is the MX for the local mailboxes and relays nothing.
 */
export async function startSmtpExchange(options: SmtpExchangeOptions): Promise<RunningSmtpExchange> {
  const { postOffice, tls } = options;
  const failedLogins = new WeakMap<SMTPServerSession, number>();
  const putOff = new Set<string>();
  const isRelayed = (session: SMTPServerSession): boolean =>
    typeof session.user !== 'string' && (options.isRelay?.(session.remoteAddress) ?? false);
  const loginOf = (session: SMTPServerSession): string | null => {
    if (typeof session.user === 'string') return session.user;
    const sender = isRelayed(session) && session.envelope.mailFrom ? session.envelope.mailFrom.address : null;
    return sender === null ? null : (postOffice.recipientAccount(sender)?.email ?? null);
  };

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
      void strike({ stage: 'connect', session, address: null, messageId: null }, callback, () => callback());
    },
    onAuth(auth, session, callback) {
      const email = (auth.username ?? '').toLowerCase();
      const check =
        auth.method === 'XOAUTH2'
          ? checkToken(email, auth.accessToken)
          : postOffice.checkPassword(email, auth.password ?? '');
      const fail = (error: Error) => callback(error);
      check.then(
        (isRight) => {
          void strike({ stage: 'login', session, address: email, messageId: null }, callback as Done, () => {
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
      void strike({ stage: 'mail', session, address: address.address, messageId: null }, callback, () =>
        callback(refuseSender(address.address, loginOf(session))),
      );
    },
    onRcptTo(address, session, callback) {
      void strike({ stage: 'rcpt', session, address: address.address, messageId: null }, callback, () =>
        callback(refuseRecipient(address.address, loginOf(session))),
      );
    },
    onData(stream, session, callback) {
      void receive(stream, session, callback);
    },
  });
  server.refuseData = (session) => {
    const fault = options.fault()?.({ stage: 'command', login: loginOf(session), address: null, messageId: null });
    return fault && 'reply' in fault ? refuse(fault.reply, fault.text) : null;
  };
  // A client that resets its connection is no event of the server; a listener keeps it from ending the process.
  server.on('error', () => undefined);

  async function checkToken(email: string, token: string | undefined): Promise<boolean> {
    return Boolean(
      token && options.verifyToken && postOffice.account(email) && (await options.verifyToken(email, token)),
    );
  }

  function refuseSender(address: string, login: string | null): SMTPServerError | null {
    if (!login || address === '') return null;
    const account = postOffice.account(login);
    const owner = postOffice.recipientAccount(address);
    if (account?.settings.sendAsAny || owner?.email === login) return null;
    return refuse(553, '5.7.1 Sender address is not owned by this login');
  }

  function refuseRecipient(address: string, login: string | null): SMTPServerError | null {
    if (postOffice.recipientAccount(address)) return null;
    const domain = address.slice(address.lastIndexOf('@') + 1);
    // The product's own emails are only recorded: people of the demo need not have a mailbox here.
    if (login && postOffice.account(login)?.settings.sendAsAny) return null;
    if (postOffice.isLocalDomain(domain)) return refuse(550, '5.1.1 No such mailbox here');
    if (!login) return answerStranger(address);
    if (options.isProspect(address)) {
      const reason = options.refusal(address);
      return reason ? refuse(550, reason) : null;
    }
    return options.capturesOutside ? null : refuse(550, '5.1.2 The sandbox reaches no mail system outside');
  }

  /** Strangers may ask, as anybody may ask the mail server of a domain; what they would send is refused at DATA. */
  function answerStranger(address: string): SMTPServerError | null {
    const answer = answerProbe(address, putOff);
    return answer && refuse(answer.code, answer.text);
  }

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (error?: Error | null, message?: string) => void,
  ): Promise<void> {
    // smtp-server clears the envelope when the callback is called.
    const { envelope } = session;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
    } catch {
      return callback(refuse(451, '4.4.2 The connection was lost'));
    }
    if (stream.sizeExceeded) return callback(refuse(552, '5.3.4 The message is larger than this server takes'));
    if (!loginOf(session) && envelope.rcptTo.some((recipient) => !postOffice.recipientAccount(recipient.address)))
      return callback(refuse(554, '5.7.1 Mail for people of the sandbox is taken from logged-in mailboxes only'));
    const raw = Buffer.concat(chunks);
    const messageId = messageIds(headerValue(readHeader(raw), 'message-id'))[0] ?? null;
    await strike({ stage: 'data', session, address: null, messageId }, callback, async () => {
      try {
        const mail = await acceptMail(options, {
          login: loginOf(session),
          isRelayed: isRelayed(session),
          sender: envelope.mailFrom ? envelope.mailFrom.address.toLowerCase() : '',
          recipients: envelope.rcptTo.map(recordedRecipient),
          envelopeId: envelope.dsn?.envid ?? null,
          raw,
          clientName: `${session.hostNameAppearsAs || 'unknown'} (${session.remoteAddress})`,
        });
        await strike({ stage: 'accepted', session, address: null, messageId }, callback, () =>
          callback(null, `2.0.0 OK queued as ${mail.id}`),
        );
      } catch (error) {
        if (error instanceof RefusedMail) return callback(refuse(550, error.words));
        callback(refuse(451, '4.3.0 The mail could not be stored; try again'));
      }
    });
  }

  /** Lets a planned fault strike, else goes on. */
  async function strike(
    { stage, session, address, messageId }: ExchangePoint,
    fail: Done,
    proceed: () => void | Promise<void>,
  ): Promise<void> {
    const fault = options.fault()?.({ stage, login: loginOf(session), address, messageId }) ?? null;
    if (!fault) return proceed();
    if ('reply' in fault) return fail(refuse(fault.reply, fault.text));
    if ('waitMilliseconds' in fault) {
      await new Promise((resolve) => setTimeout(resolve, fault.waitMilliseconds));
      return proceed();
    }
    for (const connection of server.connections) if (connection.session === session) connection._socket.destroy();
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    dropConnections() {
      for (const connection of server.connections) connection._socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function recordedRecipient(entry: SMTPServerAddress): {
  address: string;
  notify: string[];
  originalRecipient: string | null;
} {
  return {
    address: entry.address.toLowerCase(),
    notify: entry.dsn?.notify ?? [],
    originalRecipient: entry.dsn?.orcpt ?? null,
  };
}
