import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { clearTextRefusal, refusesClearText } from './clear-text';
import type { ConnectionRules, MailServer } from './mail-server';
import { resolveMailServer } from './resolve-mail-server';
import { SmtpFailure, smtpFailure } from './smtp-failure';

/** The envelope of one mail (RFC 5321) with its DSN request (RFC 3461). */
interface MailEnvelope {
  from: string;
  to: string[];
  /** Comes back as Original-Envelope-Id in delivery reports. */
  envelopeId: string;
}

export interface SubmitOptions {
  server: MailServer;
  rules: ConnectionRules;
  envelope: MailEnvelope;
  /**
   * The whole mail, headers and body, as bytes; with files as a stream, which is read once. If it breaks off, the
   * connection is torn down without the dot.
   */
  content: Buffer | Readable;
  /** Name given in EHLO. */
  clientName?: string;
  /**
   * Called after the server's 354 with the body already written, before the final dot. It must commit durably that the mail
   * is being submitted; if it rejects, the connection is torn down without the dot and nothing was sent (RFC 5321, 4.1.1.4:
   * a mail without its final dot must not be delivered).
   */
  beforeFinalDot: () => Promise<void>;
}

export interface SubmitResult {
  response: string;
  /** The Message-ID that the provider put in place of ours, when its reply names one. */
  providerMessageId: string | null;
}

/**
 * Submits one mail on a connection of its own.
 * @throws SmtpFailure: `isInDoubt` is true only when the final dot may have reached the server and no reply came back.
 */
export async function submitMail(options: SubmitOptions): Promise<SubmitResult> {
  const connection = await openConnection(options.server, options.rules, options.clientName);
  try {
    return await send(connection, options);
  } finally {
    connection.quit();
    connection.close();
  }
}

/** Connects and logs in; the server's own words are in the failure. Used by sending and by the credential test. */
export async function openConnection(
  server: MailServer,
  rules: ConnectionRules,
  clientName?: string,
): Promise<SMTPConnection> {
  try {
    return await connectAndLogIn(server, rules, clientName, false);
  } catch (error) {
    // An access token may have been revoked before its time: one new token, one more try.
    if (server.credential.kind === 'xoauth2' && error instanceof SmtpFailure && error.stage === 'auth')
      return connectAndLogIn(server, rules, clientName, true);
    throw error;
  }
}

async function connectAndLogIn(
  server: MailServer,
  rules: ConnectionRules,
  clientName: string | undefined,
  renew: boolean,
): Promise<SMTPConnection> {
  const address = await resolveMailServer(server, rules).catch((error: Error) => {
    throw smtpFailure(error, 'connect', false);
  });
  if (refusesClearText(server, address, rules))
    throw smtpFailure(new Error(clearTextRefusal('smtp')), 'connect', false);
  const settings: SMTPConnectionOptions = {
    host: address,
    port: server.port,
    secure: server.portType === 'SSL',
    requireTLS: server.portType === 'TLS',
    ignoreTLS: server.portType === 'NONE',
    name: clientName,
    connectionTimeout: rules.connectTimeout,
    greetingTimeout: rules.greetingTimeout,
    socketTimeout: rules.socketTimeout,
    // A number is no server name (RFC 6066, 3).
    ...(isIP(server.host) ? {} : { servername: server.host }),
    tls: {
      rejectUnauthorized: rules.verifyCertificates,
      ...(isIP(server.host) ? {} : { servername: server.host }),
    },
  } as SMTPConnectionOptions;
  const connection = new SMTPConnection(settings);
  let stage: 'connect' | 'auth' = 'connect';
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () =>
        reject(new Error('The server closed the connection before the greeting was complete')),
      );
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    stage = 'auth';
    const credentials =
      server.credential.kind === 'password'
        ? { credentials: { user: server.username, pass: server.credential.password } }
        : {
            type: 'oauth2',
            user: server.username,
            oauth2: await oauth2For(server.username, server.credential.accessToken, renew),
          };
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.login(credentials as never, (error) => (error ? reject(error) : resolve()));
    });
    connection.removeAllListeners('end');
    return connection;
  } catch (error) {
    connection.close();
    throw smtpFailure(error as Error, stage, false);
  }
}

/** The piece of nodemailer's XOAUTH2 object that logging in uses, over our own token source. */
async function oauth2For(
  user: string,
  accessToken: (options?: { renew?: boolean }) => Promise<string>,
  renew: boolean,
) {
  let token = await accessToken({ renew });
  return {
    getToken: (again: boolean, done: (error: Error | null, token?: string) => void) => {
      (again ? accessToken({ renew: true }) : Promise.resolve(token)).then((fresh) => {
        token = fresh;
        done(null, fresh);
      }, done);
    },
    buildXOAuth2Token: (fresh: string) =>
      Buffer.from(`user=${user}\u0001auth=Bearer ${fresh}\u0001\u0001`).toString('base64'),
  };
}

/** What is handed to the library, which notes there who was refused (its documented `rejectedErrors`, by address). */
type SentEnvelope = Parameters<SMTPConnection['send']>[0] & {
  rejectedErrors?: (Error & { recipient?: string })[];
};

async function send(connection: SMTPConnection, options: SubmitOptions): Promise<SubmitResult> {
  let mayHaveLeft = false;
  let refused: Error | null = null;
  const { content } = options;
  const [first = '', ...copies] = options.envelope.to;
  const envelope: SentEnvelope = {
    from: options.envelope.from,
    to: [first, ...copies],
    ...(Buffer.isBuffer(content) ? { size: content.length } : {}),
    dsn: {
      id: options.envelope.envelopeId,
      notify: ['FAILURE', 'DELAY'],
      return: 'headers',
      recipient: first,
    },
  };
  const bytes = Buffer.isBuffer(content) ? [content][Symbol.iterator]() : content[Symbol.asyncIterator]();
  const body = new Readable({
    read() {
      const next = async (): Promise<Buffer | null> => {
        const { value, done } = await bytes.next();
        if (!done) return value as Buffer;
        // The library goes on while one recipient is accepted. A copy to a CRM alone is no email to the lead.
        const refusal = envelope.rejectedErrors?.find(({ recipient }) => recipient === first);
        if (refusal) throw smtpFailure(refusal, 'envelope', false);
        await options.beforeFinalDot();
        mayHaveLeft = true;
        return null;
      };
      next().then(
        (chunk) => {
          this.push(chunk);
        },
        (error: Error) => {
          refused = error;
          connection.close();
          this.destroy(error);
        },
      );
    },
  });
  try {
    const info = await new Promise<{ response: string; serverMessageId?: string }>((resolve, reject) => {
      connection.once('error', reject);
      // A server that closes with its reply (421): the reply, which comes right after the end, says why.
      connection.once('end', () => setImmediate(() => reject(new Error('The server closed the connection'))));
      connection.send(envelope, body, (error, result) =>
        error || !result ? reject(error ?? new Error('No answer')) : resolve(result as never),
      );
    });
    return { response: info.response.slice(0, 1000), providerMessageId: info.serverMessageId ?? null };
  } catch (error) {
    if (refused) throw refused;
    throw smtpFailure(error as Error, mayHaveLeft ? 'dot' : 'envelope', mayHaveLeft);
  }
}
