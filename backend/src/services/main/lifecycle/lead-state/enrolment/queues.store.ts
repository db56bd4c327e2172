import type { CampaignId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ConstraintCode } from '#engine/sending/constraints';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { changeLeads } from './enrolment.store';
import { isOpen } from './reservations.store';

/** Why a round sends nothing to a lead. */
export interface WaitReason {
  enrolmentId: EnrolmentId;
  code: ConstraintCode;
  nextEligibleAt: Date | null;
  /** It is not looked at before. */
  defer: boolean;
  park: boolean;
}

/** Writes why leads wait. One that ended while the round planned stays as it ended. */
export async function writeReasonsOfLeads(
  sql: SqlClient,
  campaignId: CampaignId,
  reasons: readonly WaitReason[],
): Promise<void> {
  await prepared(
    sql,
    `
      update enrolment e
      set constraint_code = g.code,
        next_eligible_at = case
          when g.defer and g."nextEligibleAt" is not null then g."nextEligibleAt"
          else e.next_eligible_at
          end,
        is_parked = e.is_parked or g.park
      from jsonb_to_recordset($2::jsonb) as g(
        "enrolmentId" int, code text, "nextEligibleAt" timestamptz, defer boolean, park boolean
      )
      where e.campaign_id = $1 and e.id = g."enrolmentId" and ${isOpen}
    `,
    [campaignId, JSON.stringify(reasons)],
  );
}

/** Leads wait at a manual or LinkedIn step: out of the queues until it is done. */
export async function writeWaitAtStep(
  sql: SqlClient,
  ids: readonly number[],
  { stepId, code }: { stepId: number; code: 'MANUAL_STEP' | 'LINKEDIN_STEP' },
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set is_parked = true, next_step_id = $2, constraint_code = $3, updated_at = now()
      where e.id = any($1::int[]) and ${isOpen}
    `,
    [ids, stepId, code],
  );
}

/** A reservation that is released, and what its lead waits for. */
export interface ReleasedLead {
  enrolmentId: EnrolmentId;
  intentId: string;
  reason: ConstraintCode;
  /** Not looked at before; null waits for the step's own time. */
  eligibleAt: Date | null;
  park: boolean;
  /** The kind of hold that it waits with. */
  hold: 'RETRY' | 'DEDICATED_SERVER' | null;
  at: Date;
}

/** The lead of an email that is released returns to its queue. */
export async function writeReleased(
  sql: SqlClient,
  { enrolmentId, intentId, reason, eligibleAt, park, hold, at }: ReleasedLead,
): Promise<void> {
  // A hold that came while the email was at the server (a reply of the company, an absence) says more than the wait
  // between two tries, and an end more than both: the lead stays as it was left.
  const staysAsItIs = `(not ${isOpen}
    or ($6::text is not null and hold_kind not in ('RETRY', 'DEDICATED_SERVER') and (hold_until is null or hold_until > $7)))`;
  const unlessHeld = (column: string, value: string) =>
    `${column} = case when ${staysAsItIs} then ${column} else ${value} end`;
  await prepared(
    sql,
    `
      update enrolment e
      set open_intent_id = null, ${unlessHeld('constraint_code', '$3')},
        is_parked = ${isOpen} and (is_parked or $5), ${unlessHeld('hold_kind', 'coalesce($6, hold_kind)')},
        ${unlessHeld('hold_until', 'case when $6::text is not null then $4 else hold_until end')},
        next_due_at = case when $3 = 'STEP_NOT_DUE' then coalesce($4, next_due_at) else next_due_at end,
        ${unlessHeld('next_eligible_at', 'case when $4::timestamptz is not null then $4 else coalesce(next_due_at, $7) end')},
        updated_at = now()
      where id = $1 and open_intent_id = $2
    `,
    [enrolmentId, intentId, reason, eligibleAt, park, hold, at],
  );
}

/** The email of a lead is over: none is reserved or being submitted any more. */
export async function forgetEmail(sql: SqlClient, enrolmentId: EnrolmentId, intentId: string): Promise<void> {
  await prepared(
    sql,
    'update enrolment set open_intent_id = null, updated_at = now() where id = $1 and open_intent_id = $2',
    [enrolmentId, intentId],
  );
}

/** The server refused the email of a lead for good: it ends, unless it is paused or has ended already. @returns whether it ended */
export async function refuseLead(
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  { isRecipient, detail, at }: { isRecipient: boolean; detail: object; at: Date },
): Promise<boolean> {
  const { changed } = await changeLeads(sql, [enrolmentId], {
    kind: 'REFUSE',
    as: isRecipient ? 'BLOCKED' : 'STOPPED',
    reason: isRecipient ? 'BOUNCED' : 'FAILED',
    detail,
    at: at.getTime(),
  });
  return changed.length === 1;
}

/** A lead whose email was refused is marked with whom the refusal was about. */
export async function writeRefused(sql: SqlClient, enrolmentId: EnrolmentId, isRecipient: boolean): Promise<void> {
  await prepared(
    sql,
    `
      update enrolment
      set is_bounced = is_bounced or $2, is_sender_bounced = is_sender_bounced or not $2
      where id = $1
    `,
    [enrolmentId, isRecipient],
  );
}

/** SQL: a lead that was set aside until a person acts, unless it waits at its step for a person or for LinkedIn. */
const isSetAside = `
  is_parked
    and constraint_code is distinct from 'MANUAL_STEP'
    and constraint_code is distinct from 'LINKEDIN_STEP'
`;

/** Leads of a campaign that were set aside are looked at again. */
export async function unparkLeads(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<void> {
  await sql.query(
    `update enrolment set is_parked = false where workspace_id = $1 and campaign_id = $2 and ${isSetAside}`,
    [workspaceId, campaignId],
  );
}

/** The same for these people in every campaign: something of them has changed. */
export async function unparkPeople(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set is_parked = false
      where id in (
        select id
        from enrolment
        where workspace_id = $1 and lead_id = any($2) and ${isSetAside}
        order by id
        for update
      )
    `,
    [workspaceId, leadIds],
  );
}

