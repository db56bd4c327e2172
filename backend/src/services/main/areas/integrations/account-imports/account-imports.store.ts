import type { ImportSource, importStates } from '@skein/contracts/main/account-imports.contract';
import type { SqlClient } from '../../../../../platform/db/database';
import type { SourceMailbox, SourceSummary } from './account-source';

export interface ImportRow {
  id: number;
  workspace_id: number;
  source: ImportSource;
  key_sealed: Buffer | null;
  hint: string;
  is_sandbox: boolean;
  pauses_source: boolean;
  takes_block_list: boolean;
  state: (typeof importStates)[number];
  stage: 'BLOCK_LIST' | 'MAILBOXES' | 'CAMPAIGNS';
  cursor: string | null;
  counts: Record<string, number>;
  error_text: string | null;
  created_by: number | null;
  created_at: Date;
  finished_at: Date | null;
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
  campaign_id: number | null;
}

export async function insertImport(
  workspaceId: number,
  sql: SqlClient,
  given: {
    source: ImportSource;
    sealed: Buffer;
    hint: string;
    isSandbox: boolean;
    pauses: boolean;
    blockList: boolean;
    userId: number;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into account_import (
        workspace_id, source, key_sealed, hint, is_sandbox, pauses_source, takes_block_list, stage, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, case when $7 then 'BLOCK_LIST' else 'MAILBOXES' end, $8, $9)
      returning id
    `,
    [
      workspaceId,
      given.source,
      given.sealed,
      given.hint,
      given.isSandbox,
      given.pauses,
      given.blockList,
      given.userId,
      given.at,
    ],
  );
  return (rows[0] as { id: number }).id;
}

/** An import of the same product that runs; locks those there are, so that two starts do not both begin. */
export async function findRunning(workspaceId: number, sql: SqlClient, source: ImportSource): Promise<number | null> {
  await sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [workspaceId, `account-import:${source}`]);
  const { rows } = await sql.query<{ id: number }>(
    `select id from account_import where workspace_id = $1 and source = $2 and state = 'RUNNING'`,
    [workspaceId, source],
  );
  return rows[0]?.id ?? null;
}

export async function findImports(workspaceId: number, sql: SqlClient, id: number | null): Promise<ImportRow[]> {
  const { rows } = await sql.query<ImportRow>(
    `
      select *
      from account_import
      where workspace_id = $1
        and ($2::int is null or id = $2)
      order by id desc
      limit 20
    `,
    [workspaceId, id],
  );
  return rows;
}

/** Campaigns and mailboxes of imports, in the order in which they came. */
export async function findItems(workspaceId: number, sql: SqlClient, importIds: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql.query<ItemRow>(
    'select * from account_import_item where workspace_id = $1 and import_id = any($2) order by id',
    [workspaceId, importIds],
  );
  return rows;
}

/** Which campaigns of the other account are here already. */
export async function findImported(
  workspaceId: number,
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
  workspaceId: number,
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
export async function findNextItem(workspaceId: number, sql: SqlClient, importId: number): Promise<ItemRow | null> {
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

export async function writeImport(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  change: {
    state?: ImportRow['state'];
    stage?: ImportRow['stage'];
    cursor?: string | null;
    counts?: Record<string, number>;
    error?: { code: string; text: string } | null;
    finishedAt?: Date;
    sealed?: Buffer;
  },
): Promise<void> {
  await sql.query(
    `
      update account_import
      set state = coalesce($3, state), stage = coalesce($4, stage), cursor = case when $5 then $6 else cursor end,
        counts = coalesce($7, counts), error_code = case when $8 then $9 else error_code end,
        error_text = case when $8 then $10 else error_text end,
        finished_at = case when $3 = 'RUNNING' then null else coalesce($11, finished_at) end,
        -- Whoever goes on later names the key again.
        key_sealed = case when coalesce($3, 'RUNNING') = 'RUNNING' then coalesce($12, key_sealed) end
      where workspace_id = $1 and id = $2 and (state = 'RUNNING' or $12::bytea is not null)
    `,
    [
      workspaceId,
      id,
      change.state ?? null,
      change.stage ?? null,
      'cursor' in change,
      change.cursor ?? null,
      change.counts ? JSON.stringify(change.counts) : null,
      'error' in change,
      change.error?.code ?? null,
      change.error?.text.slice(0, 500) ?? null,
      change.finishedAt ?? null,
      change.sealed ?? null,
    ],
  );
}

export async function writeItem(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  change: {
    state?: ItemRow['state'];
    phase?: ItemRow['phase'];
    cursor?: string | null;
    detail?: ItemDetail;
    counts?: Record<string, number>;
    error?: string | null;
    campaignId?: number;
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
export async function reopenItems(workspaceId: number, sql: SqlClient, importId: number): Promise<void> {
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
  workspaceId: number,
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
