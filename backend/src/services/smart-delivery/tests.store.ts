import type { SqlClient } from '../../platform/db/database';

/** Whose tests somebody sees: a client those of its mailboxes, a member with limits those of the mailboxes given to them. */
export interface Scope {
  clientId: number | null;
  memberId: number | null;
}

/** Where the text of a test was taken from. */
export interface TestSource {
  campaign_id: number;
  campaign_name: string;
  variant_id: number;
  step: number;
  variant: string;
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
  source: TestSource | null;
  sender_ids: number[];
  seed_ids: number[];
  every_days: number | null;
  next_run_at: Date | null;
  ends_at: Date | null;
  is_stopped: boolean;
  created_at: Date;
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
  actions: { mailbox: string; action: string; text: string }[];
}

/** Mailboxes that somebody may send a test from. */
export async function findSenders(
  workspaceId: number,
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

/** The variant of a campaign's step, where the person may see the campaign; null for every other one. */
export async function findSource(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  campaignId: number,
  variantId: number,
): Promise<TestSource | null> {
  const { rows } = await sql.query<TestSource>(
    `
      select c.id as campaign_id, c.name as campaign_name, v.id as variant_id, s.seq_number as step,
        v.label as variant
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

/** Tests of which every sender is visible in the scope, newest first. */
export async function findTests(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  filter: { id?: number | undefined; type?: string | undefined; folderId?: number | undefined },
): Promise<TestRecord[]> {
  return (
    await sql.query<TestRecord>(
      `
        select id, name, type, folder_id, subject, body_text, sender_ids, seed_ids, every_days, next_run_at, ends_at,
          is_stopped, created_at, description, body_html, has_control, checks_links, checks_spam, rest_below, cap_to,
          source
        from placement_test t
        where workspace_id = $1
          and ($2::int is null or id = $2)
          and ($3::text is null or type = $3)
          and ($4::int is null or folder_id = $4)
          and (
            ($5::int is null and $6::int is null)
            or not exists (
              select
              from unnest(t.sender_ids) as s (id)
              left join mailbox m on m.workspace_id = $1 and m.id = s.id
              where m.id is null
                or ($5::int is not null and m.client_id is distinct from $5)
                or ($6::int is not null and m.id not in (select member_mailboxes($6)))
            )
          )
        order by id desc
        limit 1000
      `,
      [workspaceId, filter.id ?? null, filter.type ?? null, filter.folderId ?? null, scope.clientId, scope.memberId],
    )
  ).rows;
}

/** Runs of these tests with their figures, oldest first. */
export async function findRuns(workspaceId: number, sql: SqlClient, testIds: readonly number[]): Promise<RunRecord[]> {
  return (
    await sql.query<RunRecord>(
      `
        select r.test_id, r.number, r.started_at, r.actions, count(p.id) filter (where p.kind = 'REAL')::int as mails,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'INBOX')::int as inbox,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'TAB')::int as tab,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'SPAM')::int as spam,
          count(*) filter (where p.kind = 'REAL' and p.landed = 'MISSING')::int as missing,
          count(*) filter (where p.kind = 'REAL' and p.state = 'FAILED')::int as failed,
          count(*) filter (where p.kind = 'CONTROL' and (p.landed is not null or p.state = 'FAILED'))::int
            as control_known,
          count(*) filter (where p.kind = 'CONTROL' and p.landed in ('INBOX', 'TAB'))::int as control_good,
          count(*) filter (
            where p.landed is null and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
          )::int as waiting
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
  workspaceId: number,
  sql: SqlClient,
  test: Omit<TestRecord, 'id' | 'is_stopped'>,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into placement_test (
        workspace_id, folder_id, name, type, subject, body_text, sender_ids, seed_ids, every_days, ends_at,
        next_run_at, created_at, description, body_html, has_control, checks_links, checks_spam, rest_below, cap_to,
        source
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
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
    ],
  );
  return rows[0]?.id as number;
}

