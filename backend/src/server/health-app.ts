import { Hono, type Context } from 'hono';

import { equalsInConstantTime } from '../platform/crypto/random-token';
import { renderRequestFigures } from '../platform/http/request-figures';
import { clientAddress, type ConnectionFacts } from '../platform/http/client-address';

import type { HttpServer } from './http-server';
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

  app.get('/metrics', (context) =>
    !mayReadMetrics(context, options.metricsToken)
      ? context.json(
          {
            ok: false,
            message: 'Figures are for this machine, or for whoever sends METRICS_TOKEN as bearer token.',
            code: 'FORBIDDEN',
          },
          403,
        )
      : context.text(renderMetrics(options), 200, { 'content-type': 'text/plain; version=0.0.4' }),
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

function renderMetrics({ http, database }: HealthOptions): string {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const lines: string[] = [];
  const add = (name: string, type: 'gauge' | 'counter', help: string, values: [labels: string, value: number][]) => {
    lines.push(
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    );
  };
  add('process_uptime_seconds', 'gauge', 'Seconds since the process started.', [['', process.uptime()]]);
  add('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', memory.rss]]);
  add('process_heap_used_bytes', 'gauge', 'Used heap.', [['', memory.heapUsed]]);
  add('process_cpu_seconds_total', 'counter', 'CPU time of the process.', [['', (cpu.user + cpu.system) / 1e6]]);
  add(
    'skein_http_answers_total',
    'counter',
    'Answers by class of status.',
    Object.entries(http.requests()).map(([kind, count]) => [`{class="${kind}"}`, count]),
  );
  const pools = database()?.pools;
  if (pools) {
    const both = Object.entries(pools);
    add(
      'skein_database_connections',
      'gauge',
      'Open connections of a pool.',
      both.map(([name, pool]) => [`{pool="${name}"}`, pool.totalCount]),
    );
    add(
      'skein_database_waiting',
      'gauge',
      'Callers that wait for a connection.',
      both.map(([name, pool]) => [`{pool="${name}"}`, pool.waitingCount]),
    );
  }
  return `${[...lines, ...renderRequestFigures()].join('\n')}\n`;
}
