import { createVault } from '#platform/crypto/vault';
import { derivePurposeKey, parseMasterKey } from '#platform/crypto/master-key';
import { createSendingFence } from '#platform/instance/sending-fence';
import { connectionRules } from '#mailboxes/connections/mailboxes.deps';
import { mailboxServers } from '#mailboxes/connections/mailbox-servers';
import { reconcileSent } from '#sending/delivery/reconcile-sent';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations, summarise } from '../checker/find-violations';
import { comeToRest } from '../world/come-to-rest';
import { wait } from '../world/fault';
import { createFaultWorld, timing, type FaultWorld } from '../world/fault-world';
import { keepBusy } from '../world/keep-busy';
import type { StandbyPair } from '../world/standby-pair';
import type { LaneOptions, LaneResult } from './lane';

const rounds = 3;
/**
 * Real ms that nothing reaches the standby before its primary dies: what is confirmed meanwhile is lost where
 * replication is not synchronous.
 */
const behind = 1_200;

/**
 * The primary is killed with kill -9 while two workers send and its standby is behind; the standby takes over behind the same port. With
 * synchronous replication every invariant must hold and sending goes on by itself. Without it commits are lost: nothing may leave until
 * an operator confirms, and what then leaves twice is told, because no program can know it.
 * @param startPair a new primary with everything that makes its standby take over
 */
export async function strikeFailovers(
  options: LaneOptions,
  startPair: () => Promise<StandbyPair>,
): Promise<LaneResult> {
  const synchronous = await strike(options, startPair, true);
  const asynchronous = await strike(options, startPair, false);
  const held = asynchronous.violations.filter(({ kind }) => kind === 'AFTER_STOP');
  const lost: Record<string, number> = {};
  for (const { kind } of asynchronous.violations) lost[kind] = (lost[kind] ?? 0) + 1;
  return {
    violations: [...synchronous.violations, ...held],
    figures: {
      rounds,
      synchronous: synchronous.figures,
      asynchronous: { ...asynchronous.figures, brokenAfterConfirming: lost },
    },
  };
}

async function strike(
  { log }: LaneOptions,
  startPair: () => Promise<StandbyPair>,
  isSynchronous: boolean,
): Promise<LaneResult> {
  const pair = await startPair();
  const world = await createFaultWorld({ cluster: pair, mailboxes: 16 });
  const name = isSynchronous ? 'synchronous' : 'asynchronous';
  const away: number[] = [];
  let found = 0;
  try {
    const settings = {
      smtpPort: world.mail.smtp.port,
      leaseSeconds: 10,
      socketTimeout: 10_000,
      serverTimeout: 14_000,
      failover: isSynchronous ? ('resume' as const) : ('pause' as const),
    };
    await Promise.all([world.pool.start(settings), world.pool.start(settings)]);
    for (let round = 1; round <= rounds; round += 1) {
      await pair.addStandby({ isSynchronous });
      await flow(world, 60);
      pair.holdReplication();
      await wait(behind);
      away.push(await pair.failOver());
      if (!isSynchronous) found += await confirm(world);
      log(
        `${name} ${round}: ${pair.version} failed over in ${away.at(-1)} ms${isSynchronous ? '' : ', held and confirmed'}`,
      );
    }
    await flow(world, 60);
    await comeToRest(world, log);
    const evidence = await world.evidence();
    return {
      violations: findViolations(evidence, { flightTime: 30_000 * timing.scale, isAtRest: true }),
      figures: { ...summarise(evidence), awayMs: away, ...(isSynchronous ? {} : { learntFromSent: found }) },
    };
  } finally {
    await world.close();
    await pair.stop();
  }
}

/** Waits until so many more mails were accepted. */
async function flow(world: FaultWorld, mails: number): Promise<void> {
  const goal = world.mail.record.count().mails + mails;
  for (const end = Date.now() + 90_000; world.mail.record.count().mails < goal; await wait(200)) {
    if (Date.now() > end)
      throw new Error(
        `Sending did not go on: ${JSON.stringify(await world.test.query('select sending_paused_reason from instance'))}`,
      );
    await keepBusy(world, 60);
  }
}

/**
 * As an operator does it: nothing may have left meanwhile, the Sent folders are read, then it is confirmed.
 * @returns mails that the database had forgotten
 */
async function confirm(world: FaultWorld): Promise<number> {
  const held = [world.busyCampaignId, world.strictCampaignId].map((value) => ({
    what: 'campaign' as const,
    value,
    committedAtReal: Date.now(),
    liftedAtReal: null as number | null,
  }));
  world.stops.push(...held);
  await wait(3_000);
  const fence = createSendingFence({ database: world.test.database, dataFolder: world.dataFolder });
  const { reason } = await fence.state();
  const masterKey = parseMasterKey(readFileSync(join(world.dataFolder, 'master.key'), 'utf8'));
  const { rules, allowPrivateAddresses } = { rules: connectionRules({ isSandbox: true }), allowPrivateAddresses: true };
  const servers = mailboxServers({
    db: world.test.database,
    vault: createVault(masterKey),
    allowPrivateAddresses,
    consents: null,
  });
  const { found } = await reconcileSent({
    db: world.test.database,
    identityKey: derivePurposeKey(masterKey, 'message-identity'),
    imapServer: servers.imap,
    rules,
    now: () => world.clock.now(),
  });
  for (const stop of held) stop.liftedAtReal = Date.now();
  if (reason !== 'SERVER_DIFFERS') throw new Error(`The failover was not noticed (${reason ?? 'no reason'}).`);
  await fence.confirm('operator');
  return found;
}
