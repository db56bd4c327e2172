import { createTransport } from 'nodemailer';
import { claimLanes } from '../backend/src/services/main/features/sending/lane.store';
import { sendIntent } from '../backend/src/services/main/features/sending/send-intent';
import { defineBench } from './harness/bench';
import { body, createSendingLoad, startSink, subject } from './harness/sending-load';

const lanes = 20;

export default defineBench({
  name: 'send',
  summary: 'claim, check, render, SMTP, durable outcome and event, against a nodemailer pool that composes the same mails',
  async run(bench) {
    const size = bench.quick ? 100 : 300;
    const sink = await startSink(bench);
    const load = await createSendingLoad(bench, sink.port, { mailboxes: size, batches: bench.rounds * 2 + 2 });
    let batch = 0;
    const ours = async () => {
      load.clock.set(load.dueOf(batch).getTime());
      batch += 1;
      let operations = 0;
      // As the worker does it: as many lanes as may run, a new claim for each that ends.
      const running = new Set<Promise<unknown>>();
      for (;;) {
        const claims = await claimLanes(load.db, load.clock.now(), 'bench', lanes - running.size);
        for (const claim of claims) {
          operations += 1;
          const sending = sendIntent(load.deps, claim).finally(() => running.delete(sending));
          running.add(sending);
        }
        if (running.size === 0) break;
        if (claims.length === 0 || running.size >= lanes) await Promise.race(running);
        // Mails that were settled together leave their lanes together.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const { rows: [sent] } = await load.owner.query<{ count: number }>(`select count(*)::int as count from intent where state = 'SENT' and send_at = $1`, [load.dueOf(batch - 1)]);
      if (sent?.count !== size || operations !== size) throw new Error(`${sent?.count} of ${size} mails were sent in ${operations} tries`);
      return { operations };
    };
    const pool = createTransport({ host: '127.0.0.1', port: sink.port, secure: false, pool: true, maxConnections: lanes, maxMessages: Infinity, ignoreTLS: true, auth: { user: 'rosa', pass: 'password' } });
    bench.cleanUp(() => pool.close());
    const theirs = async () => {
      await Promise.all(Array.from({ length: size }, (_, index) => {
        const fill = (text: string) => text.replaceAll('{{first_name}}', `Lead${index}`).replaceAll('{{company_name}}', `Company ${index}`);
        return pool.sendMail({ from: 'Rosa Kessler <rosa@northlight.test>', to: `lead${index}@company.test`, subject: fill(subject), html: fill(body), text: fill(body.replace(/<[^>]+>/g, ' ')) });
      }));
      return { operations: size };
    };
    await bench.compare({
      name: 'send', what: 'one mail of 5 KB: claimed, checked, rendered, checked again under locks, submitted, its outcome, event and rollups committed', against: 'nodemailer 10.6.0, pool of 20', measure: 'cpu', alsoCpuOf: [load.pid],
      goal: { atMost: 2, text: 'at most 2x the CPU' }, ours, theirs,
      note: 'The sink is a process of its own that counts on no side; it takes a login, which smtp-sink cannot. Ours opens a connection for each mail and keeps PostgreSQL durable; the pool keeps its 20 connections and nothing else.',
    });
  },
});
