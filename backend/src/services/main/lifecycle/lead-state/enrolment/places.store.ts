import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { changeLeads } from './enrolment.store';
import { isOpen } from './reservations.store';

/** A part of a campaign's leads: these enrolments, or all others. */
export interface Part {
  ids: readonly number[];
  isOthers: boolean;
}

/** The step that leads wait at next, and when each is due; null ends the sequence. */
interface LeadsAtStep {
  step: { id: number | null; number: number };
  leads: readonly { id: number; dueAt: Date | null }[];
  at: Date;
}

/**
 * Points leads at a step with the time it is due: they are past those before it, and are looked at again from the
 * start. Without a step they are done.
 */
export async function pointLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { step, leads, at }: LeadsAtStep,
): Promise<void> {
  const ids = leads.map((lead) => lead.id);
  await sql.query(
    `
      update enrolment e
      set next_step_id = $2, next_seq_number = $3, last_seq_number = $3 - 1, next_due_at = g.due_at,
        next_eligible_at = g.due_at, is_parked = false, updated_at = $6
      from unnest($4::int[], $5::timestamptz[]) as g(id, due_at)
      where e.workspace_id = $1 and e.id = g.id and ${isOpen}
    `,
    [workspaceId, step.id, step.number, ids, leads.map((lead) => lead.dueAt), at],
  );
  if (step.id === null) await changeLeads(sql, ids, { kind: 'RUN_OUT', at: at.getTime() });
}

/** The step that the leads of a part begin with. */
interface FirstStep {
  campaignId: CampaignId;
  firstStepId: number | null;
  part: Part;
}

/** Leads that are past no step yet stand before the first. */
export async function pointNewLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, firstStepId, part }: FirstStep,
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set next_step_id = $3, next_seq_number = 1, is_parked = false
      where workspace_id = $1
        and campaign_id = $2
        and status in ('STARTED', 'PAUSED')
        and last_sent_at is null
        and last_step_at is null
        and (next_step_id is distinct from $3 or next_seq_number <> 1 or is_parked)
        and (id = any($4)) <> $5
    `,
    [workspaceId, campaignId, firstStepId, part.ids, part.isOthers],
  );
}

/** The new numbers of a campaign's steps, for one part of its leads. */
interface StepNumbers {
  campaignId: CampaignId;
  steps: readonly { id: number; number: number }[];
  part: Part;
}

/** Leads keep waiting for the same step under its new number. */
export async function renumberWaiting(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, steps, part }: StepNumbers,
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set next_seq_number = g.number
      from unnest($3::int[], $4::int[]) as g(id, number)
      where e.workspace_id = $1
        and e.campaign_id = $2
        and e.next_step_id = g.id
        and e.next_seq_number <> g.number
        and (e.id = any($5)) <> $6
    `,
    [workspaceId, campaignId, steps.map((step) => step.id), steps.map((step) => step.number), part.ids, part.isOthers],
  );
}

/** The numbers of passed steps before and after, for one part of the leads. */
interface PassedNumbers {
  campaignId: CampaignId;
  steps: readonly { from: number; to: number }[];
  part: Part;
}

/** The number of the last step a lead was sent follows the step, where steps that were sent have a new number. */
export async function renumberPassed(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, steps, part }: PassedNumbers,
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set last_seq_number = g.new_number
      from unnest($3::int[], $4::int[]) as g(old_number, new_number)
      where e.workspace_id = $1
        and e.campaign_id = $2
        and e.last_seq_number = g.old_number
        and g.old_number > 0
        and (e.id = any($5)) <> $6
    `,
    [workspaceId, campaignId, steps.map((step) => step.from), steps.map((step) => step.to), part.ids, part.isOthers],
  );
}

/** A lead whose step was removed while its email left is past whatever comes before the step that it waits at, or past the last one. */
export async function writeBehindRemoved(sql: SqlClient, enrolmentId: EnrolmentId, lastNumber: number): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set last_seq_number = coalesce(
        (select s.seq_number - 1 from sequence_step s where s.id = e.next_step_id), $2
      )
      where e.id = $1
    `,
    [enrolmentId, lastNumber],
  );
}

/**
 * SQL: whether a lead is still in the sequence, or at its end by itself: not where it was stopped or paused, or continues in a subsequence.
 */
const continues = `(e.status = 'INPROGRESS' or (e.status = 'COMPLETED' and e.reason is null))`;

/** An email that was counted and proves unsent. */
export interface UnsentEmail {
  intentId: string;
  /** The step that it was, where its lead is sent it after all; null where something has followed it, or the step was removed. */
  again: { id: number; number: number } | null;
  at: Date;
}

/**
 * The lead as if its email had never been counted; with `again` that is its next step, at once. One that was stopped or
 * pushed meanwhile stays so: only the count is put right.
 */
