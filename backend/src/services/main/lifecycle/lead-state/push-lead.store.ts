import type { CampaignId, EnrolmentId, MailboxId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign, StoredEnrolment } from '#engine/rows/central-rows';
import type { PushKind, PushSkip } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';
import { leadBefore } from './restore-lead.store';
import { hasAnswered, isLeftAlone } from './left-alone.store';
import { mustNotBeReached } from './must-not-be-reached.store';

/** One lead of a parent campaign that is to go into one of its subsequences. */
export interface Push {
  workspaceId: WorkspaceId;
  subsequenceId: CampaignId;
  parentEnrolmentId: number;
  kind: PushKind;
  /** Campaign time of what set it off; the delay counts from here. */
  at: Date;
  /** Overrides the subsequence's own, in seconds. */
  delaySeconds?: number;
  stopOnParentReply?: boolean;
  /** Row of the received mail that set it off. */
  messageRowId?: string | null;
  userId?: UserId | null;
  evidence: unknown;
}

interface Parent extends Pick<
  StoredEnrolment,
  | 'id'
  | 'lead_id'
  | 'campaign_id'
  | 'mailbox_id'
  | 'provider'
  | 'thread_subject'
  | 'last_message_id'
  | 'thread_references'
  | 'is_sender_bounced'
  | 'is_bounced'
> {
  is_suppressed: boolean;
  is_left_alone: boolean;
  has_answered: boolean;
  was_pushed: boolean;
}
interface Child {
  campaign_id: CampaignId;
  parent_campaign_id: CampaignId;
  delay_seconds: number;
  stop_on_parent_reply: boolean;
  status: StoredCampaign['status'];
  first_step_type: string | null;
}

export async function loadChild(sql: SqlClient, push: Push): Promise<Child | null> {
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
export async function lockParent(sql: SqlClient, push: Push, child: Child): Promise<Parent | null> {
  await sql.query('select from enrolment where workspace_id = $1 and id = $2 for update', [
    push.workspaceId,
    push.parentEnrolmentId,
  ]);
  const { rows } = await sql.query<Parent>(
    `
      select e.id, e.lead_id, e.campaign_id, e.mailbox_id, e.provider, e.thread_subject, e.last_message_id,
        e.thread_references, e.is_sender_bounced, l.is_bounced, ${isLeftAlone('e')} as is_left_alone,
          ${hasAnswered('e.lead_id', 'e.campaign_id')} as has_answered,
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
export async function holdChild(sql: SqlClient, push: Push): Promise<boolean> {
  const { rows } = await sql.query<{ status: string }>(
    'select status from campaign where workspace_id = $1 and id = $2 for no key update',
    [push.workspaceId, push.subsequenceId],
  );
  return rows[0] !== undefined && rows[0].status !== 'STOPPED' && rows[0].status !== 'ARCHIVED';
}

/** The row that makes it happen once. A person may push again who was skipped before, or was taken out since. */
export async function claimPush(
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
export const keepBefore = (sql: SqlClient, pushId: string, parentEnrolmentId: number): Promise<unknown> =>
  sql.query(
    `update subsequence_push p set parent_before = ${leadBefore('e')} from enrolment e where p.id = $1 and e.id = $2`,
    [pushId, parentEnrolmentId],
  );

/**
 * The enrolment in the subsequence. After a refusal of the sender another mailbox is taken where there is one. Without the
 * parent's mailbox a first step without subject still says `Re:`, but cites nothing: an answer has to come from where the question was.
 */
export async function enrol(sql: SqlClient, push: Push, parent: Parent, dueAt: Date): Promise<number | null> {
  const { rows: boxes } = await sql.query<{ mailbox_id: MailboxId }>(
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

/** Where a push has put its lead. */
export async function writePlace(sql: SqlClient, pushId: string, enrolmentId: EnrolmentId): Promise<void> {
  await sql.query('update subsequence_push set enrolment_id = $2 where id = $1', [pushId, enrolmentId]);
}

export async function writeSkipped(sql: SqlClient, pushId: string, reason: PushSkip): Promise<void> {
  await sql.query(`update subsequence_push set outcome = 'SKIPPED', skip_reason = $2 where id = $1`, [pushId, reason]);
}
