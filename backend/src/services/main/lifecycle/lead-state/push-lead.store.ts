import type { PushKind, PushSkip } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';
import { publishTopics } from '#platform/live/live';
import { changeLeads } from './enrolment/enrolment.store';
import { leadBefore } from './give-back.store';
import { hasAnswered, isLeftAlone } from './left-alone.store';
import { mustNotBeReached } from './must-not-be-reached.store';
import { wakeFor } from './wake-campaign.store';

/** One lead of a parent campaign that is to go into one of its subsequences. */
export interface Push {
  workspaceId: number;
  subsequenceId: number;
  parentEnrolmentId: number;
  kind: PushKind;
  /** Campaign time of what set it off; the delay counts from here. */
  at: Date;
  /** Overrides the subsequence's own, in seconds. */
  delaySeconds?: number;
  stopOnParentReply?: boolean;
  /** Row of the received mail that set it off. */
  messageRowId?: string | null;
  userId?: number | null;
  evidence: unknown;
}

export type PushResult =
  | { result: 'PUSHED'; enrolmentId: number; cancelledEmails: number }
  | { result: 'SKIPPED'; reason: PushSkip }
  | { result: 'NOTHING'; why: 'WAS_PUSHED' | 'HAS_REPLIED' | 'LEFT_ALONE' | 'NOT_RUNNING' | 'NOT_IN_PARENT' };

interface Parent {
  id: number;
  lead_id: number;
  campaign_id: number;
  mailbox_id: number | null;
  provider: string;
  thread_subject: string | null;
  last_message_id: string | null;
  thread_references: string[];
  is_sender_bounced: boolean;
  is_bounced: boolean;
  is_suppressed: boolean;
  is_left_alone: boolean;
  has_answered: boolean;
  was_pushed: boolean;
}
interface Child {
  campaign_id: number;
  parent_campaign_id: number;
  delay_seconds: number;
  stop_on_parent_reply: boolean;
  status: string;
  first_step_type: string | null;
}

/** What a machine does not begin for somebody who has answered: these triggers are about silence. The others follow from the answer itself. */
const silentKinds: ReadonlySet<PushKind> = new Set(['OPEN', 'CLICK', 'BOUNCE', 'LINKEDIN_CONNECTION', 'RE_ENGAGEMENT']);

/**
 * Pushes a lead into a subsequence, in the transaction of what set it off: the event and the enrolment are one thing, so a crash
 * loses neither. The unique row of subsequence and lead makes it happen once, however many events come at the same time; the
 * parent's enrolment is locked first, so that a reply that is being recorded is seen, or sees what begins here; the subsequence after it, so that
 * a trigger that finds it without leads has finished, or comes again.
 * Only a person pushes a lead to whom the parent itself may not write at present.
 * The lead is done in the parent ("completed and pushed", docs/domain.md, Statuses) unless it had ended there by itself; its mailbox and
 * its thread go along where the subsequence has that mailbox.
 */
