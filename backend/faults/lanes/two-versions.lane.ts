import { findViolations, summarise } from '../checker/find-violations';
import { comeToRest } from '../world/come-to-rest';
import { wait } from '../world/fault';
import { createFaultWorld, timing } from '../world/fault-world';
import { startFaultCluster } from '../world/fault-database';
import { keepBusy } from '../world/keep-busy';
import { buildOlderWorker } from '../world/older-worker';
import { upgradeBesideSending } from '../world/upgrade-beside-sending';
import type { Lane } from './lane';

const rounds = 4;

/**
 * Workers of an older commit send from a database of their own time; today's version brings it up to date beside them,
 * with a migration more that changes the tables in use and makes indexes concurrently. Then one of each version sends,
 * each is killed in turn, and the old one leaves at last.
 */
export const twoVersions: Lane = async ({ log, from }) => {
  const older = buildOlderWorker(from);
  const cluster = await startFaultCluster({ source: older.source });
  const world = await createFaultWorld({ cluster, mailboxes: 16 });
  try {
    const settings = { smtpPort: world.mail.smtp.port };
    // Of the two that the upgrade meets, one is taken out when the new version's first comes.
    const calm = { ...settings, leaseSeconds: 10 };
    const [leaving, staying] = [
      await world.pool.start(calm, { starter: older.starter }),
      await world.pool.start(calm, { starter: older.starter }),
    ];
    const upgrade = await upgradeBesideSending(world, log);
    log(`brought up to date beside older workers: ${JSON.stringify(upgrade)}`);
    leaving.kill('SIGTERM');
    await leaving.gone;
    let [before, now] = [staying, await world.pool.start(settings)];
    const owners = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      // Both have to have had a turn, or it would be one version alone.
      const hasSent = (pid: number) => [...owners].some((owner) => owner.includes(`:${pid}:`));
      for (const end = Date.now() + 60_000; !hasSent(before.pid) || !hasSent(now.pid); await wait(20)) {
        await keepBusy(world, 60);
        for (const row of await world.test.query<{ lane_owner: string }>(
          'select lane_owner from mailbox where lane_owner is not null',
        ))
          owners.add(row.lane_owner);
        if (Date.now() > end)
          throw new Error(`Both versions should have sent; lanes were held by ${[...owners].join(', ') || 'nobody'}.`);
      }
      const victim = round % 2 === 0 ? before : now;
      victim.kill('SIGKILL');
      await victim.gone;
      if (victim === before) before = await world.pool.start(settings, { starter: older.starter });
      else now = await world.pool.start(settings);
      log(`round ${round + 1}: both sent, the ${round % 2 === 0 ? 'older' : 'newer'} one was killed`);
    }
    before.kill('SIGTERM');
    await before.gone;
    await comeToRest(world, log);
    const evidence = await world.evidence();
    return {
      violations: findViolations(evidence, { flightTime: 15_000 * timing.scale, isAtRest: true }),
      figures: { older: older.commit, upgrade, rounds, ...summarise(evidence) },
    };
  } finally {
    await world.close();
    await cluster.stop();
    older.remove();
  }
};
