import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { Scope, TestRecord } from './tests.store';

export interface TestFilter {
  id?: number | undefined;
  type?: string | undefined;
  folderId?: number | undefined;
  search?: string | undefined;
  status?: string | undefined;
  offset?: number;
  limit?: number;
}

/** The status of a test by its latest run, by the rules of `statusOf`. */
const statusOfTest = `(
  select case
      when t.draft is not null then 'DRAFT'
      when count(*) filter (where p.landed is null and p.state in ('PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT')) > 0
        then 'RUNNING'
      when count(*) filter (where p.kind = 'REAL' and (p.landed is not null or p.state = 'FAILED')) = 0
        then case when t.is_stopped then 'STOPPED' else 'RUNNING' end
      when round(
          100.0 * count(*) filter (where p.kind = 'REAL' and p.landed in ('INBOX', 'TAB'))
            / count(*) filter (where p.kind = 'REAL' and (p.landed is not null or p.state = 'FAILED'))
        ) >= t.pass_percent then 'PASS'
      else 'FAIL'
    end
  from placement_mail p
  where p.workspace_id = t.workspace_id
    and p.run_id = (
      select r.id
      from placement_run r
      where r.workspace_id = t.workspace_id and r.test_id = t.id
      order by r.number desc
      limit 1
    )
)`;

/** Whether a test `t` belongs to who created it: its client, or its member with limits. */
const isOwn = (client: string, member: string) =>
  `(t.client_id = ${client} or (${member}::int is not null and t.created_by = ${member}))`;

/** Whether a test `t` is one that somebody sees: of which every sender is visible to them, and the campaign whose step it sends. */
export const inScope = (client: string, member: string) => `
  t.deleted_at is null
  and (
    (${client}::int is null and ${member}::int is null)
    -- A test that somebody sends with another tool belongs to who created it, and so does a draft.
    or ((t.is_self_sent or t.draft is not null) and ${isOwn(client, member)})
    or (
      not t.is_self_sent
      and t.draft is null
      and not exists (
        select
        from unnest(t.sender_ids) as s (id)
        left join mailbox m on m.workspace_id = $1 and m.id = s.id
        where m.id is null
          or (${client}::int is not null and m.client_id is distinct from ${client})
          or (${member}::int is not null and m.id not in (select member_mailboxes(${member})))
      )
      and (
        t.source is null
        or exists (
          select
          from campaign c
          where c.workspace_id = $1
            and c.id = (t.source ->> 'campaign_id')::int
            and (${client}::int is null or c.client_id = ${client})
            and (${member}::int is null or c.id in (select member_campaigns(${member})))
        )
        -- Of a campaign that is gone nobody knows whose it was: its text stays with who took it.
        or (
          ${isOwn(client, member)}
          and not exists (
            select from campaign c where c.workspace_id = $1 and c.id = (t.source ->> 'campaign_id')::int
          )
        )
      )
    )
  )
`;

/** Tests of which every sender is visible in the scope, newest first, each with how many match in all. */
export async function findTests(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  filter: TestFilter,
): Promise<(TestRecord & { total: number })[]> {
  return (
    await sql.query<TestRecord & { total: number }>(
      `
        select id, name, type, folder_id, subject, body_text, sender_ids, seed_ids, every_days, next_run_at, ends_at,
          is_stopped, created_at, description, body_html, has_control, checks_links, checks_spam, rest_below, cap_to,
          source, is_self_sent, created_by, client_id, starts_at, cron, time_zone, has_gap, moves_leads, pauses_step,
          notifies, pass_percent, below_runs, is_paused, variants, draft, count(*) over ()::int as total
        from placement_test t
        where workspace_id = $1
          and ($2::int is null or id = $2)
          and ($3::text is null or type = $3)
          and ($4::int is null or folder_id = $4)
          and (
            $7::text is null
            or strpos(lower(name), lower($7)) > 0
            or strpos(lower(coalesce(source->>'campaign_name', '')), lower($7)) > 0
          )
          and ($8::text is null or $8 = ${statusOfTest})
          and (
            ${inScope('$5', '$6')}
          )
        order by id desc
        offset $9
        limit $10
      `,
      [
        workspaceId,
        filter.id ?? null,
        filter.type ?? null,
        filter.folderId ?? null,
        scope.clientId,
        scope.memberId,
        filter.search ?? null,
        filter.status ?? null,
        filter.offset ?? 0,
        filter.limit ?? 1,
      ],
    )
  ).rows;
}
