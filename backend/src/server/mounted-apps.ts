import type { ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { ServiceName } from '@skein/contracts/endpoint';
import type { ConnectionFacts } from '#platform/http/client-address';
import { answerCrossOrigin, type OriginRule } from '#platform/http/cross-origin';
import { serviceOfPath } from '#platform/http/service-of-path';
import type { Log } from '#platform/log/log';

type Listener = ServiceName | 'web' | null;

/** The apps behind the ports of a process, each under its prefixes; the longest prefix of an address decides. */
export function createMountedApps(options: { log: Log; trustedProxies?: number }) {
  let mounts: { prefix: string; app: Hono }[] = [];
  const counts: Record<string, number> = {};
  const count = (status: number) => {
    const kind = `${Math.floor(status / 100)}xx`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  /** Answers that never end by themselves (event streams). */
  const streams = new Set<ServerResponse>();
  let allows: OriginRule = () => false;

  // Streams announce themselves: reading the headers of every answer would allocate objects for all of them.
  function noteStream(outgoing: ServerResponse | undefined): void {
    if (!outgoing) return;
    streams.add(outgoing);
    outgoing.once('close', () => streams.delete(outgoing));
  }

  async function fetchFromApp(
    request: Request,
    env: unknown,
    listener: Listener,
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

  return {
    mount(prefixes: string[], app: Hono): void {
      mounts = [...mounts, ...prefixes.map((prefix) => ({ prefix, app }))].sort(
        (a, b) => b.prefix.length - a.prefix.length,
      );
    },
    requests: () => ({ ...counts }),
    allowOrigins: (rule: OriginRule): void => {
      allows = rule;
    },
    endStreams: (): void => {
      for (const stream of streams) stream.destroy();
    },
    async answer(request: Request, env: unknown, listener: Listener): Promise<Response> {
      try {
        const response = await answerCrossOrigin(request, allows, (isForeignPage) =>
          fetchFromApp(request, env, listener, isForeignPage),
        );
        count(response.status);
        return response;
      } catch (error) {
        count(500);
        options.log.error({ error }, 'a request failed outside every app');
        return Response.json(
          { ok: false, message: 'Something went wrong on our side.', code: 'INTERNAL' },
          { status: 500 },
        );
      }
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
