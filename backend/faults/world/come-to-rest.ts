import type { FaultWorld } from './fault-world';
import { mendMailboxes } from './keep-busy';

/** Workers that no fault strikes, in place of those that are there. */
async function startCalmWorkers(world: FaultWorld): Promise<void> {
  for (const worker of world.pool.alive()) {
    worker.kill('SIGKILL');
    await worker.gone;
  }
  const calm = { leaseSeconds: 30, socketTimeout: 20_000, concurrency: 16, smtpPort: world.mail.smtp.port };
  await Promise.all([world.pool.start(calm), world.pool.start(calm)]);
  if (world.readers.alive().length === 0) await world.readers.start();
}

/** The strict campaign reserves nothing any more. */
async function pauseStrict(world: FaultWorld): Promise<void> {
  await world.test.query(`update campaign set status = 'PAUSED' where id = $1`, [world.strictCampaignId]);
  await world.test.query(
    `
      with back as (
        update intent
        set state = 'CANCELLED', cancel_reason = 'CAMPAIGN_PAUSED'
        where campaign_id = $1 and state = 'RESERVED'
        returning id, enrolment_id
      )
      update enrolment e
      set open_intent_id = null
      from back
      where e.id = back.enrolment_id and e.open_intent_id = back.id
    `,
    [world.strictCampaignId],
  );
}

/** Campaign time in ms that rounds without any mail are passed over by at most. */
const longestLeap = 6 * 3_600_000;

/** What is still to be done. */
interface OpenWork {
  leads: number;
  mails: number;
  copies: number;
  doubts: number;
  replies: number;
  wait: number;
  next: Date | null;
}

async function openWork(world: FaultWorld): Promise<OpenWork | undefined> {
  const [open] = await world.test.query<OpenWork>(
    `
      select (
          select count(*)::int
          from enrolment e
          join campaign c on c.id = e.campaign_id
          where c.status = 'ACTIVE' and e.status in ('STARTED', 'INPROGRESS') and not e.is_parked
        ) as leads, (
          -- The next round; where every lead has a time of its own (the next step, a hold), the first of those.
          select greatest(
              min(c.next_trigger_at),
              case when bool_and(e.next_eligible_at is not null) then min(e.next_eligible_at) end
            )
          from enrolment e
          join campaign c on c.id = e.campaign_id
          where c.status = 'ACTIVE' and e.status in ('STARTED', 'INPROGRESS') and not e.is_parked
        ) as next, (
          select count(*)::int from intent where state in ('RESERVED', 'SUBMITTING')
        ) as mails,
        -- Copies whose turn has not come yet; one that was interrupted is tried again minutes later.
        (
          select count(*)::int from intent where sent_copy = 'WANTED' and sent_copy_at is null
        ) as copies, (
          select count(*)::int
          from intent i
          join mailbox m on m.id = i.mailbox_id
          where i.state = 'IN_DOUBT' and m.files_sent_mail
        ) as doubts,
        -- Replies that nobody has read yet.
        (
          select count(*)::int from enrolment where id = any($1) and reply_count = 0
        ) as replies,
        -- A mailbox that could not be read is read again some minutes later.
        (
          select coalesce(
            greatest(
                0,
                  max(
                    extract(epoch from (i.doubt_evidence->>'look_after')::timestamptz - clock_timestamp())
                  )
              ),
              0
          )::int
          from intent i
          where i.state = 'IN_DOUBT'
        ) as wait
    `,
    [world.answers.map(({ enrolmentId }) => enrolmentId)],
  );
  return open;
}

/**
 * With `hasWorkers` they are somebody else's, with the product's own waiting times: doubts and copies are not waited for.
 * The strict campaign is paused, the busy one runs to its end, and what is in doubt is looked for.
 */
export async function comeToRest(
  world: FaultWorld,
  log: (line: string) => void,
  options: { hasWorkers?: true } = {},
): Promise<void> {
  world.mail.setSmtpFaults(null);
  world.proxy.arm(null);
  world.proxy.release();
  if (!options.hasWorkers) await startCalmWorkers(world);
  await pauseStrict(world);
  // A slow machine is given time as long as anything moves.
  let before = '';
  let end = 0;
  let leap = 0;
  for (const limit = Date.now() + 15 * 60_000; ;) {
    const open = await openWork(world);
    // What still moves by itself, whatever campaign time it is.
    const moving = open ? open.mails + open.replies + (options.hasWorkers ? 0 : open.doubts + open.copies) : 0;
    const isDone = open?.leads === 0 && moving === 0;
    const now = `${JSON.stringify({ ...open, wait: 0, next: 0 })} ${world.mail.record.count().mails}`;
    if (now !== before || (open?.wait ?? 0) > 0) end = Date.now() + 75_000;
    if (now !== before) leap = 0;
    before = now;
    if (isDone || Date.now() > Math.min(end, limit)) {
      log(`at rest: ${JSON.stringify(open)}`);
      break;
    }
    await mendMailboxes(world);
    // Where everybody waits for the next round alone, nothing is learnt by waiting with them; nor by each round of a
    // day whose limits are used up.
    if (open?.next && moving + open.wait === 0 && open.next.getTime() > world.clock.now()) {
      await world.clock.advanceTo(open.next.getTime() + leap);
      leap = Math.min(longestLeap, Math.max(2 * leap, 3_600_000));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // Whoever is alive finishes what it does, so that nothing is written while the evidence is read.
  await Promise.all(
    [...world.pool.alive(), ...world.readers.alive()].map((worker) => {
      worker.kill('SIGTERM');
      return worker.gone;
    }),
  );
}
