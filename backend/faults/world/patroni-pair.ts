import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { prepareDatabase } from '#platform/db/prepare-database';
import { ask, until } from './ask-until';
import { wait } from './fault';
import { databasesOn } from './fault-database';
import { addMember, createFolder, killMember, leads, serverOf, startEtcd, type Member } from './patroni-member';
import { findPrograms, type StandbyPair } from './standby-pair';
import { startSwitchProxy } from './switch-proxy';

/** Real ms between two questions who leads, as a load balancer asks. */
const lookEvery = 300;

/**
 * Two PostgreSQL that Patroni keeps by an etcd, behind a port that follows Patroni's word who leads, as HAProxy does.
 * @throws Error that says what to install
 */
export async function startPatroniPair(): Promise<StandbyPair> {
  const programs = findPrograms();
  const version = findPatroni();
  const world = createFolder(programs.folder);
  const { base, run } = world;
  const etcd = await startEtcd(world);
  const createMember = (name: string) => addMember(world, name, { programs: programs.folder, etcdPort: etcd.port });
  // Not "first", which is a word of synchronous_standby_names.
  const members = [await createMember('north'), await createMember('south')];
  // Servers of their own outlive an interrupted lane otherwise.
  const killAll = () => {
    for (const member of members) killMember(member);
    etcd.child.kill('SIGKILL');
  };
  process.once('exit', killAll);
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
      await setSynchronous(leader, isSynchronous);
      follower.stream.pointTo(follower.port);
      leader.stream.pointTo(leader.port);
      // Who was the leader before goes back to where the two parted (pg_rewind), or is made anew: Patroni's choice.
      start(follower);
      await untilFollowing(leader, follower, isSynchronous);
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

/** Whether the leader confirms only what its standby has flushed. */
async function setSynchronous(leader: Member, isSynchronous: boolean): Promise<void> {
  const configured = await fetch(`http://127.0.0.1:${leader.api}/config`, {
    method: 'PATCH',
    body: JSON.stringify({ synchronous_mode: isSynchronous }),
  });
  if (!configured.ok) throw new Error(`Patroni refused its configuration: ${await configured.text()}`);
}

/** Until the follower streams, and where it is synchronous until both know it. */
async function untilFollowing(leader: Member, follower: Member, isSynchronous: boolean): Promise<void> {
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
}

function findPatroni(): string {
  const [patroni, etcd] = ['patroni', 'etcd'].map((program) => spawnSync(program, ['--version'], { encoding: 'utf8' }));
  if (patroni?.status !== 0 || etcd?.status !== 0)
    throw new Error('This lane needs Patroni and etcd (Debian: apt-get install patroni etcd-server).');
  return `Patroni ${patroni.stdout.trim().replace(/^patroni /, '')}`;
}
