import type { CampaignId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { VerificationProvider } from '@skein/contracts/main/verification-results';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { runColumns, runJoins } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import { waitingElsewhere } from './verified-addresses.store';

/** What a run verifies with, and what was set aside for it. */
export interface VerificationOfRun {
  id: number;
  name: string;
  held: number;
  charged: number;
  blocks_invalid: boolean;
  provider: VerificationProvider;
}

/** A verification with its run, which counts addresses by their result. */
export type VerificationRecord = VerificationOfRun & BulkRunRecord;

const details = 'v.id, v.name, v.held, v.charged, v.blocks_invalid, v.provider';
const selected = `
  select ${details}, ${runColumns}
  from verification v
  ${runJoins('v')}
`;

export async function insertVerification(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { runId: number; name: string; blocksInvalid: boolean; provider: VerificationProvider },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into verification (workspace_id, run_id, name, blocks_invalid, provider)
      values ($1, $2, $3, $4, $5)
      returning id
    `,
    [workspaceId, given.runId, given.name, given.blocksInvalid, given.provider],
  );
  return (rows[0] as { id: number }).id;
}

export async function findVerification(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
): Promise<VerificationRecord | null> {
  return (
    (await sql.query<VerificationRecord>(`${selected} where v.workspace_id = $1 and v.id = $2`, [workspaceId, id]))
      .rows[0] ?? null
  );
}

export async function findVerificationOfRun(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
): Promise<VerificationOfRun> {
  const { rows } = await sql.query<VerificationOfRun>(
    `select ${details} from verification v where v.workspace_id = $1 and v.run_id = $2`,
    [workspaceId, runId],
  );
  return rows[0] as VerificationOfRun;
}

/** Verifications before one id; null is everyone's. */
interface VerificationsPage {
  ofUser: number | null;
  before: number | null;
  limit: number;
}

/** Runs, newest first; with a person only theirs. */
export async function findVerifications(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { ofUser, before, limit }: VerificationsPage,
): Promise<VerificationRecord[]> {
  return (
    await sql.query<VerificationRecord>(
      `
        ${selected}
        where v.workspace_id = $1
          and ($2::int is null or r.created_by = $2)
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  enrolmentIds: readonly EnrolmentId[],
): Promise<number[]> {
  return (
    await sql.query<{ lead_id: LeadId }>(
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
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

/** Notes the credits that were set aside. */
export async function setHeld(workspaceId: WorkspaceId, sql: SqlClient, id: number, credits: number): Promise<void> {
  await sql.query('update verification set held = $3 where workspace_id = $1 and id = $2', [workspaceId, id, credits]);
}

/** Adds to the credits that were used, in the transaction of the results. */
export async function addCharged(workspaceId: WorkspaceId, sql: SqlClient, id: number, credits: number): Promise<void> {
  await sql.query('update verification set charged = charged + $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    credits,
  ]);
}

/** When the next waiting address is due, long ago for one that was not asked yet; null when none waits. */
export async function findNextDue(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<Date | null> {
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  verificationId: number,
  asked: readonly { leadId: LeadId; email: string }[],
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

export async function setBlocksInvalid(
  workspaceId: WorkspaceId,
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, after, limit }: InvalidPage,
): Promise<{ lead_id: LeadId; email: string }[]> {
  return (
    await sql.query<{ lead_id: LeadId; email: string }>(
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
export async function unblockVerified(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  emails: readonly string[],
): Promise<void> {
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
