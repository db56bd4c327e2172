import type { verificationStatuses } from '@skein/contracts/main/verification.contract';
import type {
  VerificationProvider,
  VerificationReason,
  VerificationResult,
} from '@skein/contracts/main/verification-results';
import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';

export interface VerificationRecord {
  id: number;
  workspace_id: number;
  name: string;
  status: (typeof verificationStatuses)[number];
  total: number;
  done: number;
  held: number;
  charged: number;
  counts: Partial<Record<VerificationResult, number>>;
  blocks_invalid: boolean;
  provider: VerificationProvider;
  run: number;
  error: string | null;
  created_by: number | null;
  created_by_name: string | null;
  created_at: Date;
  stopped_at: Date | null;
  finished_at: Date | null;
}

const selected = `SELECT v.*, coalesce(u.name, u.email) AS created_by_name FROM verification v LEFT JOIN app_user u ON u.id = v.created_by AND u.workspace_id = v.workspace_id`;

export async function insertVerification(
  workspaceId: number,
  sql: SqlClient,
  given: { name: string; blocksInvalid: boolean; provider: VerificationProvider; userId: number; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'INSERT INTO verification (workspace_id, name, blocks_invalid, provider, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
    [workspaceId, given.name, given.blocksInvalid, given.provider, given.userId, given.at],
  );
  return (rows[0] as { id: number }).id;
}

export async function findVerification(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  lock = false,
): Promise<VerificationRecord | null> {
  return (
    (
      await sql.query<VerificationRecord>(
        `${selected} WHERE v.workspace_id = $1 AND v.id = $2${lock ? ' FOR UPDATE OF v' : ''}`,
        [workspaceId, id],
      )
    ).rows[0] ?? null
  );
}

/** Runs, newest first; with a person only theirs. */
export async function findVerifications(
  workspaceId: number,
  sql: SqlClient,
  ofUser: number | null,
  before: number | null,
  limit: number,
): Promise<VerificationRecord[]> {
  return (
    await sql.query<VerificationRecord>(
      `${selected} WHERE v.workspace_id = $1 AND ($2::int IS NULL OR v.created_by = $2) AND ($3::int IS NULL OR v.id < $3) ORDER BY v.id DESC LIMIT $4`,
      [workspaceId, ofUser, before, limit],
    )
  ).rows;
}

/** Leads behind some enrolments of a campaign. */
export async function findLeadsOf(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  enrolmentIds: readonly number[],
): Promise<number[]> {
  return (
    await sql.query<{ lead_id: number }>(
      'SELECT lead_id FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND id = ANY($3) ORDER BY lead_id',
      [workspaceId, campaignId, enrolmentIds],
    )
  ).rows.map((row) => row.lead_id);
}

/** How many of the leads are known since a moment, and how many wait in another run already. */
export async function countKnown(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  since: Date | null,
): Promise<{ known: number; waiting: number }> {
  const { rows } = await sql.query<{ known: number; waiting: number }>(
    `SELECT count(*) FILTER (WHERE NOT w.is AND l.verified_at > $3 AND l.verification <> 'UNKNOWN')::int AS known, count(*) FILTER (WHERE w.is)::int AS waiting
     FROM lead l CROSS JOIN LATERAL (SELECT EXISTS (${waitingElsewhere}) AS is) w WHERE l.workspace_id = $1 AND l.id = ANY($2)`,
    [workspaceId, leadIds, since],
  );
  return rows[0] as { known: number; waiting: number };
}

const waitingElsewhere = `SELECT FROM verification_address a JOIN verification v ON v.id = a.verification_id WHERE a.lead_id = l.id AND a.result IS NULL AND v.status = 'IN_PROGRESS'`;

/** Puts leads into a run. What is known since a moment has its result at once and costs nothing; what waits elsewhere is left there. */
export async function insertAddresses(
  workspaceId: number,
  sql: SqlClient,
  verificationId: number,
  leadIds: readonly number[],
  known: { since: Date | null; at: Date },
): Promise<{ added: number; waiting: number; counts: Partial<Record<VerificationResult, number>> }> {
  const { rows } = await sql.query<{ result: VerificationResult | null; count: number }>(
    `WITH added AS (
       INSERT INTO verification_address (workspace_id, verification_id, lead_id, email, domain, result, checked_at, reason)
       SELECT l.workspace_id, $3, l.id, l.email, l.domain, k.result, CASE WHEN k.result IS NOT NULL THEN $5::timestamptz END,
         (SELECT a.reason FROM verification_address a WHERE k.result IS NOT NULL AND a.lead_id = l.id AND a.result = k.result ORDER BY a.checked_at DESC LIMIT 1)
       FROM lead l CROSS JOIN LATERAL (SELECT CASE WHEN l.verified_at > $4 AND l.verification <> 'UNKNOWN' THEN l.verification END AS result) k
       WHERE l.workspace_id = $1 AND l.id = ANY($2) AND NOT EXISTS (${waitingElsewhere}) ORDER BY l.id ON CONFLICT DO NOTHING RETURNING result)
     SELECT result, count(*)::int AS count FROM added GROUP BY result`,
    [workspaceId, leadIds, verificationId, known.since, known.at],
  );
  const counts: Partial<Record<VerificationResult, number>> = {};
  let waiting = 0;
  for (const row of rows)
    if (row.result) counts[row.result] = row.count;
    else waiting = row.count;
  return { added: rows.reduce((sum, row) => sum + row.count, 0), waiting, counts };
}