/** Leads that were put off for a reason that may be gone are considered from their own time on. */
export async function considerAgain(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  code: 'LEAD_WINDOW_CLOSED' | 'COMPANY_DAILY_LIMIT',
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set next_eligible_at = next_due_at
      where workspace_id = $1 and campaign_id = $2 and constraint_code = $3 and open_intent_id is null
    `,
    [workspaceId, campaignId, code],
  );
}

/** Enrolments and the mailbox that sends to them from now on. */
interface SenderChange {
  ids: readonly number[];
  mailboxId: MailboxId;
  at: Date;
}

/** Moves leads to a mailbox; what they send next begins a thread of its own, under the subject of the first. */
export async function writeMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { ids, mailboxId, at }: SenderChange,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      update enrolment e
      set mailbox_id = $3, last_message_id = null, thread_references = '{}', is_parked = false,
        constraint_code = case when ${isOpen} then null else constraint_code end, updated_at = $4
      where workspace_id = $1 and id = any($2) and mailbox_id is distinct from $3::int
      returning id
    `,
    [workspaceId, ids, mailboxId, at],
  );
  return rows.map((row) => row.id);
}

/** An address was taken off a block list: its stopped leads may be resumed. */
interface LiftedBlock {
  email: string;
  /** 0 for the whole workspace. */
  clientScope: number;
  /** Their unsubscribe is undone as well. */
  isUnsubscribe: boolean;
}

/**
 * Leads that the person's or a member's decision had stopped, of one client or (0) of everyone: the decision is undone,
 * so they are as if stopped manually and may be resumed. A lifted Do Not Contact says nothing of campaigns that the
 * person unsubscribed from.
 */
export async function writeBlockLifted(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { email, clientScope, isUnsubscribe }: LiftedBlock,
): Promise<void> {
  await sql.query(
    `
      update enrolment e
      set is_unsubscribed = e.is_unsubscribed and not $4,
        reason = case
          when e.status = 'STOPPED' and (
            e.reason = 'DO_NOT_CONTACT' or ($4 and e.reason = 'UNSUBSCRIBED')
          ) then 'MANUAL'
          else e.reason
          end,
        updated_at = now()
      from lead l, campaign c
      where l.workspace_id = $1
        and l.email = $2
        and e.workspace_id = $1
        and e.lead_id = l.id
        and c.id = e.campaign_id
        and ($3 = 0 or c.client_id = $3)
        and (e.reason = 'DO_NOT_CONTACT' or ($4 and (e.is_unsubscribed or e.reason = 'UNSUBSCRIBED')))
    `,
    [workspaceId, email, clientScope, isUnsubscribe],
  );
}
