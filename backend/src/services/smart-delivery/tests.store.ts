import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { TestVariant } from './tested-content';

/** Whose tests somebody sees: a client those of its mailboxes, a member with limits those of the mailboxes given to them. */
export interface Scope {
  clientId: ClientId | null;
  memberId: number | null;
}

/** Where the text of a test was taken from. */
export interface TestSource {
  campaign_id: CampaignId;
  campaign_name: string;
  variant_id: number;
  step: number;
  variant: string;
  /** The campaign's emails have List-Unsubscribe; missing in older tests. */
  has_unsubscribe_header?: boolean;
}

export interface TestRecord {
  id: number;
  name: string;
  type: 'manual' | 'auto';
  folder_id: number | null;
  subject: string;
  body_text: string;
  description: string;
  body_html: string | null;
  has_control: boolean;
  checks_links: boolean;
  checks_spam: boolean;
  rest_below: number | null;
  cap_to: number | null;
  below_runs: number;
  pass_percent: number;
  source: TestSource | null;
  sender_ids: number[];
  seed_ids: number[];
  every_days: number | null;
  next_run_at: Date | null;
  ends_at: Date | null;
  is_stopped: boolean;
  created_at: Date;
  is_self_sent: boolean;
  created_by: number | null;
  client_id: ClientId | null;
  starts_at: Date | null;
  cron: string | null;
  time_zone: string;
  has_gap: boolean;
  moves_leads: boolean;
  pauses_step: boolean;
  notifies: boolean;
  is_paused: boolean;
  /** Several texts; null where the test has one. */
  variants: TestVariant[] | null;
  /** What a test that was saved and not started holds; null for every other one. */
  draft: object | null;
}

export interface Tally {
  mails: number;
  inbox: number;
  tab: number;
  spam: number;
  missing: number;
  failed: number;
  waiting: number;
}
export interface RunRecord extends Tally {
  test_id: number;
  number: number;
  started_at: Date;
  control_known: number;
  control_good: number;
  /** Control emails whose place is not known yet: the run is not over while there are any. */
  control_waiting: number;
  code: string | null;
  /** When what had arrived was deleted; null while it is kept. */
  emails_deleted_at: Date | null;
  actions: { mailbox: string; action: string; text: string }[];
}

/** Mailboxes that somebody may send a test from. */
export async function findSenders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
): Promise<{ id: number; email: string; dns_check: Record<string, unknown> }[]> {
  return (
    await sql.query<{ id: number; email: string; dns_check: Record<string, unknown> }>(
      `
        select id, from_email as email, dns_check
        from mailbox
        where workspace_id = $1
          and deleted_at is null
          and ($2::int is null or client_id = $2)
          and ($3::int is null or id in (select member_mailboxes($3)))
        order by from_email, id
      `,
      [workspaceId, scope.clientId, scope.memberId],
    )
  ).rows;
}

/** Where the copy of a test comes from. */
interface SourcePlace {
  campaignId: CampaignId;
  variantId: number;
}

/** The variant of a campaign's step, where the person may see the campaign; null for every other one. */
export async function findSource(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { campaignId, variantId }: SourcePlace,
): Promise<TestSource | null> {
  const { rows } = await sql.query<TestSource>(
    `
      select c.id as campaign_id, c.name as campaign_name, v.id as variant_id, s.seq_number as step,
        v.label as variant, c.add_unsubscribe_header as has_unsubscribe_header
      from campaign c
      join sequence_step s on s.workspace_id = c.workspace_id and s.campaign_id = c.id
      join step_variant v on v.workspace_id = s.workspace_id and v.step_id = s.id
      where c.workspace_id = $1
        and c.id = $2
        and v.id = $3
        and ($4::int is null or c.client_id = $4)
        and ($5::int is null or c.id in (select member_campaigns($5)))
    `,
    [workspaceId, campaignId, variantId, scope.clientId, scope.memberId],
  );
  return rows[0] ?? null;
}

/** A campaign and the mailboxes that are to send its test. */
interface CampaignSenders {
  campaignId: CampaignId;
  senderIds: readonly number[];
}

/** A mailbox of one client that would send the email of another client's campaign; the agency's own are nobody else's. */
export async function findOtherClient(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, senderIds }: CampaignSenders,
): Promise<{ email: string; client: string; campaign_client: string } | null> {
  const { rows } = await sql.query<{ email: string; client: string; campaign_client: string }>(
    `
      select m.from_email as email, theirs.name as client, o.name as campaign_client
      from campaign c
      join agency_client o on o.workspace_id = c.workspace_id and o.id = c.client_id
      join mailbox m on m.workspace_id = c.workspace_id and m.id = any($3::int[])
      join agency_client theirs on theirs.workspace_id = m.workspace_id and theirs.id = m.client_id
      where c.workspace_id = $1 and c.id = $2 and theirs.id <> o.id
      order by m.from_email
      limit 1
    `,
    [workspaceId, campaignId, senderIds],
  );
  return rows[0] ?? null;
}

