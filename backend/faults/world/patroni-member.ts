import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#platform/embedded-postgres/server-process';
import { chooseSystemUser } from '#platform/embedded-postgres/system-user';
import { until } from './ask-until';
import { killWithChildren } from './kill-with-children';
import { startSwitchProxy, type SwitchProxy } from './switch-proxy';

/** Seconds until the lock of a leader that is gone runs out: the least that Patroni takes. */
const timeToLive = 20;

export interface Member {
  name: string;
  folder: string;
  configuration: string;
  port: number;
  api: number;
  /** Where the other member reaches this one's PostgreSQL. */
  stream: SwitchProxy;
  child: ChildProcess | null;
}

export type PatroniFolder = ReturnType<typeof createFolder>;

/** A folder of a system user that may run PostgreSQL, and its programs. @param programs folder of PostgreSQL's own */
export function createFolder(programs: string) {
  const user = chooseSystemUser();
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  const base = mkdtempSync(join(tmpdir(), 'skein-patroni-'));
  if (user) chownSync(base, user.uid, user.gid);
  chmodSync(base, 0o700);
  const environment = {
    LC_ALL: 'C',
    TZ: 'UTC',
    PATH: [programs, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  };
  const run = (program: string, parameters: string[]) =>
    spawn(program, parameters, { ...as, cwd: base, stdio: 'ignore', env: environment });
  return { base, user, run };
}

/** The memory of who leads. */
export async function startEtcd({ base, run }: PatroniFolder): Promise<{ port: number; child: ChildProcess }> {
  const etcdPort = await findFreePort();
  const peers = `http://127.0.0.1:${await findFreePort()}`;
  const client = `http://127.0.0.1:${etcdPort}`;
  const child = run('etcd', [
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
  return { port: etcdPort, child };
}

interface Programs {
  /** Folder of PostgreSQL's own. */ programs: string;
  etcdPort: number;
}

/** A PostgreSQL that Patroni keeps; it is not started yet. */
export async function addMember(
  { base, user }: PatroniFolder,
  name: string,
  { programs, etcdPort }: Programs,
): Promise<Member> {
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
  writeFileSync(member.configuration, JSON.stringify(configurationOf(member, { base, programs, etcdPort })), {
    mode: 0o600,
  });
  if (user) chownSync(member.configuration, user.uid, user.gid);
  return member;
}

/** Patroni's configuration of a member. */
const configurationOf = (member: Member, { base, programs, etcdPort }: Programs & { base: string }) => ({
  scope: 'skein',
  name: member.name,
  restapi: { listen: `127.0.0.1:${member.api}`, connect_address: `127.0.0.1:${member.api}` },
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
    listen: `127.0.0.1:${member.port}`,
    connect_address: `127.0.0.1:${member.stream.port}`,
    data_dir: member.folder,
    bin_dir: programs,
    pgpass: join(base, `${member.name}.pgpass`),
    authentication: {
      superuser: { username: 'skein', password: 'skein' },
      replication: { username: 'replicator', password: 'replicator' },
    },
    pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    basebackup: [{ checkpoint: 'fast' }],
    parameters: { unix_socket_directories: '' },
  },
});

/** Whether a member leads, in Patroni's word. */
export const leads = async (member: Member) =>
  (await fetch(`http://127.0.0.1:${member.api}/primary`, { signal: AbortSignal.timeout(3_000) }).catch(() => null))
    ?.ok === true;

/** The process id of a member's PostgreSQL, from its own file. */
export function serverOf(member: Member): number | null {
  try {
    return Number(readFileSync(join(member.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** The machine is gone: Patroni first, or it would start its PostgreSQL again; then the server and all its processes. */
export function killMember(member: Member): void {
  if (!member.child) return;
  member.child.kill('SIGKILL');
  member.child = null;
  const server = serverOf(member);
  if (server) killWithChildren(server);
}
