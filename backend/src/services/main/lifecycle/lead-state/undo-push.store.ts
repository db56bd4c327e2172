import type { CampaignId, EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { LeadBefore } from './restore-lead.store';

/**
 * A push of a lead that is undone: a person's own, or one that a category caused which is undone. `since` is when that category was given.
 */
export interface PushToUndo {
  subsequenceId: CampaignId;
  parentEnrolmentId: number;
  by: { userId: UserId } | { categoryId: number; since: Date };
  at: Date;
}

interface PushRow {
  id: string;
  enrolment_id: EnrolmentId;
  parent_before: LeadBefore | null;
  parent_reason: string | null;
}

export async function findPush(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { subsequenceId, parentEnrolmentId, by }: PushToUndo,
): Promise<PushRow | undefined> {
  const { rows } = await sql.query<PushRow>(
    `
      select p.id, p.enrolment_id, p.parent_before, o.reason as parent_reason
      from subsequence_push p
      join enrolment e on e.workspace_id = p.workspace_id and e.id = p.enrolment_id
      join enrolment o on o.workspace_id = p.workspace_id and o.id = p.parent_enrolment_id
      where p.workspace_id = $1
        and p.campaign_id = $2
        and p.parent_enrolment_id = $3
        and p.outcome = 'PUSHED'
        and (
          (p.kind = 'MANUAL' and p.pushed_by = $4)
          or (p.kind = 'CATEGORY' and (p.evidence ->> 'category_id')::int = $5 and p.at >= $6)
        )
    `,
    [
      workspaceId,
      subsequenceId,
      parentEnrolmentId,
      'userId' in by ? by.userId : null,
      'userId' in by ? null : by.categoryId,
      'userId' in by ? null : by.since,
    ],
  );
  return rows[0];
}

/** A category that is undone for a lead, and when it was given. */
export interface UndoneCategory {
  enrolmentId: EnrolmentId;
  categoryId: number;
  since: Date;
  at: Date;
}

/** Whether an email was sent to a lead, or may have been, a step was done, or something came. */
export async function hasBegun(workspaceId: WorkspaceId, sql: SqlClient, enrolmentId: EnrolmentId): Promise<boolean> {
  const { rows } = await sql.query(
    `
      select
      from enrolment e
      where e.workspace_id = $1
        and e.id = $2
        and (
          e.steps_sent > 0
          or e.last_seq_number > 0
          or exists (select from message m where m.workspace_id = $1 and m.enrolment_id = e.id)
          or exists (
            select
            from intent i
            where i.workspace_id = $1
              and i.enrolment_id = e.id
              and i.state not in ('CANCELLED', 'FAILED', 'RESERVED')
          )
          or exists (
            select
            from linkedin_action a
            where a.workspace_id = $1 and a.enrolment_id = e.id and a.performed_at is not null
          )
        )
    `,
    [workspaceId, enrolmentId],
  );
  return rows.length > 0;
}

/**
 * Whether something was decided about a lead there since: an opt-out, a pause, a hold, a category, a reminder, a reply
 * that waits. All of it would go with it.
 */
export async function isChanged(workspaceId: WorkspaceId, sql: SqlClient, enrolmentId: EnrolmentId): Promise<boolean> {
  const { rows } = await sql.query(
    `
      select
      from enrolment e
      where e.workspace_id = $1
        and e.id = $2
        and (
          e.status <> 'STARTED'
          or e.is_unsubscribed
          or e.hold_kind is not null
          or e.category_id is not null
          or exists (select from reminder r where r.workspace_id = $1 and r.enrolment_id = e.id)
          or exists (
            select
            from intent i
            where i.workspace_id = $1 and i.enrolment_id = e.id and i.state = 'RESERVED' and i.kind <> 'CAMPAIGN'
          )
        )
    `,
    [workspaceId, enrolmentId],
  );
  return rows.length > 0;
}

export async function lockPlaces(workspaceId: WorkspaceId, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query('select from enrolment where workspace_id = $1 and id = any($2) order by id for update', [
    workspaceId,
    ids,
  ]);
}

export async function deletePush(workspaceId: WorkspaceId, sql: SqlClient, pushId: string): Promise<void> {
  await sql.query('delete from subsequence_push where workspace_id = $1 and id = $2', [workspaceId, pushId]);
}

/** The subsequences that took a lead because of a category since it was given. */
export async function findPushesOfCategory(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, categoryId, since }: Omit<UndoneCategory, 'at'>,
): Promise<number[]> {
  const { rows } = await sql.query<{ campaign_id: CampaignId }>(
    `
      select campaign_id
      from subsequence_push
      where workspace_id = $1
        and parent_enrolment_id = $2
        and kind = 'CATEGORY'
        and outcome = 'PUSHED'
        and (evidence ->> 'category_id')::int = $3
        and at >= $4
      order by campaign_id
    `,
    [workspaceId, enrolmentId, categoryId, since],
  );
  return rows.map((row) => row.campaign_id);
}
