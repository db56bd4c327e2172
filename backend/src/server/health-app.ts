import { Hono, type Context } from 'hono';

import { equalsInConstantTime } from '#platform/crypto/random-token';
import { clientAddress, type ConnectionFacts } from '#platform/http/client-address';

import type { HttpServer } from './http-server';
import { renderMetrics } from './metrics';
import type { RunningModules } from './module';
import type { Provided } from './server-context';

export interface HealthOptions {
  target: string;
  /** undefined until every module was started */
  modules: () => RunningModules | undefined;
  http: HttpServer;
  /** what figures can be read from already; empty in the first moments */
  database: () => Provided['database'] | undefined;
  /** what a collector of figures sends as its bearer token; without one only this machine may read them */
  metricsToken: string | undefined;
  /** where backups by the clock go; undefined where none are made */
  backupFolder?: string | undefined;
  /** undefined in a process that does not send, and in the first moments */
  sendingFence?: () => Provided['sendingFence'] | undefined;
}

/** `/health/live` (the process answers), `/health/ready` (all of it can work) and `/metrics` (Prometheus' text format). */
export function createHealthApp(options: HealthOptions): Hono {
  const app = new Hono();

  app.get('/health/live', (context) =>
    context.json({ ok: true, data: { status: 'live', target: options.target }, message: 'success' }),
  );

  app.get('/health/ready', async (context) => {
    context.header('cache-control', 'no-store');
    const modules = options.modules();
    const waiting = modules ? await modules.waiting() : { server: 'the start is not finished' };
    const isReady = Object.keys(waiting).length === 0;
    const data = {
      status: isReady ? 'ready' : 'starting',
      target: options.target,
      modules: modules?.names ?? [],
      waiting,
    };
    return context.json({ ok: isReady, data, message: isReady ? 'success' : 'Not ready yet.' }, isReady ? 200 : 503);
  });

  app.get('/metrics', async (context) =>
    !mayReadMetrics(context, options.metricsToken)
      ? context.json(
          {
            ok: false,
            message: 'Figures are for this machine, or for requests with METRICS_TOKEN as bearer token.',
            code: 'FORBIDDEN',
          },
          403,
        )
      : context.text(await readMetrics(options), 200, { 'content-type': 'text/plain; version=0.0.4' }),
  );

  return app;
}

/** The token; or a caller on this machine that no proxy speaks for. */
function mayReadMetrics(context: Context, token: string | undefined): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  if (token !== undefined && given !== undefined && equalsInConstantTime(given, token)) return true;
  const isForwarded =
    context.req.header('x-forwarded-for') !== undefined || context.req.header('forwarded') !== undefined;
  return (
    !isForwarded &&
    /^(127\.|::1$|::ffff:127\.)/.test(clientAddress(context.env as ConnectionFacts | undefined, undefined))
  );
}

async function readMetrics({ http, database, modules, backupFolder, sendingFence }: HealthOptions): Promise<string> {
  const running = modules();
  const waiting = running ? Object.keys(await running.waiting()).length : 1;
  // Without a database nobody knows; the modules that wait for it are counted.
  const isSendingPaused = await sendingFence?.()
    ?.isPaused()
    .catch(() => undefined);
  return renderMetrics({
    requests: http.requests(),
    waiting,
    pools: database()?.pools,
    isSendingPaused,
    backupFolder,
  });
}
