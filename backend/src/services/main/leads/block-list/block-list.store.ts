import type { CampaignId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addEntries, type LeadBefore } from '#lifecycle/lifecycle.api';
import type { BlockEntry } from './block-entry';

export interface BlockRecord {
  id: number;
  kind: 'email' | 'domain' | 'hash';
  value: string;
  client_scope: number;
  client_name: string | null;
  source: string;
  reason: string | null;
  upload_id: number | null;
  upload_name: string | null;
  created_at: Date;
  created_by_name: string | null;
}

/** `scopes`: what the person may see, null for all; `clientScope` and `isGlobal` narrow it. */
export interface BlockFilter {
  search?: string;
  /** Exactly these. */ values?: readonly string[];
  kind?: 'email' | 'domain';
  source?: string;
  scopes: readonly number[] | null;
  clientScope?: number;
  isGlobal?: boolean;
  uploadId?: number;
  withoutHashes?: boolean;
}

export interface BlockQuery extends BlockFilter {
  before: number | null;
  limit: number;
  offset?: number;
}

function conditionsOf(workspaceId: WorkspaceId, query: BlockFilter): Conditions {
  const where = new Conditions();
  where.add('s.workspace_id = ?', workspaceId);
  if (query.search) where.add('strpos(s.value, lower(?)) > 0', query.search);
  // With the kinds named, the unique key finds them without reading the list.
  if (query.values) where.add("s.kind IN ('email', 'domain') AND s.value = ANY(?)", [...query.values]);
  if (query.kind) where.add('s.kind = ?', query.kind);
  if (query.source) where.add('s.source = ?', query.source);
  if (query.scopes !== null) where.add('s.client_scope = ANY(?)', [...query.scopes]);
  if (query.clientScope !== undefined) where.add('s.client_scope = ?', query.clientScope);
  if (query.isGlobal !== undefined) where.add(query.isGlobal ? 's.client_scope = 0' : 's.client_scope > 0');
  if (query.uploadId !== undefined) where.add('s.upload_id = ?', query.uploadId);
  if (query.withoutHashes) where.add("s.kind <> 'hash'");
  return where;
}

/** Entries, newest first, from before an id. */
export async function findEntries(workspaceId: WorkspaceId, sql: SqlClient, query: BlockQuery): Promise<BlockRecord[]> {
  const where = conditionsOf(workspaceId, query);
  if (query.before !== null) where.add('s.id < ?', query.before);
  const { rows } = await sql.query<BlockRecord>(
    `
      select s.id, s.kind, s.value, s.client_scope, c.name as client_name, s.source, s.reason, s.upload_id,
        f.file_name as upload_name, s.created_at, coalesce(u.name, u.email) as created_by_name
      from suppression s
      left join app_user u on u.id = s.created_by
      left join agency_client c on c.workspace_id = s.workspace_id and c.id = s.client_scope
      left join block_upload f on f.id = s.upload_id
      where ${where.sql}
      order by s.id desc
      limit ${where.value(query.limit)}
      offset ${where.value(query.offset ?? 0)}
    `,
    where.values,
  );
  return rows;
}

