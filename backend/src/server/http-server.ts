import type { AddressInfo } from 'node:net';

import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';

import type { Log } from '../platform/log/log';

/** The one port of a process and the apps behind it. */
export interface HttpServer {
  port: number;
  mount(prefixes: string[], app: Hono): void;
  /** answered requests by status class, for `/metrics` */
  requests(): Record<string, number>;
  /** Takes no new connections, lets running requests finish for 5 s, then cuts them. */
  close(): Promise<void>;
}

/** The address cannot be listened on, in one sentence. */
export class ListenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ListenError';
  }
}

const CLOSE_LIMIT = 5_000;

/**
 * Listens at once, before anything is mounted, so that a taken port is known in the first second and `/health/live`
 * answers while the rest starts. Until a path has an app it is answered with 503.
 * @throws ListenError
 */
export async function startHttpServer(options: { port: number; host: string; log: Log; trustedProxies?: number }): Promise<HttpServer> {
  const { log } = options;
  let mounts: { prefix: string; app: Hono }[] = [];
  const counts: Record<string, number> = {};

  async function answer(request: Request, env: unknown): Promise<Response> {
    const { pathname } = new URL(request.url);
    const found = mounts.find(({ prefix }) => pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`));
    if (!found) return starting();
    return found.app.fetch(request, { ...(env as object), trustedProxies: options.trustedProxies ?? 0 } as never);
  }

  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 });
  const server = await new Promise<ServerType>((resolve, reject) => {
    const created = serve(
      {
        port: options.port,
        hostname: options.host,
        websocket: { server: webSockets },
        fetch: async (request: Request, env: unknown) => {
          try {
            const response = await answer(request, env);
            const kind = `${Math.floor(response.status / 100)}xx`;
            counts[kind] = (counts[kind] ?? 0) + 1;
            return response;
          } catch (error) {
            counts['5xx'] = (counts['5xx'] ?? 0) + 1;
            log.error({ error }, 'a request failed outside every app');
            return Response.json({ ok: false, message: 'Something went wrong on our side.', code: 'INTERNAL' }, { status: 500 });
          }
        },
      },
      () => resolve(created),
    );
    created.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, options)));
  });
  server.on('error', (error: Error) => log.error({ error }, 'the HTTP server reported an error'));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    mount(prefixes, app) {
      mounts = [...mounts, ...prefixes.map((prefix) => ({ prefix, app }))].sort((a, b) => b.prefix.length - a.prefix.length);
    },
    requests: () => ({ ...counts }),
    close() {
      for (const socket of webSockets.clients) socket.close(1001, 'The server is stopping.');
      return new Promise((resolve) => {
        const cut = setTimeout(() => {
          for (const socket of webSockets.clients) socket.terminate();
          if ('closeAllConnections' in server) server.closeAllConnections();
        }, CLOSE_LIMIT);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
    },
  };
}

const starting = (): Response =>
  Response.json({ ok: false, message: 'Skein is starting.', code: 'UNAVAILABLE' }, { status: 503, headers: { 'retry-after': '2' } });

function explainListenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  if (error.code === 'EADDRINUSE') {
    return new ListenError(`Port ${port} is taken by another program: stop it, or choose another one with PORT=${port + 1} npm start.`, { cause: error });
  }
  if (error.code === 'EACCES') {
    return new ListenError(`Your user may not listen on port ${port}: choose one above 1023, for example with PORT=3000.`, { cause: error });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ListenError(`HOST names ${host}, which is not an address of this machine.`, { cause: error });
  }
  return error;
}
