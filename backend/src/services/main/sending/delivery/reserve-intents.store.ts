import type { EnrolmentId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { messageIdentity } from '#engine/sending/message-identity';
import type { PlanResult } from '#engine/sending/plan.types';
import { emailsReserved, type StepRow, type CampaignRow } from '#lifecycle/lifecycle.api';
import { loadEnrolments } from './load-rows.store';

/** What a round planned, and what its emails' ids are made with. */
interface PlanToReserve {
  row: CampaignRow;
  result: PlanResult;
  triggerId: string;
  domains: ReadonlyMap<number, string>;
  key: Uint8Array;
}

/** One RESERVED row for each intent; a row that was cancelled before it was ever submitted is taken up again. */
export async function reserveIntents(sql: SqlClient, plan: PlanToReserve): Promise<void> {
  if (plan.result.intents.length === 0) return;
  const given = emailsOf(plan);
  const written = await insertReserved(sql, plan, given);
  await countVariants(sql, given);
  await emailsReserved(sql, { written, given });
}

type ReservedEmail = ReturnType<typeof emailsOf>[number];

/** The planned emails as they are stored, each with the ids it will be sent with. */
function emailsOf({ result, domains, key }: PlanToReserve) {
  const numbers = new Map(result.intents.map((intent) => [intent.stepId, intent.stepIndex + 1]));
  return result.intents.map((intent) => ({
    enrolment_id: Number(intent.enrolmentId),
    step_id: Number(intent.stepId),
    seq_number: numbers.get(intent.stepId),
    variant_id: Number(intent.variantId),
    mailbox_id: Number(intent.mailboxId),
    slot_at: new Date(intent.slotAt),
    send_at: new Date(intent.sendAt),
    not_after: new Date(intent.notAfter),
    is_new_lead: intent.kind === 'NEW',
    reallocated_from: intent.reallocatedFrom === null ? null : Number(intent.reallocatedFrom),
    ...messageIdentity(
      key,
      { enrolmentId: intent.enrolmentId, stepId: intent.stepId },
      domains.get(Number(intent.mailboxId)) ?? 'localhost',
    ),
  }));
}

async function insertReserved(
  sql: SqlClient,
  { row, triggerId }: PlanToReserve,
  given: readonly ReservedEmail[],
): Promise<{ id: string; enrolment_id: EnrolmentId }[]> {
  const { rows } = await prepared<{ id: string; enrolment_id: EnrolmentId }>(
    sql,
    `
      insert into intent (
        workspace_id, kind, campaign_id, enrolment_id, step_id, seq_number, variant_id, mailbox_id,
          trigger_run_id, state, slot_at, send_at, not_after, is_new_lead, reallocated_from, message_id,
          envelope_id, to_email
      )
      select $1, 'CAMPAIGN', $2, g.enrolment_id, g.step_id, coalesce(s.seq_number, g.seq_number),
        g.variant_id, g.mailbox_id, $3, 'RESERVED', g.slot_at, g.send_at, g.not_after, g.is_new_lead,
        g.reallocated_from, g."messageId", g."envelopeId", l.email
      from jsonb_to_recordset($4::jsonb) as g(
        enrolment_id int, step_id int, seq_number int, variant_id int, mailbox_id int, slot_at timestamptz,
          send_at timestamptz, not_after timestamptz, is_new_lead boolean, reallocated_from int,
          "messageId" text, "envelopeId" text
      )
      join enrolment e on e.id = g.enrolment_id
      join lead l on l.id = e.lead_id
      left join sequence_step s on s.id = g.step_id
      on conflict (enrolment_id, step_id)
      do update set state = 'RESERVED', slot_at = excluded.slot_at, send_at = excluded.send_at,
        not_after = excluded.not_after, variant_id = excluded.variant_id, mailbox_id = excluded.mailbox_id,
        -- A lead that was moved to this mailbox stays moved when its reservation was released in between: its mail starts a new thread.
        trigger_run_id = excluded.trigger_run_id, message_id = excluded.message_id, to_email = excluded.to_email,
          reallocated_from = coalesce(excluded.reallocated_from, intent.reallocated_from), cancel_reason = null,
          failure_class = null, failure_text = null,
        -- Whoever claimed the earlier reservation does not hold this one.
        fencing_token = 0, lease_owner = null, leased_until = null, updated_at = now(),
        -- What a server refused for good is tried anew once a person has let the lead go on.
        submitting_at = null, attempts = case when intent.state = 'FAILED' then 0
          else intent.attempts end, smtp_code = null, smtp_response = null
      where (intent.state = 'CANCELLED' and intent.submitting_at is null) or intent.state = 'FAILED'
      returning id, enrolment_id
    `,
    [row.workspace_id, row.id, triggerId, JSON.stringify(given)],
  );
  return rows;
}

/** A lead is given a variant once: one that was reserved before keeps it, unless it was switched off, and was counted then. */
async function countVariants(sql: SqlClient, given: readonly ReservedEmail[]): Promise<void> {
  await prepared(
    sql,
    `
      update step_variant v
      set assigned_count = v.assigned_count + g.count
      from (
        select r.variant_id, count(*)::int as count
        from jsonb_to_recordset($1::jsonb) as r(enrolment_id int, step_id int, variant_id int)
        join enrolment e on e.id = r.enrolment_id
        where e.variant_by_step ->> r.step_id::text is distinct from r.variant_id::text
        group by 1
        order by 1
      ) g
      where v.id = g.variant_id
    `,
    [JSON.stringify(given)],
  );
}

/** What a round planned for a campaign's steps. */
interface PlanToCheck {
  row: CampaignRow;
  steps: readonly StepRow[];
  result: PlanResult;
  now: number;
}

/**
 * Leads that are to be set aside for a field that somebody has filled since they were read: looked at again under their
 * locks, which whoever fills one takes first.
 */
export async function filledMeanwhile(sql: SqlClient, { row, steps, result, now }: PlanToCheck): Promise<Set<string>> {
  const ids = result.reasons
    .filter((reason) => reason.park && reason.code === 'MISSING_MERGE_DATA')
    .map((reason) => Number(reason.enrolmentId));
  if (ids.length === 0) return new Set();
  await prepared(sql, 'select from enrolment where id = any($1) order by id for no key update', [ids]);
  return new Set(
    (await loadEnrolments(sql, { campaign: row, steps, enrolmentIds: ids, now }))
      .filter((lead) => lead.missingFields.length === 0)
      .map((lead) => lead.id),
  );
}
