import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findTests } from './find-tests.store';
import type { Scope, TestRecord } from './tests.store';

/** What the row of a draft tells in the list; all else stands in `draft`. */
export type DraftRow = Pick<
  TestRecord,
  | 'name'
  | 'type'
  | 'folder_id'
  | 'subject'
  | 'body_text'
  | 'sender_ids'
  | 'seed_ids'
  | 'every_days'
  | 'cron'
  | 'time_zone'
> &
  Pick<TestRecord, 'is_self_sent' | 'source'> & { draft: object };

const valuesOf = (row: DraftRow) => [
  row.name,
  row.type,
  row.folder_id,
  row.subject,
  row.body_text,
  row.sender_ids,
  row.seed_ids,
  row.every_days,
  row.cron,
  row.time_zone,
  row.is_self_sent,
  row.source && JSON.stringify(row.source),
  JSON.stringify(row.draft),
];

export async function addDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  row: DraftRow,
  made: Pick<TestRecord, 'created_at' | 'created_by' | 'client_id'>,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into placement_test (
        workspace_id, name, type, folder_id, subject, body_text, sender_ids, seed_ids, every_days, cron, time_zone,
        is_self_sent, source, draft, created_at, created_by, client_id
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      returning id
    `,
    [workspaceId, ...valuesOf(row), made.created_at, made.created_by, made.client_id],
  );
  return rows[0]?.id as number;
}

export const saveDraft = (workspaceId: WorkspaceId, sql: SqlClient, id: number, row: DraftRow) =>
  sql.query(
    `
      update placement_test
      set name = $3, type = $4, folder_id = $5, subject = $6, body_text = $7, sender_ids = $8, seed_ids = $9,
        every_days = $10, cron = $11, time_zone = $12, is_self_sent = $13, source = $14, draft = $15
      where workspace_id = $1 and id = $2 and draft is not null
    `,
    [workspaceId, id, ...valuesOf(row)],
  );

/** A draft that somebody may see. */
export async function findDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  id: number,
): Promise<{ draft: object } | null> {
  const [test] = await findTests(workspaceId, sql, scope, { id });
  return test?.draft ? { draft: test.draft } : null;
}

/** Deletes the draft that becomes a test. @returns whether there was one that they may see */
export async function takeDraft(workspaceId: WorkspaceId, sql: SqlClient, scope: Scope, id: number): Promise<boolean> {
  if (!(await findDraft(workspaceId, sql, scope, id))) return false;
  const { rowCount } = await sql.query(
    'delete from placement_test where workspace_id = $1 and id = $2 and draft is not null',
    [workspaceId, id],
  );
  return rowCount === 1;
}

/** The name of a campaign that somebody may see. */
export async function findCampaignName(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  campaignId: CampaignId,
): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>(
    `
      select name
      from campaign
      where workspace_id = $1
        and id = $2
        and ($3::int is null or client_id = $3)
        and ($4::int is null or id in (select member_campaigns($4)))
    `,
    [workspaceId, campaignId, scope.clientId, scope.memberId],
  );
  return rows[0]?.name ?? null;
}
