import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import type { PostOffice } from '../post-office/post-office';
import type { WorldClock } from '../world-clock';
import { ImapConnection } from './imap-connection';
import type { ImapFlaws } from './imap-flaws';
import type { ImapServerContext, TokenVerifier } from './imap-types';

/** Key and certificate as PEM. `implicit` means TLS from the first byte instead of STARTTLS. */
export interface ServerTls {
  key: string;
  cert: string;
  implicit: boolean;
}

export interface ImapServerOptions {
  postOffice: PostOffice;
  clock: WorldClock;
  host: string;
  /** 0 picks a free one. */
  port: number;
  tls: ServerTls | null;
  verifyToken: TokenVerifier | null;
  maximumMailBytes: number;
  maximumConnections: number;
  flaws: () => ImapFlaws;
}

export interface RunningImapServer {
  port: number;
  connections(): number;
  /** Cuts every connection without a word, as a failing network does. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** Starts the IMAP4rev1 server of the mail world. Rejects when the port is taken. */
export async function startImapServer(options: ImapServerOptions): Promise<RunningImapServer> {
  const { tls } = options;
  const context: ImapServerContext = {
    postOffice: options.postOffice,
    clock: options.clock,
    verifyToken: options.verifyToken,
    maximumMailBytes: options.maximumMailBytes,
    offersStartTls: tls !== null && !tls.implicit,
    flaws: options.flaws,
  };
  const secureContext = tls ? createSecureContext({ key: tls.key, cert: tls.cert }) : null;
  const connections = new Set<ImapConnection>();
  const accept = (socket: Socket) => {
    if (connections.size >= options.maximumConnections) {
      socket.on('error', () => socket.destroy());
      socket.end('* BYE Too many connections\r\n');
      return;
    }
    const connection = new ImapConnection(context, socket, secureContext);
    connections.add(connection);
    connection.whenClosed(() => connections.delete(connection));
  };
  const server: Server = tls?.implicit
    ? createTlsServer({ key: tls.key, cert: tls.cert }, accept)
    : createServer(accept);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections.size,
    dropConnections() {
      for (const connection of [...connections]) connection.drop();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of [...connections]) connection.end('The server is closing');
      const timer = setTimeout(() => connections.forEach((connection) => connection.drop()), 300);
      await closed;
      clearTimeout(timer);
    },
  };
}