export async function pushLead(sql: SqlClient, push: Push): Promise<PushResult> {
  const child = await loadChild(sql, push);
  if (
    !child ||
    child.status === 'STOPPED' ||
    child.status === 'ARCHIVED' ||
    (child.status === 'DRAFTED' && push.kind !== 'MANUAL')
  )
    return { result: 'NOTHING', why: 'NOT_RUNNING' };
  const parent = await lockParent(sql, push, child);
  if (!parent || parent.campaign_id !== child.parent_campaign_id) return { result: 'NOTHING', why: 'NOT_IN_PARENT' };
  const stopOnReply = push.stopOnParentReply ?? child.stop_on_parent_reply;
  if (push.kind !== 'MANUAL' && parent.was_pushed) return { result: 'NOTHING', why: 'WAS_PUSHED' };
  if (push.kind !== 'MANUAL' && parent.is_left_alone && !parent.is_suppressed)
    return { result: 'NOTHING', why: 'LEFT_ALONE' };
  if (stopOnReply && silentKinds.has(push.kind) && parent.has_answered)
    return { result: 'NOTHING', why: 'HAS_REPLIED' };
  if (!(await holdChild(sql, push))) return { result: 'NOTHING', why: 'NOT_RUNNING' };
  const dueAt = new Date(push.at.getTime() + (push.delaySeconds ?? child.delay_seconds) * 1000);
  const pushId = await claimPush(sql, push, parent, { dueAt, stopOnReply });
  if (pushId === null) return { result: 'NOTHING', why: 'WAS_PUSHED' };
  if (push.kind === 'MANUAL' || push.kind === 'CATEGORY') await keepBefore(sql, pushId, parent.id);
  // A dead address may still be reached by hand or on LinkedIn; everybody else who must not be mailed is left alone altogether.
  const isDeadOnly = parent.is_bounced && !parent.is_suppressed && child.first_step_type !== 'EMAIL';
  if ((parent.is_suppressed || parent.is_bounced) && !isDeadOnly) return skip(sql, pushId, 'SUPPRESSED');
  const enrolmentId = await enrol(sql, push, parent, dueAt);
  if (enrolmentId === null) return skip(sql, pushId, 'ALREADY_IN');
  await sql.query('update subsequence_push set enrolment_id = $2 where id = $1', [pushId, enrolmentId]);
  const { cancelled: cancelledEmails } = await changeLeads(sql, [parent.id], {
    kind: 'PUSH',
    detail: { subsequence: push.subsequenceId, by: push.kind },
    at: push.at.getTime(),
  });
  await wakeFor(sql, push.subsequenceId, dueAt, push.at);
  await publishTopics(sql, push.workspaceId, [
    'campaigns',
    `campaign:${push.subsequenceId}`,
    `campaign:${parent.campaign_id}`,
  ]);
  return { result: 'PUSHED', enrolmentId, cancelledEmails };
}

async function loadChild(sql: SqlClient, push: Push): Promise<Child | null> {
  const { rows } = await sql.query<Child>(
    `
      select r.campaign_id, r.parent_campaign_id, r.delay_seconds, r.stop_on_parent_reply, c.status,
        (
          select s.seq_type
          from sequence_step s
          where s.campaign_id = c.id and not s.is_deleted
          order by s.seq_number
          limit 1
        ) as first_step_type
      from subsequence_rule r
      join campaign c on c.id = r.campaign_id
      where r.workspace_id = $1 and r.campaign_id = $2
    `,
    [push.workspaceId, push.subsequenceId],
  );
  return rows[0] ?? null;
}

/** The lead in the parent, locked before it is read: what a reply that held it has written is seen. */
async function lockParent(sql: SqlClient, push: Push, child: Child): Promise<Parent | null> {
  await sql.query('select from enrolment where workspace_id = $1 and id = $2 for update', [
    push.workspaceId,
    push.parentEnrolmentId,
  ]);
  const { rows } = await sql.query<Parent>(
    `
      select e.id, e.lead_id, e.campaign_id, e.mailbox_id, e.provider, e.thread_subject, e.last_message_id,
        e.thread_references, e.is_sender_bounced, l.is_bounced, ${isLeftAlone('e')} as is_left_alone, ${hasAnswered('e.lead_id', 'e.campaign_id')} as has_answered,
        exists (
          select from subsequence_push p where p.campaign_id = $3 and p.lead_id = e.lead_id
        ) as was_pushed,
        ${mustNotBeReached('l', 'coalesce((select c.client_id from campaign c where c.id = $3), 0)')} as is_suppressed
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.workspace_id = $1 and e.id = $2
    `,
    [push.workspaceId, push.parentEnrolmentId, child.campaign_id],
  );
  return rows[0] ?? null;
}

/** The subsequence, as triggers hold it. @returns whether it still takes leads */
async function holdChild(sql: SqlClient, push: Push): Promise<boolean> {
  const { rows } = await sql.query<{ status: string }>(
    'select status from campaign where workspace_id = $1 and id = $2 for no key update',
    [push.workspaceId, push.subsequenceId],
  );
  return rows[0] !== undefined && rows[0].status !== 'STOPPED' && rows[0].status !== 'ARCHIVED';
}