export async function setTotals(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  totals: { total: number; done: number; held: number; counts: object },
): Promise<void> {
  await sql.query(
    'UPDATE verification SET total = $3, done = $4, held = $5, counts = $6 WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id, totals.total, totals.done, totals.held, JSON.stringify(totals.counts)],
  );
}

/** Begins or takes over a run: whoever held it before gives way at its next write. Null when it is over. */
export async function takeVerification(
  workspaceId: number,
  sql: SqlClient,
  id: number,
): Promise<VerificationRecord | null> {
  const { rowCount } = await sql.query(
    `UPDATE verification SET run = run + 1 WHERE workspace_id = $1 AND id = $2 AND status = 'IN_PROGRESS'`,
    [workspaceId, id],
  );
  return rowCount === 1 ? findVerification(workspaceId, sql, id) : null;
}

export interface WaitingAddress {
  lead_id: number;
  email: string;
  domain: string;
  tries: number;
}

/** Addresses without a result whose time has come, a domain after the other. */
export async function findWaiting(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  at: Date,
  limit: number,
): Promise<WaitingAddress[]> {
  return (
    await sql.query<WaitingAddress>(
      'SELECT lead_id, email, domain, tries FROM verification_address WHERE workspace_id = $1 AND verification_id = $2 AND result IS NULL AND (next_at IS NULL OR next_at <= $3) ORDER BY domain, lead_id LIMIT $4',
      [workspaceId, id, at, limit],
    )
  ).rows;
}

/** When the next waiting address is due, long ago for one that was not asked yet; null when none waits. */
export async function findNextDue(workspaceId: number, sql: SqlClient, id: number): Promise<Date | null> {
  return (
    (
      await sql.query<{ at: Date | null }>(
        'SELECT min(coalesce(next_at, to_timestamp(0))) AS at FROM verification_address WHERE workspace_id = $1 AND verification_id = $2 AND result IS NULL',
        [workspaceId, id],
      )
    ).rows[0]?.at ?? null
  );
}

export interface AddressOutcome {
  leadId: number;
  email: string;
  result: VerificationResult | null;
  reason: VerificationReason | null;
  detail: string | null;
  isCharged: boolean;
  tries: number;
  nextAt: Date | null;
}

/** Writes what came of some addresses, and what is known of their leads as long as those have the same address. Only an address without a result gets one. */
export async function writeOutcomes(
  workspaceId: number,
  sql: SqlClient,
  verificationId: number,
  outcomes: readonly AddressOutcome[],
  at: Date,
): Promise<{ result: VerificationResult; is_charged: boolean; count: number }[]> {
  const sorted = [...outcomes].sort((one, other) => one.leadId - other.leadId);
  const { rows } = await sql.query<{ result: VerificationResult; is_charged: boolean; count: number }>(
    `WITH given AS (SELECT * FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::int[], $9::timestamptz[]) AS g(lead_id, result, reason, detail, is_charged, tries, next_at)),
     written AS (UPDATE verification_address a SET result = g.result, reason = g.reason, detail = g.detail, is_charged = g.is_charged, tries = g.tries, next_at = g.next_at, checked_at = CASE WHEN g.result IS NOT NULL THEN $10::timestamptz END
       FROM given g WHERE a.workspace_id = $1 AND a.verification_id = $2 AND a.lead_id = g.lead_id AND a.result IS NULL RETURNING a.lead_id, a.email, a.result, a.is_charged),
     told AS (UPDATE lead l SET verification = w.result, verified_at = $10 FROM written w WHERE l.workspace_id = $1 AND l.id = w.lead_id AND l.email = w.email AND w.result IS NOT NULL)
     SELECT result, is_charged, count(*)::int AS count FROM written WHERE result IS NOT NULL GROUP BY result, is_charged`,
    [
      workspaceId,
      verificationId,
      sorted.map((one) => one.leadId),
      sorted.map((one) => one.result),
      sorted.map((one) => one.reason),
      sorted.map((one) => one.detail),
      sorted.map((one) => one.isCharged),
      sorted.map((one) => one.tries),
      sorted.map((one) => one.nextAt),
      at,
    ],
  );
  return rows;
}

