import { findViolations, summarise } from '../checker/find-violations';
import type { Violation } from '../checker/evidence';
import { createFaultWorld, timing, type FaultWorld } from './fault-world';
import { faults } from './faults';
import { createRandom } from './random';

export interface CampaignResult {
  /** How often each fault really struck. */
  struck: Record<string, number>;
  /** How often its moment did not come. */
  missed: number;
  violations: Violation[];
  accepted: number;
  sent: number;
  inDoubt: number;
  inDoubtAccepted: number;
  enrolments: Record<string, number>;
  seconds: number;
}

export interface CampaignOptions {
  seed: number;
  runs: number;
  /** names of faults; all by their weights if not given */
  only?: string[];
  /** Each of them once first, in their order. */
  eachOnce?: boolean;
  log?: (line: string) => void;
}

/** Faults by seed on a world in full flow, then rest, then the verdict of the checker. */
export async function runFaultCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const begin = Date.now();
  const world = await createFaultWorld();
  try {
    const random = createRandom(options.seed);
    const names = options.only ?? Object.keys(faults);
    const weighted = names.flatMap((name) => Array.from({ length: faults[name]?.weight ?? 0 }, () => name));
    const struck: Record<string, number> = {};
    let missed = 0;
    await world.addLeads(world.busyCampaignId, 30);
    await world.addLeads(world.strictCampaignId, 40);
    await world.pool.start();
    for (let run = 0; run < options.runs; run += 1) {
      await keepBusy(world);
      const name = options.eachOnce && run < names.length ? (names[run] as string) : random.pick(weighted);
      const told = await (faults[name] as (typeof faults)[string]).fault(world, random);
      if (told === null) missed += 1;
      else struck[name] = (struck[name] ?? 0) + 1;
      options.log?.(`${String(run + 1).padStart(4)} ${name}: ${told ?? 'its moment did not come'}`);
    }
    await comeToRest(world, options.log ?? (() => undefined));
    const evidence = await world.evidence();
    const violations = findViolations(evidence, { flightTime: 15_000 * timing.scale, isAtRest: true });
    return { struck, missed, violations, ...summarise(evidence), seconds: Math.round((Date.now() - begin) / 1000) };
  } finally {
    await world.close();
  }
}

/** Leads for the busy campaign, and mailboxes that somebody put right. */
export async function keepBusy(world: FaultWorld): Promise<void> {
  const [waiting] = await world.test.query<{ count: number }>(`select count(*)::int as count from enrolment where campaign_id = $1 and status = 'STARTED' and open_intent_id is null and not is_parked`, [world.busyCampaignId]);
  if ((waiting?.count ?? 0) < 15) await world.addLeads(world.busyCampaignId, 20);
  await mendMailboxes(world);
  // The campaign completes by itself when its queue runs dry.
  await world.test.query(`update campaign set status = 'ACTIVE', next_trigger_at = coalesce(next_trigger_at, $2) where id = $1 and status = 'COMPLETED'`, [world.busyCampaignId, new Date(world.clock.now())]);
}

/** A person puts right what failed, as the mailbox's owner would. */
const mendMailboxes = (world: FaultWorld) => world.test.query('update mailbox set failing_since = null, is_smtp_success = true, smtp_failure_error = null, recheck_at = null where failing_since is not null');

/**
 * With `hasWorkers` they are somebody else's, with the product's own waiting times: doubts and copies are not waited for.
 * The strict campaign is paused, the busy one runs to its end, and what is in doubt is looked for.
 */
export async function comeToRest(world: FaultWorld, log: (line: string) => void, options: { hasWorkers?: true } = {}): Promise<void> {
  world.mail.setSmtpFaults(null);
  world.proxy.arm(null);
  world.proxy.release();
  if (!options.hasWorkers) {
    for (const worker of world.pool.alive()) { worker.kill('SIGKILL'); await worker.gone; }
    await world.pool.start({ leaseSeconds: 30, socketTimeout: 20_000 });
  }
  await world.test.query(`update campaign set status = 'PAUSED' where id = $1`, [world.strictCampaignId]);
  await world.test.query(`with back as (update intent set state = 'CANCELLED', cancel_reason = 'PAUSED' where campaign_id = $1 and state = 'RESERVED' returning id, enrolment_id) update enrolment e set open_intent_id = null from back where e.id = back.enrolment_id and e.open_intent_id = back.id`, [world.strictCampaignId]);
  // A slow machine is given time as long as anything moves.
  let before = '';
  let end = 0;
  for (const limit = Date.now() + 15 * 60_000; ;) {
    const [open] = await world.test.query<{ leads: number; mails: number; copies: number; doubts: number }>(
      `select (select count(*)::int from enrolment e join campaign c on c.id = e.campaign_id where c.status = 'ACTIVE' and e.status in ('STARTED', 'INPROGRESS') and not e.is_parked) as leads,
         (select count(*)::int from intent where state in ('RESERVED', 'SUBMITTING')) as mails,
         -- Copies whose turn has not come yet; one that was interrupted is tried again minutes later.
         (select count(*)::int from intent where sent_copy = 'WANTED' and sent_copy_at is null) as copies,
         (select count(*)::int from intent i join mailbox m on m.id = i.mailbox_id where i.state = 'IN_DOUBT' and m.files_sent_mail and coalesce((i.doubt_evidence->>'checks')::int, 0) < 2) as doubts`);
    const isDone = open?.leads === 0 && open.mails === 0 && (options.hasWorkers || (open.doubts === 0 && open.copies === 0));
    const now = `${JSON.stringify(open)} ${world.mail.record.count().mails}`;
    if (now !== before) end = Date.now() + 75_000;
    before = now;
    if (isDone || Date.now() > Math.min(end, limit)) { log(`at rest: ${JSON.stringify(open)}`); break; }
    await mendMailboxes(world);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // Whoever is alive finishes what it does, so that nothing is written while the evidence is read.
  await Promise.all(world.pool.alive().map((worker) => { worker.kill('SIGTERM'); return worker.gone; }));
}
