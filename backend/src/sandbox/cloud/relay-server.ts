import { timingSafeEqual } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPServerSession } from 'smtp-server';
import type { RelaySettings } from '#services/smart-servers/relay-setup';
import { PromptSmtpServer, refuse } from '../mail-world/smtp/immediate-greeting';

export interface RelayServerOptions {
  ip: string;
  settings: RelaySettings;
  tls: { key: string; cert: string };
  /** The mail world that takes what leaves. */
  next: { host: string; port: number };
  /** Campaign time in milliseconds. */
  now: () => number;
}

export interface RelayServer {
  /** Cuts every connection, as a machine that loses its power. */
  kill(): Promise<void>;
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * What the cloud-init of a dedicated server installs, on a loopback address of its own: it takes mail after STARTTLS
 * and login only, adds its Received line, signs with DKIM, and passes the mail on from its own address. It answers when
 * the next server has answered, so it has no queue.
 */
export async function startRelayServer(options: RelayServerOptions): Promise<RelayServer> {
  const { ip, settings } = options;
  let count = 0;
  const dkim = new DKIM({
    domainName: settings.domain,
    keySelector: settings.selector,
    privateKey: settings.dkim_private,
  });
  const sign = (raw: Buffer): Promise<Buffer> => buffer(dkim.sign(raw, {}) as unknown as Readable);

  const server = new PromptSmtpServer({
    name: settings.host_name,
    banner: 'Skein sandbox relay',
    secure: false,
    ...options.tls,
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: false,
    disableReverseLookup: true,
    hideDSN: false,
    hideENHANCEDSTATUSCODES: false,
    size: 40 * 1024 * 1024,
    maxClients: 200,
    closeTimeout: 100,
    socketTimeout: 60_000,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      if (isSame(username ?? '', settings.user) && isSame(password ?? '', settings.password))
        callback(null, { user: settings.user });
      else callback(refuse(535, '5.7.8 Authentication failed'));
    },
    onData(stream, session, callback) {
      relay(stream, session).then(
        (words) => callback(null, words),
        (error: Error & { responseCode?: number; response?: string }) =>
          callback(
            refuse(
              error.responseCode ?? 451,
              (error.response ?? `451 4.4.1 ${error.message}`).replace(/^\d{3}[ -]/, ''),
            ),
          ),
      );
    },
  });
  server.on('error', () => undefined);

  async function relay(stream: Readable, session: SMTPServerSession): Promise<string> {
    const { envelope } = session;
    const body = await buffer(stream);
    count += 1;
    const id = `${Date.now().toString(36)}${count.toString(36)}`.toUpperCase();
    const trace = [
      `Received: from ${session.hostNameAppearsAs || 'skein'} ([${session.remoteAddress}])`,
      `\tby ${settings.host_name} (${settings.host_name} [${ip}]) with ESMTPSA id ${id}`,
      `\tfor <${envelope.rcptTo[0]?.address ?? ''}>; ${new Date(options.now()).toUTCString().replace('GMT', '+0000')}`,
    ];
    const raw = Buffer.concat([Buffer.from(`${trace.join('\r\n')}\r\n`), await sign(body)]);
    await passOn(options, session, raw);
    return `2.0.0 Ok: queued as ${id}`;
  }

  await server.listening(settings.port, ip);
  return {
    kill: () =>
      new Promise((resolve) => {
        server.dropConnections();
        server.close(() => resolve());
      }),
  };
}

/** Gives a mail to the next server, from the relay's own address. */
async function passOn(
  { ip, settings, next }: RelayServerOptions,
  { envelope }: SMTPServerSession,
  raw: Buffer,
): Promise<void> {
  const connection = new SMTPConnection({
    ...next,
    name: settings.host_name,
    localAddress: ip,
    ignoreTLS: true,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.send(
        {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          ...(envelope.dsn?.envid
            ? {
                dsn: {
                  id: envelope.dsn.envid,
                  notify: ['FAILURE', 'DELAY'],
                  return: 'headers',
                  recipient: envelope.rcptTo[0]?.address ?? '',
                },
              }
            : {}),
        } as never,
        new PassThrough().end(raw),
        (error) => (error ? reject(error) : resolve()),
      );
    });
  } finally {
    connection.quit();
    connection.close();
  }
}
