import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#platform/embedded-postgres/server-process';
import { chooseSystemUser } from '#platform/embedded-postgres/system-user';
import { prepareDatabase } from '#platform/db/prepare-database';
import { wait } from './fault';
import { databasesOn } from './fault-database';
import { ask, findPrograms, until, type StandbyPair } from './standby-pair';
import { startSwitchProxy, type SwitchProxy } from './switch-proxy';

/** Seconds until the lock of a leader that is gone runs out: the least that Patroni takes. */
const timeToLive = 20;
/** Real ms between two questions who leads, as a load balancer asks. */
const lookEvery = 300;

interface Member {
  name: string;
  folder: string;
  configuration: string;
  port: number;
  api: number;
  /** Where the other member reaches this one's PostgreSQL. */
  stream: SwitchProxy;
  child: ChildProcess | null;
}

/**
 * Two PostgreSQL that Patroni keeps by an etcd, behind a port that follows Patroni's word who leads, as HAProxy does.
 * @throws Error that says what to install
 */
export async function startPatroniPair(): Promise<StandbyPair> {
  const programs = findPrograms();
  const version = findPatroni();
  const user = chooseSystemUser();
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  const base = mkdtempSync(join(tmpdir(), 'skein-patroni-'));
  if (user) chownSync(base, user.uid, user.gid);
  chmodSync(base, 0o700);
  const environment = {
    LC_ALL: 'C',
    TZ: 'UTC',
    PATH: [programs.folder, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  };
  const run = (program: string, parameters: string[]) =>
    spawn(program, parameters, { ...as, cwd: base, stdio: 'ignore', env: environment });

  const etcdPort = await findFreePort();
  const peers = `http://127.0.0.1:${await findFreePort()}`;
  const client = `http://127.0.0.1:${etcdPort}`;
  const etcd = run('etcd', [
    '--data-dir',
    join(base, 'etcd'),
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
    '--listen-peer-urls',
    peers,
    '--initial-advertise-peer-urls',
    peers,
    '--initial-cluster',
    `default=${peers}`,
  ]);
  await until('etcd answers', async () => ((await fetch(`${client}/health`)).ok ? true : undefined));

  const createMember = async (name: string): Promise<Member> => {
    const [port, api] = [await findFreePort(), await findFreePort()];
    const stream = await startSwitchProxy(port);
    const member: Member = {
      name,
      folder: join(base, name),
      configuration: join(base, `${name}.yml`),
      port,
      api,
      stream,
      child: null,
    };
    // Every JSON is YAML.
    writeFileSync(
      member.configuration,
      JSON.stringify({
        scope: 'skein',
        name,
        restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
        etcd3: { host: `127.0.0.1:${etcdPort}` },
        bootstrap: {
          dcs: {
            ttl: timeToLive,
            loop_wait: 1,
            retry_timeout: 3,
            maximum_lag_on_failover: 256 * 2 ** 20,
            postgresql: {
              use_pg_rewind: true,
              remove_data_directory_on_diverged_timelines: true,
              remove_data_directory_on_rewind_failure: true,
              parameters: { max_connections: 200, wal_log_hints: 'on', fsync: 'off', timezone: 'UTC' },
            },
          },
          initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'no-sync'],
        },
        postgresql: {
          listen: `127.0.0.1:${port}`,
          connect_address: `127.0.0.1:${stream.port}`,
          data_dir: member.folder,
          bin_dir: programs.folder,
          pgpass: join(base, `${name}.pgpass`),
          authentication: {
            superuser: { username: 'skein', password: 'skein' },
            replication: { username: 'replicator', password: 'replicator' },
          },
          pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
          basebackup: [{ checkpoint: 'fast' }],
          parameters: { unix_socket_directories: '' },
        },
      }),
      { mode: 0o600 },
    );
    if (user) chownSync(member.configuration, user.uid, user.gid);
    return member;
  };
  // Not "first", which is a word of synchronous_standby_names.
  const members = [await createMember('north'), await createMember('south')];
  // Servers of their own outlive an interrupted lane otherwise.
  const killAll = () => {
    for (const member of members) killMember(member);
    etcd.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const leads = async (member: Member) =>
    (await fetch(`http://127.0.0.1:${member.api}/primary`, { signal: AbortSignal.timeout(3_000) }).catch(() => null))
      ?.ok === true;
  const start = (member: Member) => {
    member.child ??= run('patroni', [member.configuration]);
  };

  let [leader, follower] = members as [Member, Member];
  start(leader);
  await until('Patroni has made a leader', async () => ((await leads(leader)) ? true : undefined));
  const front = await startSwitchProxy(leader.port);
  let isOver = false;
  const following = (async () => {
    for (; !isOver; await wait(lookEvery)) {
      if (!follower.child || (await leads(leader)) || !(await leads(follower))) continue;
      [leader, follower] = [follower, leader];
      front.pointTo(leader.port);
    }
  })();
  await ask(leader.port, 'create database template_of_faults');
  const url = `postgres://skein@127.0.0.1:${front.port}/template_of_faults`;
  await prepareDatabase(url);

  return {
    version: `${version} with PostgreSQL ${programs.version}`,
    pid: () => serverOf(leader) as number,
    ...databasesOn(url),
    async addStandby({ isSynchronous }) {
      const configured = await fetch(`http://127.0.0.1:${leader.api}/config`, {
        method: 'PATCH',
        body: JSON.stringify({ synchronous_mode: isSynchronous }),
      });
      if (!configured.ok) throw new Error(`Patroni refused its configuration: ${await configured.text()}`);
      follower.stream.pointTo(follower.port);
      leader.stream.pointTo(leader.port);
      // Who was the leader before goes back to where the two parted (pg_rewind), or is made anew: Patroni's choice.
      start(follower);
      await until(
        'the standby streams',
        () =>
          ask(
            leader.port,
            `select 1 as value from pg_stat_replication where state = 'streaming' and application_name = '${follower.name}'`,
          ),
        180_000,
      );
      if (!isSynchronous) return;
      // In this order: who is not in etcd as synchronous is not let to take over.
      await until(
        'the standby is synchronous',
        () => ask(leader.port, `select 1 as value from pg_stat_replication where sync_state = 'sync'`),
        180_000,
      );
      await until('Patroni knows it', async () => {
        const { members: known } = (await (await fetch(`http://127.0.0.1:${leader.api}/cluster`)).json()) as {
          members: { name: string; role: string }[];
        };
        return known.some(({ name, role }) => name === follower.name && role === 'sync_standby') ? true : undefined;
      });
    },
    holdReplication: () => leader.stream.hold(),
    async failOver() {
      const begin = Date.now();
      const dead = leader;
      killMember(dead);
      // What was held is lost with its connection.
      dead.stream.pointTo(dead.port);
      await until(
        'the standby leads',
        async () => (leader === dead ? undefined : ask(leader.port, 'select 1 as value where not pg_is_in_recovery()')),
        120_000,
      );
      return Date.now() - begin;
    },
    async stop() {
      isOver = true;
      await following;
      killAll();
      process.off('exit', killAll);
      await Promise.all([front, ...members.map(({ stream }) => stream)].map((proxy) => proxy.close()));
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function findPatroni(): string {
  const [patroni, etcd] = ['patroni', 'etcd'].map((program) => spawnSync(program, ['--version'], { encoding: 'utf8' }));
  if (patroni?.status !== 0 || etcd?.status !== 0)
    throw new Error('This lane needs Patroni and etcd (Debian: apt-get install patroni etcd-server).');
  return `Patroni ${patroni.stdout.trim().replace(/^patroni /, '')}`;
}

/** The process id of a member's PostgreSQL, from its own file. */
function serverOf(member: Member): number | null {
  try {
    return Number(readFileSync(join(member.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** The machine is gone: Patroni first, or it would start its PostgreSQL again; then the server and all its processes. */
function killMember(member: Member): void {
  if (!member.child) return;
  member.child.kill('SIGKILL');
  member.child = null;
  const server = serverOf(member);
  if (!server) return;
  const children =
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' })
      .stdout?.split('\n')
      .map(Number)
      .filter(Boolean) ?? [];
  for (const pid of [server, ...children]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      /* it went with its parent */
    }
  }
}
