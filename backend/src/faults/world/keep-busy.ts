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

/** A person puts right what failed, as the mailbox's owner would. */
export const mendMailboxes = (world: FaultWorld) =>
  world.test.query(
    `
      update mailbox
      set failing_since = null, is_smtp_success = true, smtp_failure_error = null, recheck_at = null
      where failing_since is not null
    `,
  );
