import type { SqlClient } from '../../../../../platform/db/database';
import { holdSequenceOf, nextStepOf } from './next-step.store';
import { holdCampaignsOf, wakeFor } from './wake-campaign.store';

/**
 * Lets a lead go on: ends a pause, a hold, a parking or a stop that nobody's wish stands behind. A lead that asked not to be
 * mailed, or whose address is dead, stays as it is, and so does one that goes on in a subsequence: two sequences of one family would write to it
 * at a time. A campaign that had completed runs again (docs/domain.md, Statuses).
 * Whoever holds the lead already has held its campaign before: `holdCampaignsOf`.
 * @param notBefore campaign time before which the next step is not due
 * @returns whether anything changed
 */
export async function resumeEnrolment(
  sql: SqlClient,
  given: { enrolmentId: number; at: Date; notBefore: Date },
): Promise<boolean> {
  await holdCampaignsOf(sql, [given.enrolmentId]);
  await holdSequenceOf(sql, given.enrolmentId);
  // Its own lock before it is looked at: a push that is being made holds it too.
  await sql.query('select from enrolment where id = $1 for update', [given.enrolmentId]);
  const {
    rows: [row],
  } = await sql.query<{ campaign_id: number; status: string; next_eligible_at: Date | null }>(
    `
      update enrolment e
      set status = case
          when not g.has_step and e.last_seq_number > 0 then 'COMPLETED'
          when e.steps_sent = 0 then 'STARTED'
          else 'INPROGRESS'
          end,
        reason = null, reason_detail = null, hold_kind = null, hold_until = null, is_parked = false,
        ended_at = case when e.last_seq_number > 0 and not g.has_step then coalesce(e.ended_at, $2) end,
        next_due_at = case when g.has_step then greatest(coalesce(e.next_due_at, $3), $3) end,
        next_eligible_at = case when g.has_step then greatest(coalesce(e.next_due_at, $3), $3) end,
        next_step_id = g.step_id, next_seq_number = coalesce(g.seq_number, e.next_seq_number),
        constraint_code = case when g.has_step then 'STEP_NOT_DUE' end, updated_at = now()
      from (
        select o.id, n.id as step_id, n.seq_number, n.id is not null as has_step
        from enrolment o
        join lead l on l.id = o.lead_id
        left join lateral (${nextStepOf('o')}) n on true
        where o.id = $1
          and not l.is_unsubscribed
          and not l.is_bounced
          and not exists (
            select
            from suppression p
            where p.workspace_id = o.workspace_id
              and p.kind = 'email'
              and p.value = l.email
              and p.client_scope = 0
          )
          and not exists (
            select
            from enrolment s
            where s.parent_enrolment_id = o.id and s.status in ('STARTED', 'INPROGRESS', 'PAUSED')
          )
      ) g
      where e.id = g.id
        and (
          e.status = 'PAUSED'
            or (e.status = 'STOPPED' and e.reason not in ('UNSUBSCRIBED', 'DO_NOT_CONTACT'))
            or (e.status in ('STARTED', 'INPROGRESS') and (e.hold_kind is not null or e.is_parked))
        )
      returning e.campaign_id, e.status, e.next_eligible_at
    `,
    [given.enrolmentId, given.at, given.notBefore],
  );
  if (!row) return false;
  if (row.status !== 'COMPLETED')
    await wakeFor(
      sql,
      row.campaign_id,
      row.next_eligible_at !== null && row.next_eligible_at > given.at ? row.next_eligible_at : given.at,
      given.at,
    );
  return true;
}
