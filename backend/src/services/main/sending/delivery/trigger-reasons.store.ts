import type { MailboxId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { CampaignSnapshot, PlanResult } from '#engine/sending/plan.types';
import { noteWaiting, type StepRow, type CampaignRow } from '#lifecycle/lifecycle.api';
import type { MailboxRow } from './load-mailboxes.store';
import { filledMeanwhile } from './reserve-intents.store';

/** What a round planned, and when. */
interface PlannedRound {
  steps: readonly StepRow[];
  result: PlanResult;
  now: number;
}

export async function writeReasons(
  sql: SqlClient,
  row: CampaignRow,
  { steps, result, now }: PlannedRound,
): Promise<void> {
  if (result.reasons.length === 0) return;
  const filled = await filledMeanwhile(sql, { row, steps, result, now });
  await noteWaiting(sql, {
    campaignId: row.id,
    reasons: result.reasons.map((reason) => ({
      enrolmentId: Number(reason.enrolmentId),
      code: reason.code,
      nextEligibleAt: reason.nextEligibleAt === null ? null : new Date(reason.nextEligibleAt),
      defer: reason.defer,
      park: reason.park && !filled.has(reason.enrolmentId),
    })),
    at: new Date(result.trigger.slotAt ?? now),
  });
}

/** What a round planned, and what it saw. */
interface WaitingRound {
  steps: readonly StepRow[];
  campaign: CampaignSnapshot;
  mailboxes: readonly MailboxRow[];
  result: PlanResult;
  now: number;
}

/**
 * Who waits for a mailbox that several campaigns share: the one that has waited longest has its turn. A campaign waits
 * only while it has something to send from it, or its turn would keep the others from it for nothing.
 */
export async function writeWaiting(
  sql: SqlClient,
  row: CampaignRow,
  { steps, campaign, mailboxes, result, now }: WaitingRound,
): Promise<void> {
  const refused = result.mailboxes
    .filter((outcome) => outcome.refusal?.code === 'MAILBOX_GAP' || outcome.refusal?.code === 'MAILBOX_TURN')
    .map((outcome) => Number(outcome.mailboxId));
  const waiting = new Set(
    refused.length === 0 ? [] : await findWanted(sql, row, { steps, campaign, mailboxIds: refused, now }),
  );
  const begins = mailboxes
    .filter((mailbox) => mailbox.waiting_since === null && waiting.has(mailbox.id))
    .map((mailbox) => mailbox.id);
  const ends = mailboxes
    .filter((mailbox) => mailbox.waiting_since !== null && !waiting.has(mailbox.id))
    .map((mailbox) => mailbox.id);
  if (begins.length > 0)
    await prepared(
      sql,
      'update campaign_mailbox set waiting_since = $3 where campaign_id = $1 and mailbox_id = any($2)',
      [row.id, begins, new Date(now)],
    );
  if (ends.length > 0)
    await prepared(
      sql,
      'update campaign_mailbox set waiting_since = null where campaign_id = $1 and mailbox_id = any($2)',
      [row.id, ends],
    );
}

/** The mailboxes that a round could use. */
interface WantedSenders {
  steps: readonly StepRow[];
  campaign: CampaignSnapshot;
  mailboxIds: readonly MailboxId[];
  now: number;
}

/** The mailboxes from which a campaign would send now: a follow-up of theirs is due, or a new lead may enter. */
async function findWanted(
  sql: SqlClient,
  row: CampaignRow,
  { steps, campaign: { schedule, day }, mailboxIds, now }: WantedSenders,
): Promise<number[]> {
  const emails = steps.filter((step) => step.snapshot.kind === 'EMAIL').map((step) => step.id);
  const mayEnter = schedule.maxNewLeadsPerDay === null || day.newLeads < schedule.maxNewLeadsPerDay;
  const free = `e.campaign_id = $1 and e.open_intent_id is null and not e.is_parked and (e.hold_kind is null or e.hold_until <= $3)`;
  const { rows } = await prepared<{ id: number }>(
    sql,
    `
      select m.id
      from unnest($2::int[]) as m(id)
      where exists (
          select
          from enrolment e
          where ${free}
            and e.status = 'INPROGRESS'
            and e.mailbox_id = m.id
            and e.next_eligible_at <= $3
            and e.next_step_id = any($4::int[])
        )
        or (
          $5
            and exists (
              select
              from enrolment e
              where ${free}
                and e.status = 'STARTED'
                and (e.mailbox_id is null or e.mailbox_id = m.id)
                and coalesce(e.next_eligible_at, '-infinity') <= $3
                and (e.next_step_id = any($4::int[]) or (e.next_step_id is null and $6))
            )
        )
    `,
    [row.id, mailboxIds, new Date(now), emails, mayEnter, steps[0]?.snapshot.kind === 'EMAIL'],
  );
  return rows.map((found) => found.id);
}
