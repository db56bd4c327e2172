import type { FaultWorld } from './fault-world';

/** Leads for the busy campaign, so that at least `least` wait for their first mail, and mailboxes that somebody put right. */
export async function keepBusy(world: FaultWorld, least = 15): Promise<void> {
  const [waiting] = await world.test.query<{ count: number }>(
    `
      select count(*)::int as count
      from enrolment
      where campaign_id = $1 and status = 'STARTED' and open_intent_id is null and not is_parked
    `,
    [world.busyCampaignId],
  );
  if ((waiting?.count ?? 0) < least) await world.addLeads(world.busyCampaignId, least + 5);
  await mendMailboxes(world);
  // The campaign completes by itself when its queue runs dry.
  await world.test.query(
    `
      update campaign
      set status = 'ACTIVE', next_trigger_at = coalesce(next_trigger_at, $2)
      where id = $1 and status = 'COMPLETED'
    `,
    [world.busyCampaignId, new Date(world.clock.now())],
  );
}

/**
 * A person puts right what failed, as the mailbox's owner would: mailboxes, what rests for its provider, and leads
 * whose full mailbox was emptied.
 */
export async function mendMailboxes(world: FaultWorld): Promise<void> {
  await world.test.query(
    `
      update mailbox
      set failing_since = null, is_smtp_success = true, smtp_failure_error = null, recheck_at = null
      where failing_since is not null
    `,
  );
  const now = new Date(world.clock.now());
  await world.test.query(
    `
      update bounce_response
      set ended_at = greatest(began_at, $1), end_reason = 'RELEASED'
      where bounce_class = 'SENDER_STATE' and ended_at is null
    `,
    [now],
  );
  await world.test.query(
    `
      update enrolment
      set hold_kind = null, hold_until = null, constraint_code = 'STEP_NOT_DUE', next_eligible_at = next_due_at
      where hold_kind = 'RETRY' and hold_until > $1::timestamptz + interval '12 hours' and open_intent_id is null
    `,
    [now],
  );
}
