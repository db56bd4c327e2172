import { Hono } from 'hono';
import { signTrackingToken } from '../backend/src/platform/tracking/tracking-token';
import { startHttpServer } from '../backend/src/server/http-server';
import { trackingRoutes } from '../backend/src/services/tracking/tracking.routes';
import { visitRecorder } from '../backend/src/services/main/main.api';
import { testedMails } from '../backend/src/services/smart-delivery/tested-mails.store';
import { defineBench } from './harness/bench';
import { startHttpLoad } from './harness/drive-http';
import { startNginx } from './harness/nginx';
import { createSendingLoad, type SendingLoad } from './harness/sending-load';

const connections = 32;

const trackingApp = (load: SendingLoad) =>
  trackingRoutes({
    authenticate: async () => null,
    log: load.deps.log as never,
    strictAnswers: false,
    db: load.db,
    live: load.deps.live,
    visits: visitRecorder,
    tests: testedMails,
    trackingKey: load.deps.trackingKey,
    now: () => load.clock.now(),
  });

/** Answers with a pixel from memory. */
function constantApp(): Hono {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const app = new Hono();
  app.get(
    '/constant',
    () =>
      new Response(pixel, {
        headers: { 'content-type': 'image/gif', 'cache-control': 'no-store', 'content-length': String(pixel.length) },
      }),
  );
  return app;
}

/** A batch of pixels or clicks; each must have written its event, and says how long it took. */
async function visitsOf(
  load: SendingLoad,
  client: Awaited<ReturnType<typeof startHttpLoad>>,
  { port, size, p99 }: { port: number; size: number; p99: number[] },
) {
  const ids = (await load.owner.query<{ id: string }>('select id from intent order by id')).rows.map((row) =>
    BigInt(row.id),
  );
  const newest = async () =>
    (await load.owner.query<{ id: string }>('select coalesce(max(id), 0) as id from event')).rows[0]?.id;
  return (purpose: 'open' | 'click') => {
    const list = client.list(
      Array.from({ length: size }, (_, index) => {
        const token = signTrackingToken(load.deps.trackingKey, {
          purpose,
          intentId: ids[index % ids.length] as bigint,
          linkIndex: 0,
        });
        return purpose === 'open' ? `/o/${token}.gif` : `/c/${token}`;
      }),
    );
    return async () => {
      const before = await newest();
      const asked = await client.ask(port, list);
      const written = (
        (await load.owner.query<{ count: number }>('select count(*)::int as count from event where id > $1', [before]))
          .rows[0] as { count: number }
      ).count;
      if (asked.failed > 0 || written !== size)
        throw new Error(`${asked.failed} visits failed, ${written} of ${size} events were written`);
      p99.push(asked.p99);
      return { operations: size };
    };
  };
}

export default defineBench({
  name: 'track',
  summary:
    'pixel and click with the event durable before the answer, against a constant handler on the same server, and nginx',
  async run(bench) {
    const size = bench.quick ? 1_000 : 1_500;
    const load = await createSendingLoad(bench, 1, { mailboxes: 250, batches: 4 });
    await load.owner.query(
      `update intent set state = 'SENT', sent_at = send_at, links = '["https://northlight.test/plan"]'`,
    );
    await load.owner.query('vacuum analyze');
    // The product's own server on both sides; an app behind a prefix, as every service.
    const server = await startHttpServer({ port: 0, host: '127.0.0.1', log: load.deps.log as never });
    bench.cleanUp(() => server.close());
    server.mount(['/o', '/c'], trackingApp(load));
    server.mount(['/constant'], constantApp());
    const client = await startHttpLoad(bench, connections);
    const p99: number[] = [];
    const visits = await visitsOf(load, client, { port: server.port, size, p99 });
    const constants = client.list(Array.from({ length: size * 4 }, () => '/constant'));
    const constant = (port: number) => async () => {
      const asked = await client.ask(port, constants);
      if (asked.failed > 0) throw new Error(`${asked.failed} requests failed`);
      return { operations: size * 4 };
    };
    const note = `${connections} kept connections of a process that counts on no side; the product's own server on both sides. Every visit is a person's, of a mail that was opened before; its event, its rollups, the counts of the mail and the lead are committed, durable, before the answer.`;
    const shared = {
      against: 'a constant handler on the same server',
      measure: 'cpu' as const,
      alsoCpuOf: [load.pid],
      goal: { atMost: 2, text: 'at most 2x the CPU (at least 0.5x the visits)' },
      theirs: constant(server.port),
      note,
    };
    await bench.compare({
      name: 'track-open',
      what: 'one pixel, its event committed before the answer',
      ours: visits('open'),
      ...shared,
    });
    await bench.compare({
      name: 'track-click',
      what: 'one click, its event committed before the redirect',
      ours: visits('click'),
      ...shared,
    });
    const nginx = await startNginx(bench);
    if (nginx)
      await bench.compare({
        ...shared,
        name: 'track-nginx',
        what: 'one pixel, its event committed before the answer',
        against: `nginx ${nginx.version}, a pixel from memory (empty_gif), one worker, no log`,
        goal: { atMost: 6.67, text: 'at most 6.67x the CPU (at least 0.15x the visits)' },
        alsoCpuOf: [load.pid, nginx.pid],
        ours: visits('open'),
        theirs: constant(nginx.port),
      });
    else bench.say('nginx is not installed here: no row against it.');
    bench.record({
      name: 'track-latency',
      what: 'p99 of a visit under this load, of each batch',
      values: p99,
      unit: 'ms',
    });
  },
});
