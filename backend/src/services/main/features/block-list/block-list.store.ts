import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
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

function conditionsOf(workspaceId: number, query: BlockFilter): Conditions {
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
export async function findEntries(workspaceId: number, sql: SqlClient, query: BlockQuery): Promise<BlockRecord[]> {
  const where = conditionsOf(workspaceId, query);
  if (query.before !== null) where.add('s.id < ?', query.before);
  const { rows } = await sql.query<BlockRecord>(
    `SELECT s.id, s.kind, s.value, s.client_scope, c.name AS client_name, s.source, s.reason, s.upload_id, f.file_name AS upload_name, s.created_at, coalesce(u.name, u.email) AS created_by_name
     FROM suppression s LEFT JOIN app_user u ON u.id = s.created_by LEFT JOIN agency_client c ON c.workspace_id = s.workspace_id AND c.id = s.client_scope LEFT JOIN block_upload f ON f.id = s.upload_id WHERE ${where.sql} ORDER BY s.id DESC LIMIT ${where.value(query.limit)} OFFSET ${where.value(query.offset ?? 0)}`,
    where.values,
  );
  return rows;
}

export async function countEntries(
  workspaceId: number,
  sql: SqlClient,
  query: BlockFilter,
  most: number,
): Promise<number> {
  const where = conditionsOf(workspaceId, query);
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM suppression s WHERE ${where.sql} LIMIT ${where.value(most + 1)}) q`,
    where.values,
  );
  return rows[0]?.count ?? 0;
}

/** Inserts entries and answers the ids of the new ones; an entry that is there already stays as it is. */
export async function insertEntries(
  workspaceId: number,
  sql: SqlClient,
  entries: readonly BlockEntry[],
  about: { clientScope: number; source: string; reason: string | null; userId: number; at: Date },
): Promise<number[]> {
  const sorted = [...entries].sort((one, other) => (one.value < other.value ? -1 : 1));
  const { rows } = await sql.query<{ id: number }>(
    `INSERT INTO suppression (workspace_id, kind, value, client_scope, source, reason, created_by, created_at) SELECT $1, g.kind, g.value, $4, $5, $6, $7, $8 FROM unnest($2::text[], $3::text[]) AS g(kind, value) ON CONFLICT (workspace_id, kind, value, client_scope) DO NOTHING RETURNING id`,
    [
      workspaceId,
      sorted.map((entry) => entry.kind),
      sorted.map((entry) => entry.value),
      about.clientScope,
      about.source,
      about.reason,
      about.userId,
      about.at,
    ],
  );
  return rows.map((row) => row.id);
}

/**
 * Open enrolments of leads that the entries match, locked in the order of their ids. A client's own list reaches only the
 * campaigns of that client.
 */
export async function lockMatchingEnrolments(
  workspaceId: number,
  sql: SqlClient,
  entries: readonly BlockEntry[],
  clientScope: number,
  after: number,
  limit: number,
): Promise<{ id: number; lead_id: number; campaign_id: number }[]> {
  const { rows } = await sql.query<{ id: number; lead_id: number; campaign_id: number }>(
    `SELECT e.id, e.lead_id, e.campaign_id FROM enrolment e JOIN campaign c ON c.id = e.campaign_id
     WHERE e.workspace_id = $1 AND e.status IN ('STARTED', 'INPROGRESS', 'PAUSED') AND e.id > $5 AND ($4 = 0 OR c.client_id = $4)
       AND e.lead_id IN (SELECT id FROM lead WHERE workspace_id = $1 AND email = ANY($2) UNION SELECT id FROM lead WHERE workspace_id = $1 AND domain = ANY($3)) ORDER BY e.id LIMIT $6 FOR UPDATE OF e`,
    [
      workspaceId,
      entries.filter((entry) => entry.kind === 'email').map((entry) => entry.value),
      entries.filter((entry) => entry.kind === 'domain').map((entry) => entry.value),
      clientScope,
      after,
      limit,
    ],
  );
  return rows;
}

/** Removes an entry; null when it is not there, or is in none of the scopes (null: all). */
export async function removeEntry(
  workspaceId: number,
  sql: SqlClient,
  entryId: number,
  scopes: readonly number[] | null,
): Promise<Pick<BlockRecord, 'kind' | 'value' | 'source' | 'client_scope'> | null> {
  const { rows } = await sql.query<Pick<BlockRecord, 'kind' | 'value' | 'source' | 'client_scope'>>(
    'DELETE FROM suppression WHERE workspace_id = $1 AND id = $2 AND ($3::int[] IS NULL OR client_scope = ANY($3)) RETURNING kind, value, source, client_scope',
    [workspaceId, entryId, scopes],
  );
  return rows[0] ?? null;
}

/** An address whose unsubscribe is taken off may be mailed again. */
export async function clearUnsubscribe(workspaceId: number, sql: SqlClient, email: string): Promise<void> {
  await sql.query(
    'UPDATE lead SET is_unsubscribed = false, unsubscribed_at = NULL WHERE workspace_id = $1 AND email = $2',
    [workspaceId, email],
  );
}

/** An address whose bounce is taken off, because it was a mistake or is over, may be mailed again. What bounced stays in the history of its campaigns. */
export async function clearBounce(workspaceId: number, sql: SqlClient, email: string): Promise<void> {
  await sql.query('UPDATE lead SET is_bounced = false, updated_at = now() WHERE workspace_id = $1 AND email = $2', [
    workspaceId,
    email,
  ]);
}

/**
 * Leads that the person's or a member's decision had stopped, of one client or (0) of everybody: the decision is taken back, so they stand as if stopped
 * by hand and may be resumed. That somebody marked them Do Not Contact says nothing of campaigns that they unsubscribed from themselves.
 */
export async function clearDecision(
  workspaceId: number,
  sql: SqlClient,
  email: string,
  source: 'unsubscribe' | 'category',
  clientScope: number,
): Promise<void> {
  await sql.query(
    `UPDATE enrolment e SET is_unsubscribed = e.is_unsubscribed AND NOT $4, reason = CASE WHEN e.status = 'STOPPED' AND (e.reason = 'DO_NOT_CONTACT' OR ($4 AND e.reason = 'UNSUBSCRIBED')) THEN 'MANUAL' ELSE e.reason END, updated_at = now() FROM lead l, campaign c
     WHERE l.workspace_id = $1 AND l.email = $2 AND e.workspace_id = $1 AND e.lead_id = l.id AND c.id = e.campaign_id AND ($3 = 0 OR c.client_id = $3) AND (e.reason = 'DO_NOT_CONTACT' OR ($4 AND (e.is_unsubscribed OR e.reason = 'UNSUBSCRIBED')))`,
    [workspaceId, email, clientScope, source === 'unsubscribe'],
  );
}
