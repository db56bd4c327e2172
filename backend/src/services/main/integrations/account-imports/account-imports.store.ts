import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { ImportSource } from '@skein/contracts/main/account-imports.contract';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import type { SourceMailbox, SourceSummary } from './account-source';

export interface ImportRow extends BulkRunRecord {
  id: number;
  source: ImportSource;
  key_sealed: Buffer | null;
  hint: string;
  is_sandbox: boolean;
  pauses_source: boolean;
  takes_block_list: boolean;
}
export interface ItemDetail {
  status?: SourceSummary['status'];
  isPaused?: boolean;
  steps?: number;
  /** Of the sequence as it was imported. */ version?: number;
  mailboxes?: string[];
  notes?: string[];
  type?: string;
  dailyLimit?: number | null;
}
export interface ItemRow {
  id: number;
  import_id: number;
  kind: 'CAMPAIGN' | 'MAILBOX';
  external_id: string;
  name: string;
  state: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';
  phase: 'SETUP' | 'SENT' | 'LEADS';
  cursor: string | null;
  detail: ItemDetail;
  counts: Record<string, number>;
  error_text: string | null;
  campaign_id: CampaignId | null;
}

export async function insertImport(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: {
    runId: number;
    source: ImportSource;
    sealed: Buffer;
    hint: string;
    isSandbox: boolean;
    pauses: boolean;
    blockList: boolean;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into account_import (
        workspace_id, run_id, source, key_sealed, hint, is_sandbox, pauses_source, takes_block_list
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning id
    `,
    [workspaceId, given.runId, given.source, given.sealed, given.hint, given.isSandbox, given.pauses, given.blockList],
  );
  return (rows[0] as { id: number }).id;
}

/** An import of the same product that runs; locks those there are, so that two starts do not both begin. */
export async function findRunning(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  source: ImportSource,
): Promise<number | null> {
  await sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [workspaceId, `account-import:${source}`]);
  const { rows } = await sql.query<{ id: number }>(
    `
      select a.id
      from account_import a
      join bulk_run r on r.workspace_id = a.workspace_id and r.id = a.run_id
      where a.workspace_id = $1 and a.source = $2 and r.status = 'RUNNING'
    `,
    [workspaceId, source],
  );
  return rows[0]?.id ?? null;
}

/** The last imports, newest first; or one, by its own number or that of its run. */
export async function findImports(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, runId }: { id?: number; runId?: number } = {},
): Promise<ImportRow[]> {
  const { rows } = await sql.query<ImportRow>(
    `
      select a.id, a.source, a.key_sealed, a.hint, a.is_sandbox, a.pauses_source, a.takes_block_list, ${runColumns}
      from account_import a
      ${runJoins('a')}
      where a.workspace_id = $1
        and ($2::int is null or a.id = $2)
        and ($3::int is null or a.run_id = $3)
      order by a.id desc
      limit 20
    `,
    [workspaceId, id ?? null, runId ?? null],
  );
  return rows;
}

/** Keeps the key of an import while it runs; null forgets it. */
export async function putKey(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { runId, sealed }: { runId: number; sealed: Buffer | null },
): Promise<void> {
  await sql.query('update account_import set key_sealed = $3 where workspace_id = $1 and run_id = $2', [
    workspaceId,
    runId,
    sealed,
  ]);
}

/** Campaigns and mailboxes of imports, in the order in which they came. */
export async function findItems(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importIds: readonly number[],
): Promise<ItemRow[]> {
  const { rows } = await sql.query<ItemRow>(
    'select * from account_import_item where workspace_id = $1 and import_id = any($2) order by id',
    [workspaceId, importIds],
  );
  return rows;
}

/** Which campaigns of the other account are here already. */
export async function findImported(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  source: ImportSource,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql.query<{ external_id: string }>(
    `
      select external_id
      from account_import_item
      where workspace_id = $1 and source = $2 and kind = 'CAMPAIGN' and external_id = any($3) and campaign_id is not null
    `,
    [workspaceId, source, ids],
  );
  return new Set(rows.map((row) => row.external_id));
}

/** What an import takes. What an earlier one took is looked through again, with the campaign that it became. */
export async function putItems(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { importId: number; source: ImportSource; kind: ItemRow['kind'] },
  items: readonly { id: string; name: string; detail: ItemDetail }[],
): Promise<void> {
  await sql.query(
    `
      insert into account_import_item (workspace_id, import_id, source, kind, external_id, name, detail, state)
      select $1, $2, $3, $4, g.id, left(g.name, 320), g.detail, case when $4 = 'MAILBOX' then 'DONE' else 'PENDING' end
      from jsonb_to_recordset($5::jsonb) as g(id text, name text, detail jsonb)
      on conflict (workspace_id, source, kind, external_id)
      do update
      set import_id = excluded.import_id, name = excluded.name, state = excluded.state, cursor = null, phase = 'SETUP',
        counts = '{}', error_text = null, detail = account_import_item.detail || excluded.detail
    `,
    [workspaceId, given.importId, given.source, given.kind, JSON.stringify(items)],
  );
}
export const mailboxItem = (box: SourceMailbox) => ({
  id: box.email,
  name: box.name || box.email,
  detail: { type: box.type, dailyLimit: box.dailyLimit },
});

/** The campaign that is imported now, or is next. */
export async function findNextItem(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  importId: number,
): Promise<ItemRow | null> {
  const { rows } = await sql.query<ItemRow>(
    `
      select *
      from account_import_item
      where workspace_id = $1 and import_id = $2 and kind = 'CAMPAIGN' and state in ('PENDING', 'RUNNING')
      order by state desc, id
      limit 1
    `,
    [workspaceId, importId],
  );
  return rows[0] ?? null;
}

export async function writeItem(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  change: {
    state?: ItemRow['state'];
    phase?: ItemRow['phase'];
    cursor?: string | null;
    detail?: ItemDetail;
    counts?: Record<string, number>;
    error?: string | null;
    campaignId?: CampaignId;
  },
): Promise<void> {
  await sql.query(
    `
      update account_import_item
      set state = coalesce($3, state), phase = coalesce($4, phase), cursor = case when $5 then $6 else cursor end,
        detail = detail || coalesce($7::jsonb, '{}'), counts = coalesce($8, counts),
        error_text = case when $9 then $10 else error_text end, campaign_id = coalesce($11, campaign_id)
      where workspace_id = $1 and id = $2
    `,
    [
      workspaceId,
      id,
      change.state ?? null,
      change.phase ?? null,
      'cursor' in change,
      change.cursor ?? null,
      change.detail ? JSON.stringify(change.detail) : null,
      change.counts ? JSON.stringify(change.counts) : null,
      'error' in change,
      change.error?.slice(0, 500) ?? null,
      change.campaignId ?? null,
    ],
  );
}

/** Failed campaigns of an import are tried again from where they stopped. */
export async function reopenItems(workspaceId: WorkspaceId, sql: SqlClient, importId: number): Promise<void> {
  await sql.query(
    `
      update account_import_item
      set state = 'PENDING', error_text = null
      where workspace_id = $1 and import_id = $2 and kind = 'CAMPAIGN' and state = 'FAILED'
    `,
    [workspaceId, importId],
  );
}

/** Connected mailboxes by their addresses. */
export async function findMailboxIds(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ id: number; email: string }>(
    `
      select id, lower(from_email) as email
      from mailbox
      where workspace_id = $1 and deleted_at is null and lower(from_email) = any($2)
    `,
    [workspaceId, emails],
  );
  return new Map(rows.map((row) => [row.email, row.id]));
}