/** Runs of these tests with their figures, oldest first. */
export async function findRuns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testIds: readonly number[],
): Promise<RunRecord[]> {
  return (
    await sql.query<RunRecord>(
      `
        select r.test_id, r.number, r.started_at, r.actions, r.code, r.emails_deleted_at,
          count(p.id) filter (where p.kind = 'REAL')::int as mails,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'INBOX')::int as inbox,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'TAB')::int as tab,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'SPAM')::int as spam,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'MISSING')::int as missing,
          count(*) filter (where p.kind = 'REAL' and p.state = 'FAILED')::int as failed,
          count(*) filter (where p.kind = 'CONTROL' and (p.landed is not null or p.state = 'FAILED'))::int
            as control_known,
          count(*) filter (where p.kind = 'CONTROL' and p.landed in ('INBOX', 'TAB'))::int as control_good,
          count(*) filter (
            where p.kind = 'REAL' and p.landed is null and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
          )::int as waiting,
          count(*) filter (
            where p.kind = 'CONTROL' and p.landed is null and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
          )::int as control_waiting
        from placement_run r
        left join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
        where r.workspace_id = $1 and r.test_id = any($2::int[])
        group by r.id
        order by r.test_id, r.number
      `,
      [workspaceId, testIds],
    )
  ).rows;
}

export async function addTest(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  test: Omit<TestRecord, 'id' | 'is_stopped' | 'is_paused' | 'draft'>,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into placement_test (
        workspace_id, folder_id, name, type, subject, body_text, sender_ids, seed_ids, every_days, ends_at,
        next_run_at, created_at, description, body_html, has_control, checks_links, checks_spam, rest_below, cap_to,
        source, is_self_sent, created_by, client_id, starts_at, cron, time_zone, has_gap, moves_leads, pauses_step,
        notifies, pass_percent, below_runs, variants
      )
      values (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
        $25, $26, $27, $28, $29, $30, $31, $32, $33
      )
      returning id
    `,
    [
      workspaceId,
      test.folder_id,
      test.name,
      test.type,
      test.subject,
      test.body_text,
      test.sender_ids,
      test.seed_ids,
      test.every_days,
      test.ends_at,
      test.next_run_at,
      test.created_at,
      test.description,
      test.body_html,
      test.has_control,
      test.checks_links,
      test.checks_spam,
      test.rest_below,
      test.cap_to,
      test.source && JSON.stringify(test.source),
      test.is_self_sent,
      test.created_by,
      test.client_id,
      test.starts_at,
      test.cron,
      test.time_zone,
      test.has_gap,
      test.moves_leads,
      test.pauses_step,
      test.notifies,
      test.pass_percent,
      test.below_runs,
      test.variants && JSON.stringify(test.variants),
    ],
  );
  return rows[0]?.id as number;
}

/** Cancels what has not left, and what a person has not sent. An automatic test runs no more. */
export async function stopTest(workspaceId: WorkspaceId, sql: SqlClient, testId: number): Promise<void> {
  await sql.query(
    `
      update placement_test
      set is_stopped = true, is_paused = false, next_run_at = null
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, testId],
  );
  await sql.query(
    `
      update placement_mail p
      set state = 'CANCELLED', look_at = null, failure_text = 'The test was stopped.'
      from placement_run r
      where p.workspace_id = $1
        and r.workspace_id = $1
        and r.id = p.run_id
        and r.test_id = $2
        and (p.state = 'PLANNED' or (r.code is not null and p.landed is null))
    `,
    [workspaceId, testId],
  );
}

/** The next runs wait. @returns whether one was planned */
export async function pauseTest(workspaceId: WorkspaceId, sql: SqlClient, testId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_test
      set is_paused = true, next_run_at = null
      where workspace_id = $1 and id = $2 and next_run_at is not null and not is_stopped
    `,
    [workspaceId, testId],
  );
  return rowCount === 1;
}

export const resumeTest = (workspaceId: WorkspaceId, sql: SqlClient, testId: number, next: Date) =>
  sql.query('update placement_test set is_paused = false, next_run_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    testId,
    next,
  ]);

/** Tests that were stopped may run again; a paused one stays paused. */
export async function startAgain(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  next: Date | null,
): Promise<void> {
  await sql.query(
    'update placement_test set is_stopped = false, next_run_at = $3 where workspace_id = $1 and id = $2',
    [workspaceId, testId, next],
  );
}
