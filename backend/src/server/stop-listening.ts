import type { ServerType } from '@hono/node-server';

/** Milliseconds that running requests have after the server was told to stop. */
export const CLOSE_LIMIT = 5_000;

/** Takes no new connections, lets running requests finish, then cuts them. */
export const stopListening = (server: ServerType) =>
  new Promise<void>((resolve) => {
    // A connection that is kept alive is closed as soon as its running request has been answered.
    const sweep = setInterval(() => {
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    }, 20);
    const cut = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, CLOSE_LIMIT);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