export async function uncountEmail(sql: SqlClient, { intentId, again, at }: UnsentEmail): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set
        steps_sent = greatest(e.steps_sent - 1, 0),
        first_sent_at = p.first_sent_at,
        next_step_id = case when $3 then $2 else e.next_step_id end,
        next_seq_number = case when $3 then $5 else e.next_seq_number end,
        next_due_at = case when $3 then $4 else e.next_due_at end,
        next_eligible_at = case when $3 and (${continues} or ${isOpen}) then $4 else e.next_eligible_at end,
        constraint_code = case when $3 and ${continues} then 'STEP_NOT_DUE' else e.constraint_code end,
        ended_at = case when $3 and ${continues} then null else e.ended_at end,
        status = case
          when e.status = 'INPROGRESS' and p.id is null then 'STARTED'
          when not $3 or not ${continues} then e.status
          when p.id is null then 'STARTED'
          else 'INPROGRESS'
        end,
        -- A person's own email that came after it stays the last one of the thread.
        thread_references = case
          when e.last_message_id is distinct from i.message_id then array_remove(e.thread_references, i.message_id)
          when p.id is null then '{}'
          else array_append(p."references", p.message_id)
        end,
        thread_subject = case
          when e.last_message_id is distinct from i.message_id then e.thread_subject
          else regexp_replace(p.subject, '^Re: ', '')
        end,
        last_message_id = case
          when e.last_message_id is distinct from i.message_id then e.last_message_id
          else p.message_id
        end,
        last_sent_at = case when e.last_message_id is distinct from i.message_id then e.last_sent_at else p.send_at end,
        -- A lead that waits at a step is past those before it; else it is past what it was past.
        last_seq_number = case when $3 then $5 - 1 else e.last_seq_number end, updated_at = now()
      from intent i
      left join lateral (
        select o.id, o.message_id, o.subject, o."references", o.send_at,
          min(o.send_at) over () as first_sent_at
        from intent o
        where o.enrolment_id = i.enrolment_id
          and o.id <> i.id
          and o.kind = 'CAMPAIGN'
          and o.state in ('SENT', 'IN_DOUBT')
        order by o.send_at desc
        limit 1
      ) p on true
      where i.id = $1 and e.id = i.enrolment_id
    `,
    [intentId, again?.id ?? null, again !== null, at, again?.number ?? null],
  );
}

/** Where a lead stood in another product. */
export interface ImportedPlace {
  id: number;
  status: 'STARTED' | 'COMPLETED' | 'STOPPED' | 'PAUSED' | 'BLOCKED';
  reason: 'UNSUBSCRIBED' | 'BOUNCED' | 'REPLIED' | 'SUPPRESSED' | 'MANUAL' | null;
  /** The last step that it had; 0 for none. */
  step: number;
  isNew: boolean;
  lastAt: Date | null;
  subject: string | null;
  nextId: number | null;
  nextNumber: number | null;
  dueAt: Date | null;
}

/**
 * Puts leads where they stood in another product. A lead that came earlier only moves on: not once anything was sent to
 * it from here, and not against what a person decided here.
 */
export async function writeImportedPlaces(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  places: string,
  at: Date,
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set status = g.status, reason = g.reason, last_seq_number = greatest(e.last_seq_number, g.step),
        last_step_at = coalesce(g."lastAt", e.last_step_at), thread_subject = coalesce(e.thread_subject, g.subject),
        next_step_id = coalesce(g."nextId", e.next_step_id),
        next_seq_number = coalesce(g."nextNumber", e.next_seq_number),
        next_due_at = coalesce(g."dueAt", e.next_due_at),
        next_eligible_at = case when not g.ends then coalesce(g."dueAt", e.next_eligible_at) end,
        constraint_code = case
          when g.ends then 'LEAD_ENDED'
          when g.status = 'PAUSED' then 'LEAD_PAUSED'
          when g."dueAt" is not null then 'STEP_NOT_DUE'
          end,
        hold_kind = case when not g.ends then e.hold_kind end,
        hold_until = case when not g.ends then e.hold_until end,
        is_parked = e.is_parked and not g.ends,
        is_unsubscribed = e.is_unsubscribed or coalesce(g.reason = 'UNSUBSCRIBED', false),
        is_bounced = e.is_bounced or coalesce(g.reason = 'BOUNCED', false),
        ended_at = case when g.ends then coalesce(e.ended_at, $3::timestamptz) end,
        updated_at = $3
      from (
        select r.*, r.status in ('COMPLETED', 'STOPPED', 'BLOCKED') as ends
        from jsonb_to_recordset($2::jsonb) as r(
          id int, status text, reason text, step int, "isNew" boolean, "lastAt" timestamptz, subject text, "nextId" int,
          "nextNumber" int, "dueAt" timestamptz
        )
      ) g
      where e.workspace_id = $1
        and e.id = g.id
        and e.steps_sent = 0
        and e.open_intent_id is null
        and (g."isNew" or (e.status = 'STARTED' and (g.step > e.last_seq_number or g.ends)))
    `,
    [workspaceId, places, at],
  );
}