export async function countEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  query: BlockFilter,
  most: number,
): Promise<number> {
  const where = conditionsOf(workspaceId, query);
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from (select from suppression s where ${where.sql} limit ${where.value(most + 1)}) q`,
    where.values,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Inserts entries and answers the ids of the new ones; one that somebody else put there stays, and is noted as theirs and this person's.
 */
export async function insertEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entries: readonly BlockEntry[],
  about: { clientScope: number; source: string; reason: string | null; userId: UserId; at: Date },
): Promise<number[]> {
  const sorted = [...entries].sort((one, other) => (one.value < other.value ? -1 : 1));
  const added = await addEntries(
    workspaceId,
    sql,
    { ...about, entries: sorted, by: about.userId },
    async (missing) =>
      (
        await sql.query<BlockEntry & { id: number }>(
          `
            insert into suppression (
              workspace_id, kind, value, client_scope, source, reason, created_by, created_at
            )
            select $1, g.kind, g.value, $4, $5, $6, $7, $8
            from unnest($2::text[], $3::text[]) as g(kind, value)
            on conflict (workspace_id, kind, value, client_scope)
            do nothing
            returning id, kind, value
          `,
          [
            workspaceId,
            missing.map((entry) => entry.kind),
            missing.map((entry) => entry.value),
            about.clientScope,
            about.source,
            about.reason,
            about.userId,
            about.at,
          ],
        )
      ).rows,
  );
  return added.map((row) => row.id);
}

/** Removes an entry; null when it is not there, or is in none of the scopes (null: all). */
export async function removeEntry(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entryId: number,
  scopes: readonly number[] | null,
): Promise<Pick<BlockRecord, 'kind' | 'value' | 'source' | 'client_scope'> | null> {
  const { rows } = await sql.query<Pick<BlockRecord, 'kind' | 'value' | 'source' | 'client_scope'>>(
    `
      delete from suppression
      where workspace_id = $1 and id = $2 and ($3::int[] is null or client_scope = any($3))
      returning kind, value, source, client_scope
    `,
    [workspaceId, entryId, scopes],
  );
  return rows[0] ?? null;
}

/** An address whose unsubscribe is taken off may be mailed again. */
export async function clearUnsubscribe(workspaceId: WorkspaceId, sql: SqlClient, email: string): Promise<void> {
  await sql.query(
    'update lead set is_unsubscribed = false, unsubscribed_at = null where workspace_id = $1 and email = $2',
    [workspaceId, email],
  );
}

/**
 * An address whose bounce is taken off, because it was a mistake or is over, may be mailed again. What bounced stays in
 * the history of its campaigns.
 */
export async function clearBounce(workspaceId: WorkspaceId, sql: SqlClient, email: string): Promise<void> {
  await sql.query('update lead set is_bounced = false, updated_at = now() where workspace_id = $1 and email = $2', [
    workspaceId,
    email,
  ]);
}

/** An entry that a person put on the list. */
interface OwnEntry {
  id: number;
  kind: 'email' | 'domain';
  value: string;
  client_scope: number;
  created_at: Date;
}

/** Entries of a person, put on the list after a time. */
interface OwnEntries {
  entryIds: readonly number[];
  userId: UserId;
  scopes: readonly number[] | null;
  after: Date;
}

/** Removes entries that this person put on the list, where they are that person's alone. */
export async function removeOwnEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { entryIds, userId, scopes, after }: OwnEntries,
): Promise<OwnEntry[]> {
  const { rows } = await sql.query<OwnEntry>(
    `
      delete from suppression
      where workspace_id = $1
        and id = any($2)
        and created_by = $3
        and source in ('manual', 'api')
        and not stands_for_others
        and created_at > $5
        and ($4::int[] is null or client_scope = any($4))
      returning id, kind, value, client_scope, created_at
    `,
    [workspaceId, entryIds, userId, scopes, after],
  );
  return rows;
}

/** Enrolments that an entry ended when it was put on the list: they ended with it, at the same instant. */
export async function findEndedBy(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entry: OwnEntry,
): Promise<{ id: number; campaign_id: CampaignId; before: LeadBefore }[]> {
  const { rows } = await sql.query<{ id: number; campaign_id: CampaignId; before: LeadBefore }>(
    `
      select e.id, e.campaign_id, e.reason_detail -> 'before' as before
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1
        and e.status = 'BLOCKED'
        and e.reason = 'SUPPRESSED'
        and e.ended_at = $2
        and e.reason_detail ? 'before'
        and ($3 = 0 or c.client_id = $3)
        and e.lead_id in (
          select id
          from lead
          where workspace_id = $1 and email = $5 and $4 = 'email'
          union
          select leads_covered_by($1, array[$5])
          where $4 = 'domain'
        )
      order by e.id
    `,
    [workspaceId, entry.created_at, entry.client_scope, entry.kind, entry.value],
  );
  return rows;
}
