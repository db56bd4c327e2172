import type { verificationStatuses } from '@skein/contracts/main/verification.contract';
import type {
  VerificationProvider,
  VerificationReason,
  VerificationResult,
} from '@skein/contracts/main/verification-results';
import { Conditions } from '../../../../../platform/db/conditions';
import type { SqlClient } from '../../../../../platform/db/database';

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

const selected = `
  select v.*, coalesce(u.name, u.email) as created_by_name
  from verification v
  left join app_user u on u.id = v.created_by and u.workspace_id = v.workspace_id
`;

export async function insertVerification(
  workspaceId: number,
  sql: SqlClient,
  given: { name: string; blocksInvalid: boolean; provider: VerificationProvider; userId: number; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into verification (workspace_id, name, blocks_invalid, provider, created_by, created_at)
      values ($1, $2, $3, $4, $5, $6)
      returning id
    `,
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
        `${selected} where v.workspace_id = $1 and v.id = $2${lock ? ' FOR UPDATE OF v' : ''}`,
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
      `
        ${selected}
        where v.workspace_id = $1
          and ($2::int is null or v.created_by = $2)
          and ($3::int is null or v.id < $3)
        order by v.id desc
        limit $4
      `,
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
      `
        select lead_id
        from enrolment
        where workspace_id = $1 and campaign_id = $2 and id = any($3)
        order by lead_id
      `,
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
    `
      select count(*) filter (
          where not w.is and l.verified_at > $3 and l.verification <> 'UNKNOWN'
        )::int as known,
        count(*) filter (where w.is)::int as waiting
      from lead l
      cross join lateral (select exists (${waitingElsewhere}) as is) w
      where l.workspace_id = $1 and l.id = any($2)
    `,
    [workspaceId, leadIds, since],
  );
  return rows[0] as { known: number; waiting: number };
}

const waitingElsewhere = `
  select
  from verification_address a
  join verification v on v.id = a.verification_id
  where a.lead_id = l.id and a.result is null and v.status = 'IN_PROGRESS'
`;

/** Puts leads into a run. What is known since a moment has its result at once and costs nothing; what waits elsewhere is left there. */
export async function insertAddresses(
  workspaceId: number,
  sql: SqlClient,
  verificationId: number,
  leadIds: readonly number[],
  known: { since: Date | null; at: Date },
): Promise<{ added: number; waiting: number; counts: Partial<Record<VerificationResult, number>> }> {
  const { rows } = await sql.query<{ result: VerificationResult | null; count: number }>(
    `
      with added as (
        insert into verification_address (
          workspace_id, verification_id, lead_id, email, domain, result, checked_at, reason
        )
        select l.workspace_id, $3, l.id, l.email, l.domain, k.result,
          case when k.result is not null then $5::timestamptz end,
          (
            select a.reason
            from verification_address a
            where k.result is not null and a.lead_id = l.id and a.result = k.result
            order by a.checked_at desc
            limit 1
          )
        from lead l
        cross join lateral (
          select case
            when l.verified_at > $4 and l.verification <> 'UNKNOWN' then l.verification
            end as result
        ) k
        where l.workspace_id = $1 and l.id = any($2) and not exists (${waitingElsewhere})
        order by l.id
        on conflict
        do nothing
        returning result
      )
      select result, count(*)::int as count
      from added
      group by result
    `,
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
    'update verification set total = $3, done = $4, held = $5, counts = $6 where workspace_id = $1 and id = $2',
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
    `update verification set run = run + 1 where workspace_id = $1 and id = $2 and status = 'IN_PROGRESS'`,
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
      `
        select lead_id, email, domain, tries
        from verification_address
        where workspace_id = $1
          and verification_id = $2
          and result is null
          and (next_at is null or next_at <= $3)
        order by domain, lead_id
        limit $4
      `,
      [workspaceId, id, at, limit],
    )
  ).rows;
}

/** When the next waiting address is due, long ago for one that was not asked yet; null when none waits. */
export async function findNextDue(workspaceId: number, sql: SqlClient, id: number): Promise<Date | null> {
  return (
    (
      await sql.query<{ at: Date | null }>(
        `
          select min(coalesce(next_at, to_timestamp(0))) as at
          from verification_address
          where workspace_id = $1 and verification_id = $2 and result is null
        `,
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
    `
      with given as (
          select *
          from unnest(
            $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::int[], $9::timestamptz[]
          ) as g(lead_id, result, reason, detail, is_charged, tries, next_at)
        ),
        written as (
          update verification_address a
          set result = g.result, reason = g.reason, detail = g.detail, is_charged = g.is_charged,
            tries = g.tries, next_at = g.next_at,
            checked_at = case when g.result is not null then $10::timestamptz end
          from given g
          where a.workspace_id = $1 and a.verification_id = $2 and a.lead_id = g.lead_id and a.result is null
          returning a.lead_id, a.email, a.result, a.is_charged
        ),
        told as (
          update lead l
          set verification = w.result, verified_at = $10
          from written w
          where l.workspace_id = $1 and l.id = w.lead_id and l.email = w.email and w.result is not null
        )
      select result, is_charged, count(*)::int as count
      from written
      where result is not null
      group by result, is_charged
    `,
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
    `
      select g.email
      from unnest($3::int[], $4::text[]) as g(lead_id, email)
      where not exists (
        select
        from verification_address a
        where a.workspace_id = $1 and a.verification_id = $2 and a.lead_id = g.lead_id and a.email = g.email
      )
    `,
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
    `
      update verification
      set done = done + $4, charged = charged + $5,
        counts = (
          select coalesce(
            jsonb_object_agg(key, coalesce((counts ->> key)::int, 0) + coalesce(($6::jsonb ->> key)::int, 0)),
              '{}'
          )
          from (select jsonb_object_keys(counts) as key union select jsonb_object_keys($6::jsonb)) k
        )
      where workspace_id = $1 and id = $2 and run = $3 and status = 'IN_PROGRESS'
    `,
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
    `
      update verification
      set status = 'COMPLETED', finished_at = $3, stopped_at = case when $4 then $3::timestamptz end,
        error = $5, run = run + 1
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, end.at, end.isStopped, end.error],
  );
}

export async function setBlocksInvalid(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  isBlocked: boolean,
): Promise<void> {
  await sql.query('update verification set blocks_invalid = $3 where workspace_id = $1 and id = $2', [
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
      `
        select lead_id, email
        from verification_address
        where workspace_id = $1 and verification_id = $2 and result = 'INVALID' and lead_id > $3
        order by lead_id
        limit $4
      `,
      [workspaceId, id, after, limit],
    )
  ).rows;
}

/** Takes addresses off the block list that verification put there. */
export async function unblockVerified(workspaceId: number, sql: SqlClient, emails: readonly string[]): Promise<void> {
  await sql.query(
    `
      delete from suppression
      where workspace_id = $1
        and kind = 'email'
        and source = 'verification'
        and client_scope = 0
        and value = any($2)
    `,
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
      `
        select lead_id, email, result, reason, detail, is_charged, checked_at
        from verification_address
        where ${where.sql}
        order by lead_id
        limit ${where.value(limit)}
      `,
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
        `select count(*)::int as count from (select from verification_address where ${where.sql} limit ${where.value(most + 1)}) q`,
        where.values,
      )
    ).rows[0]?.count ?? 0
  );
}
