import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { CancelReason } from '#engine/sending/cancel-reasons';
import type { ConstraintCode } from '#engine/sending/constraints';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';

/** SQL: nothing has ended the lead `e`. */
export const isOpen = `e.status in ('STARTED', 'INPROGRESS', 'PAUSED')`;

/** Which reservations are cancelled, and what their leads wait for afterwards. */
interface ReservationFilter {
  /** SQL over `i`, the email; its own values are `$2` and on. */
  which: string;
  values: readonly unknown[];
  waits?: {
    /** Why they wait; without it the code stays. */
    code?: ConstraintCode;
    /** They are looked at again when their step is due. A lead without such a time: at this time, or as before. */
    whenDue?: 'ONLY' | 'OR_AS_BEFORE' | { orAt: Date };
    /** A first email may leave from another mailbox: it has no thread to lose. */
    freesNewLeads?: boolean;
  };
}

/**
 * Cancels reservations in the caller's transaction: the emails that match are CANCELLED with the reason, their leads
 * are free again, and the rounds that planned them count them as released, so that none waits for an outcome that never
 * comes. What is being submitted at this moment is under way and stays.
 * @returns how many emails of sequences
 */
export async function cancelReservedWhere(
  sql: SqlClient,
  reason: CancelReason,
  { which, values, waits = {} }: ReservationFilter,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      with back as (
          update intent i
          set state = 'CANCELLED', cancel_reason = $1, updated_at = now()
          where i.state = 'RESERVED' and ${which}
          returning i.id, i.enrolment_id, i.trigger_run_id, i.send_at
        ),
        freed as (
          update enrolment e
          set open_intent_id = null${changesOf(waits, values.length + 2)}
          from back
          where e.id = back.enrolment_id and e.open_intent_id = back.id
        ),
        counted as (
          update trigger_run t
          set counts = jsonb_set(
              t.counts, '{released}', to_jsonb(coalesce((t.counts ->> 'released')::int, 0) + g.mails)
            ),
            state = case
              when trigger_outcomes(t.counts) + g.mails >= t.planned then 'COMPLETED'
              else t.state
              end,
            completed_at = case
              when trigger_outcomes(t.counts) + g.mails >= t.planned then coalesce(t.completed_at, g.at)
              else t.completed_at
              end
          from (
            select trigger_run_id as id, count(*)::int as mails, max(send_at) as at
            from back
            where trigger_run_id is not null
            group by 1
          ) g
          where t.id = g.id
        )
      select count(*)::int as count
      from back
      where enrolment_id is not null
    `,
    [reason, ...values, ...valuesOf(waits)],
  );
  return rows[0]?.count ?? 0;
}

export type Waits = NonNullable<ReservationFilter['waits']>;

/** SQL: what else changes of the leads. One that has ended waits for nothing. */
function changesOf({ code, whenDue, freesNewLeads }: Waits, firstValue: number): string {
  let value = firstValue;
  const changes = [];
  if (code !== undefined)
    changes.push(`constraint_code = case when ${isOpen} then $${value++} else e.constraint_code end`);
  if (whenDue !== undefined) {
    const due =
      whenDue === 'ONLY'
        ? 'e.next_due_at'
        : `coalesce(e.next_due_at, ${whenDue === 'OR_AS_BEFORE' ? 'e.next_eligible_at' : `$${value}::timestamptz`})`;
    changes.push(`next_eligible_at = case when ${isOpen} then ${due} end`);
  }
  if (freesNewLeads) changes.push('mailbox_id = case when e.steps_sent = 0 then null else e.mailbox_id end');
  return changes.map((change) => `, ${change}`).join('');
}

const valuesOf = ({ code, whenDue }: Waits): unknown[] => [
  ...(code === undefined ? [] : [code]),
  ...(typeof whenDue === 'object' ? [whenDue.orAt] : []),
];

/** Reserved emails by what they belong to; `withOwn` are those too that people wrote, without it emails of sequences alone. */
interface ReservedEmails {
  workspaceId?: WorkspaceId;
  campaignId?: CampaignId;
  mailboxIds?: readonly MailboxId[];
  leads?: readonly number[];
  withOwn?: boolean;
}

/** The same for emails that are named by what they belong to. @returns how many emails of sequences */
export function cancelReservedOf(
  sql: SqlClient,
  reason: CancelReason,
  whose: ReservedEmails,
  waits: Waits,
): Promise<number> {
  // A key without a value would widen what is cancelled to everything that the others name.
  if (Object.values(whose).includes(undefined)) throw new Error('Reserved emails are named by something undefined');
  const { workspaceId, campaignId, mailboxIds, leads, withOwn = false } = whose;
  const values: unknown[] = [];
  const conditions = withOwn ? [] : [`i.kind = 'CAMPAIGN'`];
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length + 1}`));
  };
  add((place) => `i.workspace_id = ${place}`, workspaceId);
  add((place) => `i.campaign_id = ${place}`, campaignId);
  add((place) => `i.mailbox_id = any(${place}::int[])`, mailboxIds);
  add((place) => `i.enrolment_id = any(${place}::int[])`, leads);
  if (values.length === 0) throw new Error('Reserved emails are cancelled by what they belong to');
  return cancelReservedWhere(sql, reason, { which: conditions.join(' and '), values, waits });
}

/** Cancels the reservations of leads. @returns how many */
export async function cancelReservations(
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
  reason: CancelReason,
): Promise<number> {
  return enrolmentIds.length === 0
    ? 0
    : cancelReservedWhere(sql, reason, {
        which: `i.enrolment_id = any($2) and i.kind = 'CAMPAIGN'`,
        values: [enrolmentIds],
      });
}

/**
 * The leads of reserved emails are in no queue. One that ended while its round planned stays as it ended: the last check refuses its email.
 */
export async function writeInFlight(sql: SqlClient, written: string, given: string): Promise<void> {
  await prepared(
    sql,
    `
      update enrolment e
      set open_intent_id = g.intent_id, mailbox_id = g.mailbox_id,
        variant_by_step = e.variant_by_step || jsonb_build_object(g.step_id::text, g.variant_id),
        constraint_code = case when ${isOpen} then 'STEP_IN_FLIGHT' else e.constraint_code end,
        next_eligible_at = case when ${isOpen} then g.send_at end, updated_at = now()
      from (
        select (w->>'id')::bigint as intent_id, (w->>'enrolment_id')::int as enrolment_id,
          (r->>'mailbox_id')::int as mailbox_id, r->>'step_id' as step_id,
          (r->>'variant_id')::int as variant_id, (r->>'send_at')::timestamptz as send_at
        from jsonb_array_elements($1::jsonb) w
        join jsonb_array_elements($2::jsonb) r on r->>'enrolment_id' = w->>'enrolment_id'
      ) g
      where e.id = g.enrolment_id
    `,
    [written, given],
  );
}

/** The email of a lead that was found in Sent is under way until it is recorded. */
export async function writeFound(
  sql: SqlClient,
  { enrolmentId, intentId, mailboxId }: { enrolmentId: EnrolmentId; intentId: string; mailboxId: MailboxId },
): Promise<void> {
  await sql.query('update enrolment set open_intent_id = $2, mailbox_id = $3 where id = $1', [
    enrolmentId,
    intentId,
    mailboxId,
  ]);
}
