import { createDatabase } from '#platform/db/database';
import { findViolations, summarise } from '../checker/find-violations';
import { comeToRest } from '../world/come-to-rest';
import { startFaultCluster } from '../world/fault-database';
import { createFaultWorld, timing } from '../world/fault-world';
import { stormKills } from '../world/kill-storm';
import { startBouncer } from '../world/pgbouncer';
import type { Lane } from './lane';

const kills = 20;

/**
 * Workers that reach PostgreSQL through PgBouncer in session mode are killed; in transaction mode the product must
 * refuse to start, in one sentence.
 */
export const pgbouncer: Lane = async ({ seed, log }) => {
  const cluster = await startFaultCluster();
  try {
    const probe = await cluster.createDatabase();
    const shared = await startBouncer(probe.url, 'transaction');
    const refused = createDatabase({ url: shared.through(probe.url), poolSize: 3, onConnectionError: () => undefined });
    const words = await refused.verify().then(
      () => null,
      (error: Error) => error.message,
    );
    await refused.close();
    await shared.stop();
    await probe.drop();
    if (!words?.includes('pool_mode = session'))
      throw new Error(`Transaction pooling was not refused: ${words ?? 'no word'}`);
    log(`transaction mode: ${words}`);

    let bouncer: Awaited<ReturnType<typeof startBouncer>> | null = null;
    const world = await createFaultWorld({
      cluster,
      mailboxes: 16,
      onTheWay: async (url) => {
        bouncer = await startBouncer(url, 'session');
        return bouncer.through(url);
      },
    });
    try {
      const { kills: struck } = await stormKills(world, { seed, kills, log });
      await comeToRest(world, log);
      const evidence = await world.evidence();
      return {
        violations: findViolations(evidence, { flightTime: 15_000 * timing.scale, isAtRest: true }),
        figures: { kills: struck, ...summarise(evidence) },
      };
    } finally {
      await world.close();
      await (bouncer as Awaited<ReturnType<typeof startBouncer>> | null)?.stop();
    }
  } finally {
    await cluster.stop();
  }
};
