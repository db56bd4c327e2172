import type { ImportSource, importStates } from '@skein/contracts/main/account-imports.contract';
import type { SqlClient } from '../../../../../platform/db/database';
import type { SourceMailbox, SourceSent, SourceSummary } from './account-source';
import type { Place } from './place-lead';

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

/** Keeps the last step that each address had, and the subject that its thread began with. Reading a page twice changes nothing. */
export async function addSent(
  workspaceId: number,
  sql: SqlClient,
  itemId: number,
  rows: readonly SourceSent[],
): Promise<void> {
  await sql.query(
    `
      insert into account_import_sent as s (
        workspace_id, item_id, email, step, sent_at, subject, is_replied, is_bounced, is_unsubscribed
      )
      select $1, $2, g.email, max(g.step), max(g.at),
        (array_agg(left(regexp_replace(g.subject, '^(re: *)+', '', 'i'), 998) order by g.step))[1],
        bool_or(g."isReplied"), bool_or(g."isBounced"), bool_or(g."isUnsubscribed")
      from jsonb_to_recordset($3::jsonb) as g(
        email text, step int, at timestamptz, subject text, "isReplied" boolean, "isBounced" boolean, "isUnsubscribed" boolean
      )
      where g.step > 0
      group by g.email
      on conflict (item_id, email)
      do update
      set step = greatest(s.step, excluded.step), sent_at = greatest(s.sent_at, excluded.sent_at),
        subject = case when excluded.step < s.step then coalesce(excluded.subject, s.subject) else s.subject end,
        is_replied = s.is_replied or excluded.is_replied, is_bounced = s.is_bounced or excluded.is_bounced,
        is_unsubscribed = s.is_unsubscribed or excluded.is_unsubscribed
    `,
    [workspaceId, itemId, JSON.stringify(rows)],
  );
}

export interface SentRow {
  email: string;
  step: number;
  sent_at: Date;
  subject: string | null;
  is_replied: boolean;
  is_bounced: boolean;
  is_unsubscribed: boolean;
}
export async function findSent(
  workspaceId: number,
  sql: SqlClient,
  itemId: number,
  emails: readonly string[],
): Promise<Map<string, SentRow>> {
  const { rows } = await sql.query<SentRow>(
    'select * from account_import_sent where workspace_id = $1 and item_id = $2 and email = any($3)',
    [workspaceId, itemId, emails],
  );
  return new Map(rows.map((row) => [row.email, row]));
}
export async function forgetSent(workspaceId: number, sql: SqlClient, itemId: number): Promise<void> {
  await sql.query('delete from account_import_sent where workspace_id = $1 and item_id = $2', [workspaceId, itemId]);
}

export interface PlacedLead extends Pick<Place, 'status' | 'reason' | 'step'> {
  enrolmentId: number;
  isNew: boolean;
  lastAt: Date | null;
  subject: string | null;
  next: { id: number; number: number; dueAt: Date } | null;
}

/**
 * Puts leads where they stood in the other product. A lead that came earlier only moves on: not once anything was sent to it from here, and not
 * against what a person decided here.
 */
export async function placeLeads(
  workspaceId: number,
  sql: SqlClient,
  leads: readonly PlacedLead[],
  at: Date,
): Promise<void> {
  if (leads.length === 0) return;
  await sql.query(
    `
      update enrolment e
      set status = g.status, reason = g.reason, last_seq_number = greatest(e.last_seq_number, g.step),
        last_step_at = coalesce(g."lastAt", e.last_step_at), thread_subject = coalesce(e.thread_subject, g.subject),
        next_step_id = coalesce(g."nextId", e.next_step_id),
        next_seq_number = coalesce(g."nextNumber", e.next_seq_number),
        next_due_at = coalesce(g."dueAt", e.next_due_at), next_eligible_at = coalesce(g."dueAt", e.next_eligible_at),
        constraint_code = case
          when g.status = 'PAUSED' then 'LEAD_PAUSED'
          when g."dueAt" is not null then 'STEP_NOT_DUE'
          end,
        is_unsubscribed = e.is_unsubscribed or coalesce(g.reason = 'UNSUBSCRIBED', false),
        is_bounced = e.is_bounced or coalesce(g.reason = 'BOUNCED', false),
        ended_at = case when g.status in ('COMPLETED', 'STOPPED', 'BLOCKED') then coalesce(e.ended_at, $3::timestamptz) end,
        updated_at = $3
      from jsonb_to_recordset($2::jsonb) as g(
        id int, status text, reason text, step int, "isNew" boolean, "lastAt" timestamptz, subject text, "nextId" int,
        "nextNumber" int, "dueAt" timestamptz
      )
      where e.workspace_id = $1
        and e.id = g.id
        and e.steps_sent = 0
        and e.open_intent_id is null
        and (
          g."isNew"
          or (e.status = 'STARTED' and (g.step > e.last_seq_number or g.status in ('COMPLETED', 'STOPPED', 'BLOCKED')))
        )
    `,
    [
      workspaceId,
      JSON.stringify(
        leads.map(({ enrolmentId, next, ...lead }) => ({
          ...lead,
          id: enrolmentId,
          nextId: next?.id ?? null,
          nextNumber: next?.number ?? null,
          dueAt: next?.dueAt ?? null,
        })),
      ),
      at,
    ],
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