/** Begins the next run: one mail for each sender and seed. Names are those of the database's own random. @returns its number */
export async function addRun(workspaceId: number, sql: SqlClient, testId: number, now: Date): Promise<number> {
  await sql.query('select 1 from placement_test where workspace_id = $1 and id = $2 for update', [workspaceId, testId]);
  const { rows } = await sql.query<{ id: number; number: number }>(
    `
      insert into placement_run (workspace_id, test_id, number, started_at)
      values (
        $1, $2,
        (select coalesce(max(number), 0) + 1 from placement_run where workspace_id = $1 and test_id = $2), $3
      )
      returning id, number
    `,
    [workspaceId, testId, now],
  );
  const run = rows[0] as { id: number; number: number };
  await sql.query(
    `
      insert into placement_mail (workspace_id, run_id, mailbox_id, seed_id, send_at, token, message_id, kind)
      select $1, $3, m.id, s.id, $4, k.token, '<' || k.token || '@' || split_part(m.from_email, '@', 2) || '>', k.kind
      from placement_test t
      join mailbox m on m.workspace_id = $1 and m.id = any(t.sender_ids) and m.deleted_at is null
      join placement_seed s on s.id = any(t.seed_ids) and s.is_active
      cross join lateral (
        select replace(gen_random_uuid()::text, '-', '') as token, w.kind
        from (values ('REAL'), ('CONTROL')) as w (kind)
        where m.id is not null and s.id is not null and (w.kind = 'REAL' or t.has_control)
      ) k
      where t.workspace_id = $1 and t.id = $2
    `,
    [workspaceId, testId, run.id, now],
  );
  return run.number;
}

/** Takes back what has not left. An automatic test runs no more. */
export async function stopTest(workspaceId: number, sql: SqlClient, testId: number): Promise<void> {
  await sql.query(
    'update placement_test set is_stopped = true, next_run_at = null where workspace_id = $1 and id = $2',
    [workspaceId, testId],
  );
  await sql.query(
    `
      update placement_mail p
      set state = 'CANCELLED', failure_text = 'The test was stopped.'
      from placement_run r
      where p.workspace_id = $1
        and r.workspace_id = $1
        and r.id = p.run_id
        and r.test_id = $2
        and p.state = 'PLANNED'
    `,
    [workspaceId, testId],
  );
}

/** Manual tests that were stopped may run again. */
export async function resumeTest(
  workspaceId: number,
  sql: SqlClient,
  testId: number,
  next: Date | null,
): Promise<void> {
  await sql.query(
    'update placement_test set is_stopped = false, next_run_at = $3 where workspace_id = $1 and id = $2',
    [workspaceId, testId, next],
  );
}

export async function deleteTest(workspaceId: number, sql: SqlClient, testId: number): Promise<void> {
  await sql.query('delete from placement_test where workspace_id = $1 and id = $2', [workspaceId, testId]);
}

export async function findFolders(
  workspaceId: number,
  sql: SqlClient,
): Promise<{ id: number; name: string; tests: number; created_at: Date }[]> {
  return (
    await sql.query<{ id: number; name: string; tests: number; created_at: Date }>(
      `
        select f.id, f.name, f.created_at, count(t.id)::int as tests
        from placement_folder f
        left join placement_test t on t.workspace_id = f.workspace_id and t.folder_id = f.id
        where f.workspace_id = $1
        group by f.id
        order by f.name, f.id
      `,
      [workspaceId],
    )
  ).rows;
}

export async function addFolder(workspaceId: number, sql: SqlClient, name: string, now: Date): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'insert into placement_folder (workspace_id, name, created_at) values ($1, $2, $3) returning id',
    [workspaceId, name, now],
  );
  return rows[0]?.id as number;
}

/** @returns whether there was one */
export async function deleteFolder(workspaceId: number, sql: SqlClient, folderId: number): Promise<boolean> {
  await sql.query('update placement_test set folder_id = null where workspace_id = $1 and folder_id = $2', [
    workspaceId,
    folderId,
  ]);
  const { rowCount } = await sql.query('delete from placement_folder where workspace_id = $1 and id = $2', [
    workspaceId,
    folderId,
  ]);
  return rowCount === 1;
}
