import type { ServiceName } from '@skein/contracts/endpoint';

/** How the page reaches the services, for connections that are no single calls. */
export interface PageConnection {
  /** Base URL of a service; '' is our own origin. */
  baseUrl: (service: ServiceName) => string;
  token: () => string | null;
  /** Gets a new access token in place of one that was refused; null when the session is over. */
  renewToken: (refused: string) => Promise<string | null>;
  /** Called once a connection has shown that the session is over. */
  onSessionExpired: (message: string) => void;
}

let connection: PageConnection | undefined;

/** Called once, by the shell. */
export function provideConnection(provided: PageConnection): void {
  connection = provided;
}

export function pageConnection(): PageConnection {
  if (!connection) throw new Error('A connection was opened before the shell had said how.');
  return connection;
}
