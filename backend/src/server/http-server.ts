import type { AddressInfo } from 'node:net';

import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';

import type { ServiceName } from '@skein/contracts/endpoint';

import type { OriginRule } from '#platform/http/cross-origin';
import type { Log } from '#platform/log/log';
import { explainListenError } from './listen-error';
import { createMountedApps } from './mounted-apps';
import { secureHeaders } from './secure-headers';
import { watchSlowBodies } from './slow-bodies';
import { CLOSE_LIMIT, stopListening } from './stop-listening';

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
  const apps = createMountedApps(options);
  const servers: ServerType[] = [];
  const watches: (() => void)[] = [];
  let closing: Promise<void> | undefined;

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
          fetch: (request: Request, env: unknown) => apps.answer(request, env, listener),
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

  const port = await listen(options.port, null);

  return {
    port,
    mount: apps.mount,
    requests: apps.requests,
    allowOrigins: apps.allowOrigins,
    listenFor: (name, each) => listen(each, name),
    close() {
      closing ??= (async () => {
        for (const socket of webSockets.clients) socket.close(1001, 'The server is stopping.');
        apps.endStreams();
        const terminate = setTimeout(() => {
          for (const socket of webSockets.clients) socket.terminate();
        }, CLOSE_LIMIT);
        await Promise.all(servers.map(stopListening));
        for (const end of watches) end();
        clearTimeout(terminate);
      })();
      return closing;
    },
  };
}
