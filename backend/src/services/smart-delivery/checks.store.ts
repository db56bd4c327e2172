import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { MessageAuthentication } from '#platform/mail-authentication/authenticate-message';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { ArrivedContent, ArrivedContents, TestVariant } from './tested-content';

export type CheckKind = 'IP' | 'DOMAIN' | 'SENDER' | 'LINK';
export interface CheckRow {
  kind: CheckKind;
  subject: string;
  answer: unknown;
  checked_at: Date;
}

/** What a check of a run begins with. */
export interface RunToCheck extends ArrivedContents {
  workspace_id: WorkspaceId;
  run_id: number;
  test_id: number;
  number: number;
  subject: string;
  body_text: string;
  body_html: string | null;
  checks_links: boolean;
  rest_below: number | null;
  cap_to: number | null;
  below_runs: number;
  started_at: Date;
  code: string | null;
  source: { campaign_id: CampaignId; variant_id: number; has_unsubscribe_header?: boolean } | null;
  moves_leads: boolean;
  pauses_step: boolean;
  notifies: boolean;
  test_name: string;
  client_id: ClientId | null;
  created_by: number | null;
  variants: TestVariant[] | null;
  emails_deleted_at: Date | null;
}

const runColumns = `r.workspace_id, r.id as run_id, r.test_id, r.number, t.subject, t.body_text, t.body_html, t.checks_links,
  t.rest_below, t.cap_to, t.below_runs, r.started_at, r.code, t.source, t.moves_leads, t.pauses_step, t.notifies, r.content,
  r.variant_contents, r.emails_deleted_at,
  t.name as test_name, t.client_id, t.created_by, t.variants`;

/** Seconds of real time for which a run is settled by one process: DNS and links are asked meanwhile. */
const settleSeconds = 300;

/** Takes a run of which every place is known and nothing was made of it yet. System role: looks across workspaces. */
export async function takeRunToSettle(sql: SqlClient): Promise<RunToCheck | null> {
  const { rows } = await prepared<RunToCheck>(
    sql,
    `
      with due as (
        select r.id
        from placement_run r
        join placement_test t on t.workspace_id = r.workspace_id and t.id = r.test_id
        where r.settled_at is null
          and t.deleted_at is null
          and (r.settle_leased_until is null or r.settle_leased_until < clock_timestamp())
          and not exists (
            select
            from placement_mail p
            where p.workspace_id = r.workspace_id
              and p.run_id = r.id
              and p.landed is null
              and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
          )
        order by r.id
        limit 1
        for update of r skip locked
      )
      update placement_run r
      set settle_leased_until = clock_timestamp() + make_interval(secs => $1)
      from due, placement_test t
      where r.id = due.id and t.workspace_id = r.workspace_id and t.id = r.test_id
      returning ${runColumns}
    `,
    [settleSeconds],
  );
  return rows[0] ?? null;
}

export const markSettled = (sql: SqlClient, runId: number, now: Date) =>
  sql.query('update placement_run set settled_at = $2, settle_leased_until = null where id = $1', [runId, now]);

/** The run of a test that is checked again: the latest. */
export async function findRunToCheck(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
): Promise<RunToCheck | null> {
  const { rows } = await sql.query<RunToCheck>(
    `
      select ${runColumns}
      from placement_run r
      join placement_test t on t.workspace_id = r.workspace_id and t.id = r.test_id
      where r.workspace_id = $1 and r.test_id = $2
      order by r.number desc
      limit 1
    `,
    [workspaceId, testId],
  );
  return rows[0] ?? null;
}

/** One message that arrived of each sender of a run, whole, with the address it came from. */
export async function findSamples(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  runId: number,
): Promise<{ sender: string; client_ip: string | null; headers: string; body: string }[]> {
  return (
    await sql.query<{ sender: string; client_ip: string | null; headers: string; body: string }>(
      `
        select distinct on (sender) coalesce(m.from_email, p.from_email, '') as sender, p.client_ip, p.headers, p.body
        from placement_mail p
        left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
        where p.workspace_id = $1
          and p.run_id = $2
          and p.kind = 'REAL'
          and p.headers is not null
          and p.body is not null
        order by sender, p.id
      `,
      [workspaceId, runId],
    )
  ).rows;
}

/** Addresses that handed over mails of a run. */
export async function findAddresses(workspaceId: WorkspaceId, sql: SqlClient, runId: number): Promise<string[]> {
  const { rows } = await sql.query<{ client_ip: string }>(
    `
      select distinct client_ip
      from placement_mail
      where workspace_id = $1 and run_id = $2 and client_ip is not null
      order by client_ip
      limit 50
    `,
    [workspaceId, runId],
  );
  return rows.map(({ client_ip }) => client_ip);
}

