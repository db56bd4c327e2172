import type { CampaignId, ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface MailboxScore {
  mailbox_id: MailboxId;
  email: string;
  client_id: ClientId | null;
  score: number | null;
  /** Placement by what a mailbox's own provider can be: Google, Microsoft, others. */
  scores: { GMAIL?: number; OUTLOOK?: number; OTHER?: number };
}

const percentOf = (which: string) => `
  round(
    100.0 * count(*) filter (where p.landed in ('INBOX', 'TAB') and ${which})
      / nullif(count(*) filter (where (p.landed is not null or p.state = 'FAILED') and ${which}), 0)
  )::int
`;

/** Placement of each mailbox in a run, in percent. */
export async function findScores(workspaceId: WorkspaceId, sql: SqlClient, runId: number): Promise<MailboxScore[]> {
  return (
    await sql.query<MailboxScore>(
      `
        select m.id as mailbox_id, m.from_email as email, m.client_id, ${percentOf('true')} as score,
          jsonb_strip_nulls(
            jsonb_build_object(
              'GMAIL', ${percentOf(`s.provider ~* 'gmail|google'`)}, 'OUTLOOK', ${percentOf(`s.provider ~* 'outlook|microsoft|hotmail'`)},
              'OTHER', ${percentOf(`s.provider !~* 'gmail|google|outlook|microsoft|hotmail'`)}
            )
          ) as scores
        from placement_mail p
        join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
        join placement_seed s on s.id = p.seed_id
        where p.workspace_id = $1 and p.run_id = $2 and p.kind = 'REAL' and m.deleted_at is null
        group by m.id
        order by m.id
      `,
      [workspaceId, runId],
    )
  ).rows;
}

/** How often each of these mailboxes was below a placement in the runs of a test right before this one, as many as `runs`. */
export async function countBelow(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { testId, number, runs, below }: { testId: number; number: number; runs: number; below: number },
): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ mailbox_id: MailboxId; times: number }>(
    `
      select g.mailbox_id, count(*)::int as times
      from (
        select p.mailbox_id, p.run_id, ${percentOf('true')} as score
        from placement_run r
        join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
        where r.workspace_id = $1
          and r.test_id = $2
          and r.number < $3
          and r.number >= $3 - $4
          and p.kind = 'REAL'
          and p.mailbox_id is not null
        group by p.mailbox_id, p.run_id
      ) g
      where g.score < $5
      group by g.mailbox_id
    `,
    [workspaceId, testId, number, runs, below],
  );
  return new Map(rows.map(({ mailbox_id: id, times }) => [id, times]));
}

/** Whether a later run of the test was settled before this one. */
export async function hasSettledLater(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  number: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      select
      from placement_run
      where workspace_id = $1 and test_id = $2 and number > $3 and settled_at is not null
      limit 1
    `,
    [workspaceId, testId, number],
  );
  return rowCount === 1;
}

/** Whether a test `t` sees no mailbox recover any more: it was stopped or deleted, has no rule, or its schedule is over. */
const hasEnded = (now: string) =>
  `(t.is_stopped or t.rest_below is null or (t.type = 'auto' and t.next_run_at is null and t.ends_at <= ${now}))`;

/** Whether a test is still there and follows falling placement. */
export async function isRunning(workspaceId: WorkspaceId, sql: SqlClient, testId: number, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from placement_test t where t.workspace_id = $1 and t.id = $2 and not ${hasEnded('$3::timestamptz')}`,
    [workspaceId, testId, at],
  );
  return rowCount === 1;
}

/** What a test that has ended, or is gone, still holds. */
interface Held {
  workspace_id: WorkspaceId;
  test_id: number;
  /** The test's. */
  name: string;
}
const nameOfTest = `coalesce(t.name, 'A deleted test') as name`;

/** Mailboxes that rest, or have a lower limit, because of tests that have ended. System role: looks across workspaces. */
export async function findHeldMailboxes(sql: SqlClient, at: Date): Promise<(Held & { mailbox_id: MailboxId })[]> {
  return (
    await sql.query<Held & { mailbox_id: MailboxId }>(
      `
        select distinct m.workspace_id, m.id as mailbox_id, h.test_id, ${nameOfTest}
        from mailbox m
        cross join lateral (
          select (m.placement #>> '{rest,test_id}')::int as test_id
          union
          select (jsonb_path_query(m.placement, 'lax $.cap.**.test_id') #>> '{}')::int
        ) h
        left join placement_test t on t.workspace_id = m.workspace_id and t.id = h.test_id
        where m.placement ?| array['rest', 'cap']
          and m.deleted_at is null
          and h.test_id is not null
          and (t.id is null or ${hasEnded('$1::timestamptz')})
        order by m.workspace_id, m.id, h.test_id
      `,
      [at],
    )
  ).rows;
}

/** Steps that are paused because of tests that have ended, each by one of its variants. System role: looks across workspaces. */
export async function findHeldSteps(
  sql: SqlClient,
  at: Date,
): Promise<(Held & { campaign_id: CampaignId; variant_id: number })[]> {
  return (
    await sql.query<Held & { campaign_id: CampaignId; variant_id: number }>(
      `
        select distinct on (s.id) s.workspace_id, s.campaign_id, (e.detail ->> 'test_id')::int as test_id,
          (e.detail -> 'variants' ->> 0)::int as variant_id, ${nameOfTest}
        from sequence_step s
        join campaign_edit e
          on e.workspace_id = s.workspace_id
            and e.campaign_id = s.campaign_id
            and e.area = 'sequence'
            and e.detail @> jsonb_build_object('why', s.pause_reason)
        left join placement_test t on t.workspace_id = s.workspace_id and t.id = (e.detail ->> 'test_id')::int
        where s.pause_reason is not null
          and not s.is_deleted
          and e.detail ? 'test_id'
          and (t.id is null or ${hasEnded('$1::timestamptz')})
        order by s.id, e.id desc
      `,
      [at],
    )
  ).rows;
}

/** Keeps the newest placement with the mailbox: matching by provider reads it there. */
export const keepScores = (workspaceId: WorkspaceId, sql: SqlClient, mailboxes: readonly MailboxScore[], at: Date) =>
  sql.query(
    `
      update mailbox m
      set placement = coalesce(m.placement, '{}') || jsonb_build_object('at', $3::text, 'scores', g.scores)
      from jsonb_to_recordset($2) as g (mailbox_id int, scores jsonb)
      where m.workspace_id = $1 and m.id = g.mailbox_id and g.scores <> '{}'
    `,
    [workspaceId, JSON.stringify(mailboxes), at.toISOString()],
  );

/** Adds what was done; a run that is settled again after an interruption keeps what it did before. */
export const addActions = (workspaceId: WorkspaceId, sql: SqlClient, runId: number, actions: readonly object[]) =>
  sql.query('update placement_run set actions = actions || $3::jsonb where workspace_id = $1 and id = $2', [
    workspaceId,
    runId,
    JSON.stringify(actions),
  ]);

/** Facts for those who may see this client; one notice a key. */
interface PlacementNotice {
  clientId: ClientId | null;
  facts: Record<string, unknown>;
  key: string;
}

/** A notice to those who may see it, once for each run and cause. */
export const tellPeople = (workspaceId: WorkspaceId, sql: SqlClient, { clientId, facts, key }: PlacementNotice) =>
  sql.query(`select write_notice($1, $2, 'placement-fell', $3, $4)`, [
    workspaceId,
    clientId,
    JSON.stringify(facts),
    key,
  ]);