/** The row that makes it happen once. A person may push again who was skipped before, or was taken out since. */
async function claimPush(
  sql: SqlClient,
  push: Push,
  parent: Parent,
  given: { dueAt: Date; stopOnReply: boolean },
): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `
      insert into subsequence_push (
        workspace_id, campaign_id, lead_id, parent_enrolment_id, kind, evidence, message_id,
          stop_on_parent_reply, pushed_by, at, due_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (campaign_id, lead_id)
      do update set kind = excluded.kind, outcome = 'PUSHED', skip_reason = null,
        evidence = excluded.evidence, message_id = null, stop_on_parent_reply = excluded.stop_on_parent_reply,
        pushed_by = excluded.pushed_by, at = excluded.at, due_at = excluded.due_at
      where excluded.kind = 'MANUAL'
        and not exists (
          select from enrolment e where e.campaign_id = excluded.campaign_id and e.lead_id = excluded.lead_id
        )
      returning id
    `,
    [
      push.workspaceId,
      push.subsequenceId,
      parent.lead_id,
      parent.id,
      push.kind,
      JSON.stringify(push.evidence ?? {}),
      push.messageRowId ?? null,
      given.stopOnReply,
      push.userId ?? null,
      push.at,
      given.dueAt,
    ],
  );
  return rows[0]?.id ?? null;
}

/** What the lead was in the parent, for a person who undoes the push, or the category that caused it. */
const keepBefore = (sql: SqlClient, pushId: string, parentEnrolmentId: number): Promise<unknown> =>
  sql.query(
    `update subsequence_push p set parent_before = ${leadBefore('e')} from enrolment e where p.id = $1 and e.id = $2`,
    [pushId, parentEnrolmentId],
  );

async function skip(sql: SqlClient, pushId: string, reason: PushSkip): Promise<PushResult> {
  await sql.query(`update subsequence_push set outcome = 'SKIPPED', skip_reason = $2 where id = $1`, [pushId, reason]);
  return { result: 'SKIPPED', reason };
}

/**
 * The enrolment in the subsequence. After a refusal of the sender another mailbox is taken where there is one. Without the
 * parent's mailbox a first step without subject still says `Re:`, but cites nothing: an answer has to come from where the question was.
 */
async function enrol(sql: SqlClient, push: Push, parent: Parent, dueAt: Date): Promise<number | null> {
  const { rows: boxes } = await sql.query<{ mailbox_id: number }>(
    `
      select cm.mailbox_id
      from campaign_mailbox cm
      join mailbox m on m.id = cm.mailbox_id and m.deleted_at is null
      where cm.campaign_id = $1
      order by cm.mailbox_id
    `,
    [push.subsequenceId],
  );
  const ids = boxes.map((box) => box.mailbox_id);
  const others = ids.filter((id) => id !== parent.mailbox_id);
  const mailboxId =
    parent.is_sender_bounced && others.length > 0
      ? (others[parent.lead_id % others.length] as number)
      : parent.mailbox_id !== null && ids.includes(parent.mailbox_id)
        ? parent.mailbox_id
        : null;
  const isSameThread = mailboxId !== null && mailboxId === parent.mailbox_id;
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into enrolment (
        workspace_id, campaign_id, lead_id, provider, mailbox_id, thread_subject, last_message_id,
          thread_references, parent_enrolment_id, next_due_at, next_eligible_at, constraint_code, created_at,
          updated_at, spin_index
      )
      values (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10,
          case when $10::timestamptz > $11::timestamptz then 'STEP_NOT_DUE' end, $11, $11,
          coalesce((select spin_index + 1 from enrolment where campaign_id = $2 order by id desc limit 1), 0)
      )
      on conflict (campaign_id, lead_id)
      do nothing
      returning id
    `,
    [
      push.workspaceId,
      push.subsequenceId,
      parent.lead_id,
      parent.provider,
      mailboxId,
      parent.thread_subject,
      isSameThread ? parent.last_message_id : null,
      isSameThread ? parent.thread_references : [],
      parent.id,
      dueAt,
      push.at,
    ],
  );
  return rows[0]?.id ?? null;
}
