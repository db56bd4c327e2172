import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { findRepositoryRoot } from '../backend/src/platform/env/repository-root';
import { signTrackingToken } from '../backend/src/platform/tracking/tracking-token';
import { trackingRoutes } from '../backend/src/services/tracking/tracking.routes';
import { defineBench } from './harness/bench';
import { createSendingLoad } from './harness/sending-load';

const connections = 32;

/** Asks for the addresses from a process that counts on no side. */
async function ask(port: number, paths: readonly string[]): Promise<{ failed: number; p99: number }> {
  const list = join(tmpdir(), `skein-bench-paths-${process.pid}`);
  writeFileSync(list, paths.join('\n'));
  const script = join(findRepositoryRoot(), 'bench', 'harness', 'http-load.mjs');
  // The shell in front ends at once, so that the process is nobody's child; its answer comes over the pipe.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}" ${port} ${connections} < "${list}" &`], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let text = '';
  shell.stdout.on('data', (chunk: Buffer) => { text += chunk.toString(); });
  await once(shell.stdout, 'end');
  rmSync(list, { force: true });
  return JSON.parse(text) as { failed: number; p99: number };
}

export default defineBench({
  name: 'track',
  summary: 'pixel and click with the event durable before the answer, against a constant handler on the same server',
  async run(bench) {
    const size = bench.quick ? 300 : 500;
    const load = await createSendingLoad(bench, 1, { mailboxes: 250, batches: 4 });
    await load.owner.query(`update intent set state = 'SENT', sent_at = send_at, links = '["https://northlight.test/plan"]'`);
    await load.owner.query('vacuum analyze');
    const ids = (await load.owner.query<{ id: string }>('select id from intent order by id')).rows.map((row) => BigInt(row.id));
    const app = trackingRoutes({ authenticate: async () => null, log: load.deps.log as never, strictAnswers: false, db: load.db, live: load.deps.live, trackingKey: load.deps.trackingKey, now: () => load.clock.now() });
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    app.get('/constant', () => new Response(pixel, { headers: { 'content-type': 'image/gif', 'cache-control': 'no-store', 'content-length': String(pixel.length) } }));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    bench.cleanUp(() => server.close());
    const { port } = server.address() as AddressInfo;
    const events = async () => ((await load.owner.query<{ count: number }>('select count(*)::int as count from event')).rows[0] as { count: number }).count;
    const p99: number[] = [];
    const visits = (purpose: 'open' | 'click') => async () => {
      const before = await events();
      const paths = Array.from({ length: size }, (_, index) => { const token = signTrackingToken(load.deps.trackingKey, { purpose, intentId: ids[index % ids.length] as bigint, linkIndex: 0 }); return purpose === 'open' ? `/o/${token}.gif` : `/c/${token}`; });
      const asked = await ask(port, paths);
      if (asked.failed > 0 || (await events()) - before !== size) throw new Error(`${asked.failed} visits failed, ${(await events()) - before} of ${size} events were written`);
      p99.push(asked.p99);
      return { operations: size };
    };
    const constant = async () => {
      await ask(port, Array.from({ length: size * 4 }, () => '/constant'));
      return { operations: size * 4 };
    };
    const shared = { against: 'a constant handler on the same server', measure: 'cpu' as const, alsoCpuOf: [load.pid], goal: { atMost: 2, text: 'at most 2x the CPU (at least 0.5x the visits)' }, theirs: constant };
    const note = `${connections} kept connections of a process that counts on no side. Every visit is a person's, of a mail that was opened before; its event, its rollups, the counts of the mail and the lead are committed, durable, before the answer. nginx is not on this machine: no row against it.`;
    await bench.compare({ name: 'track-open', what: 'one pixel, its event committed before the answer', ours: visits('open'), note, ...shared });
    await bench.compare({ name: 'track-click', what: 'one click, its event committed before the redirect', ours: visits('click'), note, ...shared });
    bench.record({ name: 'track-latency', what: 'p99 of a visit under this load, of each batch', values: p99, unit: 'ms' });
  },
});
