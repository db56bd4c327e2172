import { createTransport } from 'nodemailer';
import { claimLanes } from '../backend/src/services/main/sending/delivery/lane.store';
import { sendIntent } from '../backend/src/services/main/sending/delivery/send-intent';
import { defineBench, type Bench } from './harness/bench';
import { startPostfix } from './harness/postfix';
import { body, createSendingLoad, startSink, subject, type SendingLoad } from './harness/sending-load';

const lanes = 20;

/** A batch as the worker sends it: as many lanes as may run, a new claim for each that ends. */
function sentByUs(load: SendingLoad, size: number) {
  let batch = 0;
  return async () => {
    load.clock.set(load.dueOf(batch).getTime());
    batch += 1;
    let operations = 0;
    const running = new Set<Promise<unknown>>();
    for (;;) {
      const claims = await claimLanes(load.db, {
        now: load.clock.now(),
        worker: 'bench',
        most: lanes - running.size,
      });
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
    const {
      rows: [sent],
    } = await load.owner.query<{ count: number }>(
      `select count(*)::int as count from intent where state = 'SENT' and send_at = $1`,
      [load.dueOf(batch - 1)],
    );
    if (sent?.count !== size || operations !== size)
      throw new Error(`${sent?.count} of ${size} mails were sent in ${operations} tries`);
    return { operations };
  };
}

/** The same mails through a pool that keeps its connections, and nothing else. */
function sentByPool(bench: Bench, port: number, size: number) {
  const pool = createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    pool: true,
    maxConnections: lanes,
    maxMessages: Infinity,
    ignoreTLS: true,
    auth: { user: 'rosa', pass: 'password' },
  });
  bench.cleanUp(() => pool.close());
  return async () => {
    await Promise.all(
      Array.from({ length: size }, (_, index) => {
        const fill = (text: string) =>
          text.replaceAll('{{first_name}}', `Lead${index}`).replaceAll('{{company_name}}', `Company ${index}`);
        return pool.sendMail({
          from: 'Rosa Kessler <rosa@northlight.test>',
          to: `lead${index}@company.test`,
          subject: fill(subject),
          html: fill(body),
          text: fill(body.replace(/<[^<>]+>/g, ' ')),
        });
      }),
    );
    return { operations: size };
  };
}

export default defineBench({
  name: 'send',
  summary:
    'claim, check, render, SMTP, durable outcome and event, against a nodemailer pool that composes the same mails',
  async run(bench) {
    const size = bench.quick ? 100 : 300;
    const sink = await startSink(bench);
    const load = await createSendingLoad(bench, sink.port, { mailboxes: size, batches: bench.rounds * 4 + 2 });
    const ours = sentByUs(load, size);
    await bench.compare({
      name: 'send',
      what: 'one mail of 5 KB: claimed, checked, rendered, checked again under locks, submitted, its outcome, event and rollups committed',
      against: 'nodemailer 10.6.0, pool of 20',
      measure: 'cpu',
      alsoCpuOf: [load.pid],
      goal: { atMost: 2, text: 'at most 2x the CPU' },
      ours,
      theirs: sentByPool(bench, sink.port, size),
      note: 'The sink is a process of its own that counts on no side; it takes a login, which smtp-sink cannot. Ours opens a connection for each mail and keeps PostgreSQL durable; the pool keeps its 20 connections and nothing else.',
    });

    const postfix = await startPostfix(bench, sink.port);
    if (!postfix)
      return bench.say('Postfix is not installed here, or its master may not run as this user: no row against it.');
    const html = body.replaceAll('{{first_name}}', 'Lead').replaceAll('{{company_name}}', 'Company');
    const mail = `From: Rosa Kessler <rosa@northlight.test>\r\nTo: lead@company.test\r\nSubject: A question\r\nMessage-ID: <m1@northlight.test>\r\nDate: Mon, 02 Mar 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html.replaceAll('</p>', '</p>\r\n')}`;
    await bench.compare({
      name: 'send-postfix',
      what: 'one mail of 5 KB, from its claim to its durable outcome',
      against: `Postfix ${postfix.version}, relaying a ready mail`,
      measure: 'cpu',
      alsoCpuOf: [load.pid, postfix.pid],
      goal: { atMost: 0.33, text: "at most 0.33x of Postfix's CPU" },
      ours,
      theirs: async () => {
        await postfix.relay(size * 2, mail);
        return { operations: size * 2 };
      },
      note: 'A Postfix of its own, all its processes counted: it takes the ready mail on one of 20 connections, writes it to its queue, durable, and hands it to the same sink. Whoever hands it in counts on no side; nothing is composed, checked or remembered on its side.',
    });
  },
});
