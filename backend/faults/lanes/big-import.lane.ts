import { findViolations, summarise } from '../checker/find-violations';
import { comeToRest } from '../world/come-to-rest';
import { wait } from '../world/fault';
import { startFaultCluster } from '../world/fault-database';
import { createFaultWorld, timing } from '../world/fault-world';
import { keepBusy } from '../world/keep-busy';
import { importDuringSending } from '../world/people-faults';
import { createRandom } from '../world/random';
import type { Lane } from './lane';

/** 100,000 leads and a block list of as many rows are imported in one transaction each while two workers send. */
export const bigImport: Lane = async ({ seed, log }) => {
  const cluster = await startFaultCluster();
  const world = await createFaultWorld({ cluster, mailboxes: 16, importedLeads: 100_000 });
  try {
    const settings = { smtpPort: world.mail.smtp.port, leaseSeconds: 10 };
    await world.pool.start(settings);
    await world.pool.start(settings);
    const sentWhile = async (work: () => Promise<unknown>) => {
      const before = world.mail.record.count().mails;
      await work();
      return world.mail.record.count().mails - before;
    };
    const sendSome = (count: number) =>
      sentWhile(async () => {
        const goal = world.mail.record.count().mails + count;
        for (
          const end = Date.now() + 90_000;
          world.mail.record.count().mails < goal && Date.now() < end;
          await wait(100)
        )
          await keepBusy(world, 80);
      });
    await sendSome(60);
    log('60 mails left; the import begins');
    const begin = Date.now();
    const during = await sentWhile(async () => log(String(await importDuringSending(world, createRandom(seed)))));
    const importMs = Date.now() - begin;
    const after = await sendSome(150);
    if (after < 150) throw new Error(`After the import only ${after} mails left in 90 s.`);
    await comeToRest(world, log);
    const evidence = await world.evidence();
    return {
      violations: findViolations(evidence, { flightTime: 30_000 * timing.scale, isAtRest: true }),
      figures: {
        leads: world.importedLeads,
        importMs,
        sentDuringImport: during,
        sentAfter: after,
        ...summarise(evidence),
      },
    };
  } finally {
    await world.close();
    await cluster.stop();
  }
};
