import type { CampaignId } from '@skein/contracts/ids';
import type { CancelReason } from '#engine/sending/cancel-reasons';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { LeadEvent } from '#engine/enrolment/lead-events';
import type { LeadState } from '#engine/enrolment/lead-state';
import { transition } from '#engine/enrolment/transition';
import { databaseJson } from '#platform/db/database-json';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { cancelReservations } from './reservations.store';

/**
 * The only folder in which a statement changes the state or the place of an enrolment (`one-author.test.ts`);
 * `record_sent_emails` writes what `sent-leads.store.ts` has decided. What happens to a lead is decided by
 * `engine/enrolment/transition.ts`.
 *
 * Locks are taken in this order where it can be chosen (decision 23): campaigns (`holdCampaignsOf`) or mailboxes, then
 * the steps of the sequence (`holdSequence`), then enrolments by their ids, then their emails.
 */

/** One lead of one campaign, locked. */
export interface LockedState {
  id: number;
  campaignId: CampaignId;
  lead: LeadState;
}

/** A lead that an event changed. */
interface ChangedLead extends LockedState {
  /** When its campaign has to look at it, campaign time in milliseconds. */
  wakeAt: number | null;
}

/** What an event did to leads: those that it changed, and how many emails of sequences it cancelled. */
export interface LeadChange {
  changed: ChangedLead[];
  cancelled: number;
}

type StateRow = Pick<
  StoredEnrolment,
  | 'id'
  | 'campaign_id'
  | 'status'
  | 'reason'
  | 'reason_detail'
  | 'hold_kind'
  | 'hold_until'
  | 'is_parked'
  | 'next_step_id'
  | 'next_seq_number'
  | 'next_due_at'
  | 'next_eligible_at'
  | 'last_seq_number'
  | 'last_step_at'
  | 'steps_sent'
  | 'open_intent_id'
  | 'ended_at'
  | 'is_unsubscribed'
  | 'constraint_code'
>;

/** SQL: the columns of `e` that a state is read from. */
export const stateColumns = `e.id, e.campaign_id, e.status, e.reason, e.reason_detail, e.hold_kind, e.hold_until,
  e.is_parked, e.constraint_code,
  e.next_step_id, e.next_seq_number, e.next_due_at, e.next_eligible_at, e.last_seq_number, e.last_step_at, e.steps_sent, e.open_intent_id,
  e.ended_at, e.is_unsubscribed`;

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null;
const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

export const stateOf = (row: StateRow): LockedState => ({
  id: row.id,
  campaignId: row.campaign_id,
  lead: {
    status: row.status,
    reason: row.reason,
    detail: row.reason_detail,
    hold: row.hold_kind === null ? null : { kind: row.hold_kind, until: timeOf(row.hold_until) },
    isParked: row.is_parked,
    // The version before left it to leads whose worker was replaced.
    code: row.constraint_code === 'LOST_LEASE' ? 'WAITING_TURN' : row.constraint_code,
    stepId: row.next_step_id,
    stepNumber: row.next_seq_number,
    dueAt: timeOf(row.next_due_at),
    lookAt: timeOf(row.next_eligible_at),
    passed: row.last_seq_number,
    lastStepAt: timeOf(row.last_step_at),
    emailsSent: row.steps_sent,
    isInFlight: row.open_intent_id !== null,
    endedAt: timeOf(row.ended_at),
    isUnsubscribed: row.is_unsubscribed,
  },
});

/** A state as the columns that it is kept in. */
export const columnsOf = (lead: LeadState) => ({
  status: lead.status,
  reason: lead.reason,
  reason_detail: lead.detail,
  hold_kind: lead.hold?.kind ?? null,
  hold_until: dateOf(lead.hold?.until ?? null),
  is_parked: lead.isParked,
  constraint_code: lead.code,
  next_step_id: lead.stepId,
  next_seq_number: lead.stepNumber,
  next_due_at: dateOf(lead.dueAt),
  next_eligible_at: dateOf(lead.lookAt),
  last_seq_number: lead.passed,
  last_step_at: dateOf(lead.lastStepAt),
  ended_at: dateOf(lead.endedAt),
  is_unsubscribed: lead.isUnsubscribed,
});

/**
 * Lets an event happen to leads, in the caller's transaction: locks them, asks the table of transitions, writes its
 * answer in one statement, and cancels what it says is cancelled. Once it is committed, nothing that the event forbids
 * is sent (Invariant 2, no email after a stop). Leads whose state does not allow the event stay as they are.
 * @param given the event, or what tells it for each lead
 */
export async function changeLeads(
  sql: SqlClient,
  ids: readonly number[],
  given: LeadEvent | ((state: LockedState) => LeadEvent),
): Promise<LeadChange> {
  if (ids.length === 0) return { changed: [], cancelled: 0 };
  const { rows } = await prepared<StateRow>(
    sql,
    `select ${stateColumns} from enrolment e where e.id = any($1) order by e.id for no key update`,
    [ids],
  );
  const changed: ChangedLead[] = [];
  const cancelledBy = new Map<CancelReason, number[]>();
  for (const row of rows) {
    const state = stateOf(row);
    const outcome = transition(state.lead, typeof given === 'function' ? given(state) : given);
    if (outcome.isRefused) continue;
    changed.push({ id: state.id, campaignId: state.campaignId, lead: outcome.lead, wakeAt: outcome.wakeAt });
    if (outcome.cancels === null) continue;
    const cancelled = cancelledBy.get(outcome.cancels);
    if (cancelled) cancelled.push(state.id);
    else cancelledBy.set(outcome.cancels, [state.id]);
  }
  await writeStates(sql, changed);
  let cancelled = 0;
  for (const [reason, of] of cancelledBy) cancelled += await cancelReservations(sql, of, reason);
  return { changed, cancelled };
}

async function writeStates(sql: SqlClient, states: readonly LockedState[]): Promise<void> {
  if (states.length === 0) return;
  await prepared(
    sql,
    `
      update enrolment e
      set status = g.status, reason = g.reason, reason_detail = g.reason_detail, hold_kind = g.hold_kind,
        hold_until = g.hold_until, is_parked = g.is_parked, constraint_code = g.constraint_code,
        next_step_id = g.next_step_id, next_seq_number = g.next_seq_number, next_due_at = g.next_due_at,
        next_eligible_at = g.next_eligible_at, last_seq_number = g.last_seq_number,
        last_step_at = g.last_step_at, ended_at = g.ended_at, is_unsubscribed = g.is_unsubscribed,
        updated_at = now()
      from jsonb_to_recordset($1::jsonb) as g(
        id int, status text, reason text, reason_detail jsonb, hold_kind text, hold_until timestamptz,
          is_parked boolean, constraint_code text, next_step_id int, next_seq_number int,
          next_due_at timestamptz, next_eligible_at timestamptz, last_seq_number int,
          last_step_at timestamptz, ended_at timestamptz, is_unsubscribed boolean
      )
      where e.id = g.id
    `,
    [databaseJson(states.map(({ id, lead }) => ({ id, ...columnsOf(lead) })))],
  );
}
