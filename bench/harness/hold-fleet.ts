import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Client } from 'pg';
import { createDatabase, type Database } from '../../backend/src/platform/db/database';
import { createLive } from '../../backend/src/platform/live/live';
import { inlineWork } from '../../backend/src/platform/workers/heavy-work';
import { silentLog } from '../../backend/src/platform/log/log';
import { startInboxSync } from '../../backend/src/services/main/inbox/inbox-sync/inbox-sync.worker';
import type { Bench } from './bench';
import { cpuTime } from './measure-once';
import { openBenchPostgres } from './postgres';
import { startSink } from './sending-load';

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 102.4) / 10;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Open files that a process of its own may have here: one for each connection. */
function mostOpenFiles(): number {
  return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024);
}

type PortType = 'SSL' | 'NONE';

async function addMailboxes(
  owner: Client,
  { size, port, portType }: { size: number; port: number; portType: PortType },
): Promise<void> {
  await owner.query(`insert into workspace (name, plan_type, is_subscribed) values ('Bench', 'enterprise', true)`);
  await owner.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_port_type, imap_username, is_smtp_success, is_imap_success
      )
      select (select max(id) from workspace), 'Rosa Kessler', 'rosa' || n || '@northlight.test', '127.0.0.1',
        1, 'rosa', '127.0.0.1', $1, $3, 'rosa', true, true
      from generate_series(1, $2::int) n
    `,
    [port, size, portType],
  );
}

/** The worker that holds the mailboxes. */
const startWorker = (db: Database, port: number, portType: PortType) =>
  startInboxSync({
    db,
    live: createLive(db),
    heavyWork: inlineWork,
    files: {
      put: async () => {
        throw new Error('no mail is there to be kept');
      },
    },
    now: () => Date.now(),
    log: silentLog,
    clock: { scale: () => 1 },
    imapServer: async () => ({
      host: '127.0.0.1',
      port,
      portType,
      username: 'rosa',
      credential: { kind: 'password', password: 'password' },
    }),
    rules: {
      allowPrivateAddresses: true,
      privateHosts: [],
      connectTimeout: 60_000,
      greetingTimeout: 60_000,
      socketTimeout: 600_000,
      verifyCertificates: false,
    },
  });

/** Says every 20 seconds how far it is. */
async function untilAllRead(
  bench: Bench,
  owner: Client,
  { size, started }: { size: number; started: number },
): Promise<void> {
  for (let said = started; ;) {
    const {
      rows: [row],
    } = await owner.query<{ read: number }>(
      'select count(*)::int as read from mailbox where last_synced_at is not null',
    );
    if (row?.read === size) break;
    if (performance.now() - said > 20_000) {
      bench.say(
        `  ${row?.read} of ${size} after ${Math.round((performance.now() - started) / 1000)} s, ${megabytes(process.memoryUsage().rss)} MB`,
      );
      said = performance.now();
    }
    if (performance.now() - started > 1_800_000)
      throw new Error(`Only ${row?.read} of ${size} mailboxes were read in half an hour`);
    await pause(250);
  }
}

/** A minute and more, so that each mailbox was looked through once again: memory in MB by and by, and the cores it takes. */
async function watchIdle(bench: Bench, pid: number | undefined): Promise<{ rounds: number[]; cores: number }> {
  const rounds: number[] = [];
  const cpu = cpuTime([pid]);
  const idle = performance.now();
  for (let round = 0; round < (bench.quick ? 3 : 10); round += 1) {
    await pause(bench.quick ? 4_000 : 7_000);
    rounds.push(megabytes(process.memoryUsage().rss));
  }
  const cores = (cpuTime([pid]) - cpu) / (performance.now() - idle);
  return { rounds, cores };
}

/** One worker, in this process, until all mailboxes are connected and read, and for a while after. */
export async function holdFleet(bench: Bench, size: number, { tls }: { tls: boolean }): Promise<void> {
  if (mostOpenFiles() < size + 500)
    throw new Error(`This process may open ${mostOpenFiles()} files; ${size + 500} are needed: ulimit -n`);
  const sink = await startSink(bench, 'imap-sink.mjs', { tls });
  const name = tls ? 'fleet-tls' : 'fleet';
  const bare = process.memoryUsage().rss;
  let raw = 0;
  if (!tls) {
    // Raw connections first: memory that was used once is not returned.
    const sockets = await Promise.all(Array.from({ length: size }, () => rawIdle(sink.port)));
    raw = process.memoryUsage().rss - bare;
    for (const socket of sockets) socket.destroy();
  }
  const { url, pid, owner } = await openBenchPostgres(bench);
  const db = createDatabase({ url, poolSize: 20 });
  bench.cleanUp(() => db.close());
  const portType = tls ? 'SSL' : 'NONE';
  await addMailboxes(owner, { size, port: sink.port, portType });
  const started = performance.now();
  const worker = startWorker(db, sink.port, portType);
  bench.cleanUp(() => worker.stop());
  await untilAllRead(bench, owner, { size, started });

  const connected = (performance.now() - started) / 1000;
  const { rounds, cores } = await watchIdle(bench, pid);
  bench.record({
    name,
    what: `memory of a worker that holds ${size.toLocaleString('en-US')} idle IMAP mailboxes, ${tls ? 'with TLS' : 'without TLS'}; the whole process`,
    values: rounds,
    unit: 'MB',
    goal: tls ? undefined : { atMost: 400, text: 'at most 400 MB at 5,000' },
    figures: {
      mailboxes: size,
      ...(tls ? {} : { 'raw connections, MB': megabytes(raw) }),
      'process before, MB': megabytes(bare),
      'cores while idle, PostgreSQL included': Number(cores.toFixed(2)),
      'open files allowed': mostOpenFiles(),
    },
    note: `Each mailbox is logged in, its folders are listed and read, and it waits in IDLE; all folders are looked at again every minute. The server is a process of its own.${tls ? '' : ' The raw side is a socket that logged in and waits in IDLE.'}`,
  });
  bench.record({
    name: `${name}-connect`,
    what: `until all ${size.toLocaleString('en-US')} mailboxes of a new worker were connected and read${tls ? ', with TLS' : ''}`,
    values: [Math.round(connected * 10) / 10],
    unit: 's',
    goal: { atMost: 300, text: 'within 5 minutes' },
  });
}

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
