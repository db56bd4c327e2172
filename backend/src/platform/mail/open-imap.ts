import { isIP } from 'node:net';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { clearTextRefusal, refusesClearText } from './clear-text';
import type { ConnectionRules, MailServer } from './mail-server';
import { GrantError } from './consent/grant-error';
import { resolveMailServer } from './resolve-mail-server';

/** A failed IMAP login or connection, with the server's own words. */
export class ImapFailure extends Error {
  constructor(
    readonly failureClass: 'credentials' | 'connection',
    readonly response: string,
    options?: { cause?: unknown },
  ) {
    super(response, options);
    this.name = 'ImapFailure';
  }
}

/**
 * SSL encrypts from the first byte. TLS begins in the clear and is raised by STARTTLS before the login, or nothing is said; on 993,
 * where servers speak nothing else, it is SSL too (docs/domain.md, Lists and limits).
 */
export const encryptionOf = ({ portType, port }: Pick<MailServer, 'portType' | 'port'>) => {
  const secure = portType === 'SSL' || (portType === 'TLS' && port === 993);
  return { secure, doSTARTTLS: secure ? undefined : portType === 'TLS' };
};

/** @throws ImapFailure: a consent that is gone is the login's fault, a provider that does not answer the way's. */
const tokenOf = (accessToken: (options?: { renew?: boolean }) => Promise<string>, renew: boolean): Promise<string> =>
  accessToken({ renew }).catch((error: Error) => {
    const isLogin = error instanceof GrantError && error.isCredential;
    throw new ImapFailure(isLogin ? 'credentials' : 'connection', error.message.slice(0, 1000), { cause: error });
  });

/** Connects and logs in over IMAP. The caller closes it. @throws ImapFailure */
export async function openImap(server: MailServer, rules: ConnectionRules): Promise<ImapFlow> {
  try {
    return await connectAndLogIn(server, rules, false);
  } catch (error) {
    // An access token may have been revoked before its time: one new token, one more try.
    if (
      server.credential.kind === 'xoauth2' &&
      error instanceof ImapFailure &&
      error.failureClass === 'credentials' &&
      !(error.cause instanceof GrantError)
    )
      return connectAndLogIn(server, rules, true);
    throw error;
  }
}

async function connectAndLogIn(server: MailServer, rules: ConnectionRules, renew: boolean): Promise<ImapFlow> {
  const address = await resolveMailServer(server, rules).catch((error: Error) => {
    throw new ImapFailure('connection', error.message, { cause: error });
  });
  if (refusesClearText(server, address, rules)) throw new ImapFailure('connection', clearTextRefusal('imap'));
  const auth =
    server.credential.kind === 'password'
      ? { user: server.username, pass: server.credential.password }
      : { user: server.username, accessToken: await tokenOf(server.credential.accessToken, renew) };
  const client = new ImapFlow({
    host: address,
    // A number is no server name (RFC 6066, 3).
    ...(isIP(server.host) ? {} : { servername: server.host }),
    port: server.port,
    ...encryptionOf(server),
    auth,
    logger: false,
    emitLogs: false,
    tls: {
      rejectUnauthorized: rules.verifyCertificates,
      ...(isIP(server.host) ? {} : { servername: server.host }),
    },
    disableAutoIdle: true,
    connectionTimeout: rules.connectTimeout,
    greetingTimeout: rules.greetingTimeout,
    socketTimeout: rules.socketTimeout * 10,
    clientInfo: { name: 'Skein' },
  } as ImapFlowOptions);
  // Without a listener an error of an established connection would end the process; callers see it through `close`.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw imapFailure(error as Error);
  }
}

export function imapFailure(
  error: Error & {
    authenticationFailed?: boolean;
    responseText?: string;
    serverResponseCode?: string;
    response?: unknown;
  },
): ImapFailure {
  const words = error.responseText ?? error.message ?? 'No answer';
  const isLogin =
    error.authenticationFailed === true ||
    error.serverResponseCode === 'AUTHENTICATIONFAILED' ||
    /Authentication Failed|Invalid login|Invalid password/i.test(words);
  return new ImapFailure(isLogin ? 'credentials' : 'connection', words.slice(0, 1000), { cause: error });
}
