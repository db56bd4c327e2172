import type { verificationStatuses } from '@skein/contracts/main/verification.contract';
import type { VerificationProvider, VerificationResult } from '@skein/contracts/main/verification-results';
import type { SqlClient } from '#platform/db/database';
import { waitingElsewhere } from './verified-addresses.store';

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

/** Verifications before one id; null is everyone's. */
interface VerificationsPage {
  ofUser: number | null;
  before: number | null;
  limit: number;
}

/** Runs, newest first; with a person only theirs. */
export async function findVerifications(
  workspaceId: number,
  sql: SqlClient,
  { ofUser, before, limit }: VerificationsPage,
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

/** The invalid addresses of a verification, after one id. */
interface InvalidPage {
  id: number;
  after: number;
  limit: number;
}

/** Invalid addresses of a run behind a lead, in the order of their leads. */
export async function findInvalid(
  workspaceId: number,
  sql: SqlClient,
  { id, after, limit }: InvalidPage,
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