/** What was found out about a run. */
interface ChecksOfRun {
  runId: number;
  checks: readonly { kind: CheckKind; subject: string; answer: unknown }[];
  at: Date;
}

export async function saveChecks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { runId, checks, at }: ChecksOfRun,
): Promise<void> {
  for (const { kind, subject, answer } of checks)
    await sql.query(
      `
        insert into placement_check (workspace_id, run_id, kind, subject, answer, checked_at)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (workspace_id, run_id, kind, subject) do update
        set answer = excluded.answer, checked_at = excluded.checked_at
      `,
      [workspaceId, runId, kind, subject.slice(0, 500), JSON.stringify(answer), at],
    );
}

export async function findChecks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  run: number,
): Promise<CheckRow[]> {
  return (
    await sql.query<CheckRow>(
      `
        select c.kind, c.subject, c.answer, c.checked_at
        from placement_check c
        join placement_run r on r.workspace_id = c.workspace_id and r.id = c.run_id
        where c.workspace_id = $1 and r.test_id = $2 and r.number = $3
        order by c.kind, c.subject
      `,
      [workspaceId, testId, run],
    )
  ).rows;
}

/** One evaluated message of each sender of a run, as it arrived. */
export async function findAuthentications(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  run: number,
): Promise<{ sender: string; authentication: MessageAuthentication }[]> {
  return (
    await sql.query<{ sender: string; authentication: MessageAuthentication }>(
      `
        select distinct on (sender) coalesce(m.from_email, p.from_email, '') as sender, p.authentication
        from placement_run r
        join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
        left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
        where r.workspace_id = $1 and r.test_id = $2 and r.number = $3 and p.authentication is not null
          and r.emails_deleted_at is null
        order by sender, p.id
      `,
      [workspaceId, testId, run],
    )
  ).rows;
}

/** What SpamAssassin said of one message of each sender. */
export async function findSpamVerdicts(workspaceId: WorkspaceId, sql: SqlClient, testId: number, run: number) {
  return (
    await sql.query<{
      sender: string;
      spam: {
        score: number;
        threshold: number;
        isSpam: boolean;
        rules: { name: string; points: number; description: string }[];
      };
    }>(
      `
        select distinct on (sender) coalesce(m.from_email, p.from_email, '') as sender, p.spam
        from placement_run r
        join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
        left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
        where r.workspace_id = $1 and r.test_id = $2 and r.number = $3 and p.spam is not null and p.kind = 'REAL'
        order by sender, p.id
      `,
      [workspaceId, testId, run],
    )
  ).rows;
}

/** Whether a message of this sender and run was given to SpamAssassin already. */
export async function hasSpamVerdict(sql: SqlClient, mailId: number): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>(
    `
      select exists (
        select
        from placement_mail p
        join placement_mail q on q.workspace_id = p.workspace_id and q.run_id = p.run_id and q.mailbox_id is not distinct from p.mailbox_id
        where p.id = $1 and q.spam is not null and q.kind = p.kind
      ) as has
    `,
    [mailId],
  );
  return rows[0]?.has ?? false;
}

/** An email of a run, by its variant where the test has several. */
interface MailOfRun {
  run_id: number;
  variant: string | null;
}

/** Whether an email of this run and variant was read already. */
export async function hasContent(sql: SqlClient, { run_id: runId, variant }: MailOfRun): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>(
    `
      select case when $2::text is null then content is not null else variant_contents ? $2 end as has
      from placement_run
      where id = $1
    `,
    [runId, variant],
  );
  return rows[0]?.has ?? true;
}

/** The content of a run: that of the email that was found first, of each variant. */
export const keepContent = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { run_id: runId, variant }: MailOfRun,
  content: ArrivedContent,
) =>
  sql.query(
    `
      update placement_run
      set content = case when $3::text is null then coalesce(content, $4) else content end,
        variant_contents = case
          when $3 is null then variant_contents
          else jsonb_build_object($3, $4::jsonb) || variant_contents
          end
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, runId, variant, JSON.stringify(content)],
  );

/** What arrived of a run. */
export async function findContents(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  run: number,
): Promise<ArrivedContents> {
  const { rows } = await sql.query<ArrivedContents>(
    'select content, variant_contents from placement_run where workspace_id = $1 and test_id = $2 and number = $3',
    [workspaceId, testId, run],
  );
  return rows[0] ?? { content: null, variant_contents: {} };
}
