import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { createDatabase } from '../backend/src/platform/db/database';
import { createLive } from '../backend/src/platform/live/live';
import { silentLog } from '../backend/src/platform/log/log';
import { startInboxSync } from '../backend/src/services/main/features/inbox-sync/inbox-sync.worker';
import { defineBench } from './harness/bench';
import { startBenchPostgres } from './harness/postgres';
import { startSink } from './harness/sending-load';

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 102.4) / 10;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export default defineBench({
  name: 'fleet',
  summary: 'idle IMAP mailboxes that one worker holds: memory and the time to connect, beside raw connections',
  async run(bench) {
    const size = bench.quick ? 200 : 5_000;
    const sink = await startSink(bench, 'imap-sink.mjs');
    // Raw connections first: memory that was used once is not given back.
    const bare = process.memoryUsage().rss;
    const sockets = await Promise.all(Array.from({ length: size }, () => rawIdle(sink.port)));
    const raw = process.memoryUsage().rss - bare;
    for (const socket of sockets) socket.destroy();

    const { url } = await startBenchPostgres(bench);
    const owner = new Client({ connectionString: url });
    await owner.connect();
    bench.cleanUp(() => owner.end());
    const db = createDatabase({ url, poolSize: 20 });
    bench.cleanUp(() => db.close());
    await owner.query(`insert into workspace (name, plan_type, is_subscribed) values ('Bench', 'enterprise', true)`);
    await owner.query(
      `insert into mailbox (workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_port_type, imap_username, is_smtp_success, is_imap_success)
       select (select max(id) from workspace), 'Rosa Kessler', 'rosa' || n || '@northlight.test', '127.0.0.1', 1, 'rosa', '127.0.0.1', $1, 'NONE', 'rosa', true, true from generate_series(1, $2::int) n`, [sink.port, size]);
    const started = performance.now();
    const worker = startInboxSync({
      db, live: createLive(db), files: { put: async () => { throw new Error('no mail is there to be kept'); } }, now: () => Date.now(), log: silentLog, clock: { scale: () => 1 },
      imapServer: async () => ({ host: '127.0.0.1', port: sink.port, portType: 'NONE', username: 'rosa', credential: { kind: 'password', password: 'password' } }),
      rules: { allowPrivateAddresses: true, connectTimeout: 60_000, greetingTimeout: 60_000, socketTimeout: 600_000, verifyCertificates: true },
    });
    bench.cleanUp(() => worker.stop());
    for (;;) {
      const { rows: [row] } = await owner.query<{ read: number }>('select count(*)::int as read from mailbox where last_synced_at is not null');
      if (row?.read === size) break;
      if (performance.now() - started > 1_800_000) throw new Error(`Only ${row?.read} of ${size} mailboxes were read in half an hour`);
      await pause(250);
    }
    const connected = (performance.now() - started) / 1000;
    // A minute and more, so that each mailbox was looked through once again.
    const rounds: number[] = [];
    for (let round = 0; round < (bench.quick ? 3 : 20); round += 1) {
      await pause(4_000);
      rounds.push(megabytes(process.memoryUsage().rss));
    }
    bench.record({
      name: 'fleet', what: `memory of a worker that holds ${size.toLocaleString('en-US')} idle IMAP mailboxes, without TLS; the whole process`, values: rounds, unit: 'MB', goal: { atMost: 400, text: 'at most 400 MB at 5,000' },
      figures: { mailboxes: size, 'raw connections, MB': megabytes(raw), 'process before, MB': megabytes(bare) },
      note: 'Each mailbox is logged in, its folders are listed and read, and it waits in IDLE; all folders are looked at again every minute. The server is a process of its own. The raw side is a socket that logged in and waits in IDLE.',
    });
    bench.record({ name: 'fleet-connect', what: `until all ${size.toLocaleString('en-US')} mailboxes of a new worker were connected and read`, values: [Math.round(connected * 10) / 10], unit: 's', goal: { atMost: 300, text: 'within 5 minutes' } });
  },
});

/** A connection that logged in and waits in IDLE. */
function rawIdle(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let step = 0;
    socket.on('error', reject);
    socket.on('data', () => {
      const next = ['a1 LOGIN rosa password', 'a2 SELECT INBOX', 'a3 IDLE'][step];
      step += 1;
      if (next) socket.write(`${next}\r\n`);
      else resolve(socket);
    });
  });
}
