import type { LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { VerificationReason, VerificationResult } from '@skein/contracts/main/verification-results';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';

export const waitingElsewhere = `
  select
  from verification_address a
  join verification v on v.workspace_id = a.workspace_id and v.id = a.verification_id
  join bulk_run r on r.workspace_id = v.workspace_id and r.id = v.run_id
  where a.workspace_id = l.workspace_id and a.lead_id = l.id and a.result is null and r.status in ('WAITING', 'RUNNING')
`;

/** Leads to verify, and since when known results count. */
interface AddressesToInsert {
  verificationId: number;
  leadIds: readonly LeadId[];
  known: { since: Date | null; at: Date };
}

/** Puts leads into a run. What is known since a moment has its result at once and costs nothing; what waits elsewhere is left there. */
export async function insertAddresses(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { verificationId, leadIds, known }: AddressesToInsert,
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

export interface WaitingAddress {
  lead_id: LeadId;
  email: string;
  domain: string;
  tries: number;
}

/** The addresses of a verification that are due, up to a number. */
interface WaitingAddresses {
  id: number;
  at: Date;
  limit: number;
}

/** Addresses without a result whose time has come, a domain after the other. */
export async function findWaiting(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, at, limit }: WaitingAddresses,
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

export interface AddressOutcome {
  leadId: LeadId;
  email: string;
  result: VerificationResult | null;
  reason: VerificationReason | null;
  detail: string | null;
  isCharged: boolean;
  tries: number;
  nextAt: Date | null;
}

/** What was found about addresses. */
interface AddressOutcomes {
  verificationId: number;
  outcomes: readonly AddressOutcome[];
  at: Date;
}

/**
 * Writes what came of some addresses, and what is known of their leads as long as those have the same address. Only an
 * address without a result gets one.
 */
export async function writeOutcomes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { verificationId, outcomes, at }: AddressOutcomes,
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

export interface VerifiedAddressRecord {
  lead_id: LeadId;
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

function addressConditions(workspaceId: WorkspaceId, id: number, query: AddressQuery): Conditions {
  const where = new Conditions();
  where.add('workspace_id = ? AND verification_id = ?', workspaceId, id);
  if (query.results?.length)
    where.add(`result = ANY(?)${query.results.includes('WAITING') ? ' OR result IS NULL' : ''}`, query.results);
  if (query.search) where.add('strpos(email, ?) > 0', query.search);
  return where;
}

/** The addresses of a verification that a query finds, after one id. */
interface AddressesPage {
  id: number;
  query: AddressQuery;
  after: number | null;
  limit: number;
}

export async function findAddresses(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, query, after, limit }: AddressesPage,
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

/** The addresses of a verification that a query finds, counted up to a number. */
interface AddressesToCount {
  id: number;
  query: AddressQuery;
  most: number;
}

export async function countAddresses(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, query, most }: AddressesToCount,
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