/** Those of these addresses that the run does not hold any more: their person was erased while they were asked about. */
export async function findForgotten(
  workspaceId: number,
  sql: SqlClient,
  verificationId: number,
  asked: readonly { leadId: number; email: string }[],
): Promise<string[]> {
  const { rows } = await sql.query<{ email: string }>(
    'SELECT g.email FROM unnest($3::int[], $4::text[]) AS g(lead_id, email) WHERE NOT EXISTS (SELECT FROM verification_address a WHERE a.workspace_id = $1 AND a.verification_id = $2 AND a.lead_id = g.lead_id AND a.email = g.email)',
    [workspaceId, verificationId, asked.map((one) => one.leadId), asked.map((one) => one.email)],
  );
  return rows.map((row) => row.email);
}

/** Counts a batch under the fence of its run; false when the run is over or somebody else goes on with it. */
export async function advanceVerification(
  workspaceId: number,
  sql: SqlClient,
  record: Pick<VerificationRecord, 'id' | 'run'>,
  step: { done: number; charged: number; counts: Partial<Record<VerificationResult, number>> },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE verification SET done = done + $4, charged = charged + $5,
       counts = (SELECT coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::int, 0) + coalesce(($6::jsonb ->> key)::int, 0)), '{}') FROM (SELECT jsonb_object_keys(counts) AS key UNION SELECT jsonb_object_keys($6::jsonb)) k)
     WHERE workspace_id = $1 AND id = $2 AND run = $3 AND status = 'IN_PROGRESS'`,
    [workspaceId, record.id, record.run, step.done, step.charged, JSON.stringify(step.counts)],
  );
  return rowCount === 1;
}

export async function endVerification(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  end: { at: Date; isStopped: boolean; error: string | null },
): Promise<void> {
  await sql.query(
    `UPDATE verification SET status = 'COMPLETED', finished_at = $3, stopped_at = CASE WHEN $4 THEN $3::timestamptz END, error = $5, run = run + 1 WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, end.at, end.isStopped, end.error],
  );
}

export async function setBlocksInvalid(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  isBlocked: boolean,
): Promise<void> {
  await sql.query('UPDATE verification SET blocks_invalid = $3 WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    id,
    isBlocked,
  ]);
}

/** Invalid addresses of a run behind a lead, in the order of their leads. */
export async function findInvalid(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  after: number,
  limit: number,
): Promise<{ lead_id: number; email: string }[]> {
  return (
    await sql.query<{ lead_id: number; email: string }>(
      `SELECT lead_id, email FROM verification_address WHERE workspace_id = $1 AND verification_id = $2 AND result = 'INVALID' AND lead_id > $3 ORDER BY lead_id LIMIT $4`,
      [workspaceId, id, after, limit],
    )
  ).rows;
}

/** Takes addresses off the block list that verification put there. */
export async function unblockVerified(workspaceId: number, sql: SqlClient, emails: readonly string[]): Promise<void> {
  await sql.query(
    `DELETE FROM suppression WHERE workspace_id = $1 AND kind = 'email' AND source = 'verification' AND client_scope = 0 AND value = ANY($2)`,
    [workspaceId, emails],
  );
}

export interface VerifiedAddressRecord {
  lead_id: number;
  email: string;
  result: VerificationResult | null;
  reason: VerificationReason | null;
  detail: string | null;
  is_charged: boolean;
  checked_at: Date | null;
}
export interface AddressQuery {
  results?: readonly string[];
  search?: string;
}

function addressConditions(workspaceId: number, id: number, query: AddressQuery): Conditions {
  const where = new Conditions();
  where.add('workspace_id = ? AND verification_id = ?', workspaceId, id);
  if (query.results?.length)
    where.add(`result = ANY(?)${query.results.includes('WAITING') ? ' OR result IS NULL' : ''}`, query.results);
  if (query.search) where.add('strpos(email, ?) > 0', query.search);
  return where;
}

export async function findAddresses(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  query: AddressQuery,
  after: number | null,
  limit: number,
): Promise<VerifiedAddressRecord[]> {
  const where = addressConditions(workspaceId, id, query);
  if (after !== null) where.add('lead_id > ?', after);
  return (
    await sql.query<VerifiedAddressRecord>(
      `SELECT lead_id, email, result, reason, detail, is_charged, checked_at FROM verification_address WHERE ${where.sql} ORDER BY lead_id LIMIT ${where.value(limit)}`,
      where.values,
    )
  ).rows;
}

export async function countAddresses(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  query: AddressQuery,
  most: number,
): Promise<number> {
  const where = addressConditions(workspaceId, id, query);
  return (
    (
      await sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (SELECT FROM verification_address WHERE ${where.sql} LIMIT ${where.value(most + 1)}) q`,
        where.values,
      )
    ).rows[0]?.count ?? 0
  );
}
