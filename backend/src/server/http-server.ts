import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';

import type { ServiceName } from '@skein/contracts/endpoint';

import type { ConnectionFacts } from '#platform/http/client-address';
import { answerCrossOrigin, type OriginRule } from '#platform/http/cross-origin';
import { serviceOfPath } from '#platform/http/service-of-path';
import type { Log } from '#platform/log/log';
import { secureHeaders } from './secure-headers';
import { watchSlowBodies } from './slow-bodies';

/** The one port of a process and the apps behind it. */
export interface HttpServer {
  port: number;
  mount(prefixes: string[], app: Hono): void;
  /** answered requests by status class, for `/metrics` */
  requests(): Record<string, number>;
  /** Which pages of other origins may call; none until it is set. */
  allowOrigins(rule: OriginRule): void;
  /** Answers on one more port for one service, or for the pages. @throws ListenError */
  listenFor(name: ServiceName | 'web', port: number): Promise<number>;
  /**
   * Takes no new connections, ends streams, lets running requests finish for 5 s, then cuts them. Calling it again waits for the same end.
   */
  close(): Promise<void>;
}

/** The address cannot be listened on, in one sentence. */
class ListenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ListenError';
  }
}

const CLOSE_LIMIT = 5_000;

/**
 * Milliseconds. An idle connection is kept longer than clients and the usual proxies keep theirs (60 s: nginx, load
 * balancers of the clouds), so that the side which closes is the one that asks: a server that closes first resets
 * requests that are on their way. Node's 5 s did so whenever a busy process came to its timers before its sockets.
 */
const KEEP_ALIVE = 72_000;
/**
 * Milliseconds for a whole request with its body: a list of a million leads over a slow line takes longer than Node's
 * five minutes. Its head has a minute, as ever.
 */
const REQUEST_LIMIT = 60 * 60_000;

/**
 * Listens at once, before anything is mounted, so that a taken port is known in the first second and `/health/live`
 * answers while the rest starts. Until a path has an app it is answered with 503.
 * @throws ListenError
 */
export async function startHttpServer(options: {
  port: number;
  host: string;
  log: Log;
  trustedProxies?: number;
  /** whether people reach this installation over TLS; no if not given */
  isHttps?: boolean;
}): Promise<HttpServer> {
  const { log } = options;
  let mounts: { prefix: string; app: Hono }[] = [];
  const counts: Record<string, number> = {};
  /** Answers that never end by themselves (event streams). */
  const streams = new Set<ServerResponse>();
  const servers: ServerType[] = [];
  const watches: (() => void)[] = [];
  let allows: OriginRule = () => false;
  let closing: Promise<void> | undefined;

  async function answer(
    request: Request,
    env: unknown,
    listener: ServiceName | 'web' | null,
    isForeignPage: boolean,
  ): Promise<Response> {
    const { pathname } = new URL(request.url);
    const owner = serviceOfPath(pathname);
    if (listener !== null && owner !== null && owner !== listener) return elsewhere();
    const found = mounts.find(
      ({ prefix }) => pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`),
    );
    if (!found) return starting();
    // Deliberate: the same object and no copy, because the upgrade of a WebSocket is marked on it.
    const facts: ConnectionFacts & { listener: typeof listener } = Object.assign(env as object, {
      trustedProxies: options.trustedProxies ?? 0,
      listener,
      isForeignPage,
      noteStream: () => noteStream((env as { outgoing?: ServerResponse } | undefined)?.outgoing),
    });
    return found.app.fetch(request, facts as never);
  }

  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 });
  // One for each port.
  webSockets.setMaxListeners(0);
  const listen = (port: number, listener: ServiceName | 'web' | null) =>
    new Promise<number>((resolve, reject) => {
      const created = serve(
        {
          port,
          hostname: options.host,
          websocket: { server: webSockets },
          serverOptions: { keepAliveTimeout: KEEP_ALIVE, requestTimeout: REQUEST_LIMIT },
          fetch: async (request: Request, env: unknown) => {
            try {
              const response = await answerCrossOrigin(request, allows, (isForeignPage) =>
                answer(request, env, listener, isForeignPage),
              );
              const kind = `${Math.floor(response.status / 100)}xx`;
              counts[kind] = (counts[kind] ?? 0) + 1;
              return response;
            } catch (error) {
              counts['5xx'] = (counts['5xx'] ?? 0) + 1;
              log.error({ error }, 'a request failed outside every app');
              return Response.json(
                { ok: false, message: 'Something went wrong on our side.', code: 'INTERNAL' },
                { status: 500 },
              );
            }
          },
        },
        () => {
          servers.push(created);
          if ('closeIdleConnections' in created) watches.push(watchSlowBodies(created));
          created.on('error', (error: Error) => log.error({ error }, 'the HTTP server reported an error'));
          resolve((created.address() as AddressInfo).port);
        },
      );
      created.prependListener('request', secureHeaders(options.isHttps ?? false));
      created.once('error', (error: NodeJS.ErrnoException) =>
        reject(explainListenError(error, { port, host: options.host })),
      );
    });

  // Streams announce themselves: reading the headers of every answer would allocate objects for all of them.
  function noteStream(outgoing: ServerResponse | undefined): void {
    if (!outgoing) return;
    streams.add(outgoing);
    outgoing.once('close', () => streams.delete(outgoing));
  }

  const stop = (server: ServerType) =>
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

  const port = await listen(options.port, null);

  return {
    port,
    mount(prefixes, app) {
      mounts = [...mounts, ...prefixes.map((prefix) => ({ prefix, app }))].sort(
        (a, b) => b.prefix.length - a.prefix.length,
      );
    },
    requests: () => ({ ...counts }),
    allowOrigins: (rule) => {
      allows = rule;
    },
    listenFor: (name, each) => listen(each, name),
    close() {
      closing ??= (async () => {
        for (const socket of webSockets.clients) socket.close(1001, 'The server is stopping.');
        for (const stream of streams) stream.destroy();
        const terminate = setTimeout(() => {
          for (const socket of webSockets.clients) socket.terminate();
        }, CLOSE_LIMIT);
        await Promise.all(servers.map(stop));
        for (const end of watches) end();
        clearTimeout(terminate);
      })();
      return closing;
    },
  };
}

const elsewhere = (): Response =>
  Response.json({ ok: false, message: 'Another service answers at this address.', code: 'NOT_FOUND' }, { status: 404 });

const starting = (): Response =>
  Response.json(
    { ok: false, message: 'Skein is starting.', code: 'UNAVAILABLE' },
    { status: 503, headers: { 'retry-after': '2' } },
  );

function explainListenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  if (error.code === 'EADDRINUSE') {
    return new ListenError(
      `Port ${port} is taken by another program: stop it, or choose another one with PORT=${port + 1} npm start.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new ListenError(
      `Your user may not listen on port ${port}: choose one above 1023, for example with PORT=3000.`,
      { cause: error },
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ListenError(`HOST names ${host}, which is not an address of this machine.`, { cause: error });
  }
  return error;
}
