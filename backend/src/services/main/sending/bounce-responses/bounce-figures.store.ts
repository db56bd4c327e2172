import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { BounceRule, Reaction, ResponseScope } from '#engine/bounces/bounce-rules';

export interface BounceRow {
  at: Date;
  kind: 'BOUNCE' | 'SENDER_BOUNCE';
  mailbox_id: MailboxId | null;
  campaign_id: CampaignId | null;
  upload_id: number | null;
  domain: string | null;
  words: string | null;
  /** It was accepted and came back; otherwise it was refused at once. */
  was_sent: boolean;
}

/** More than any workspace has in a week while its responses work. */
const mostBounces = 5_000;

/** What bounced since, the latest first, with the server's words. */
export async function findBounces(workspaceId: WorkspaceId, sql: SqlClient, since: Date): Promise<BounceRow[]> {
  const { rows } = await sql.query<BounceRow>(
    `
      select v.at, v.kind, v.mailbox_id, v.campaign_id, e.upload_id, split_part(m.from_email, '@', 2) as domain,
        coalesce(i.failure_text, i.smtp_response) as words, coalesce(i.state in ('SENT', 'IN_DOUBT'), true) as was_sent
      from event v
      left join intent i on i.workspace_id = v.workspace_id and i.id = v.intent_id
      left join enrolment e on e.workspace_id = v.workspace_id and e.id = v.enrolment_id
      left join mailbox m on m.workspace_id = v.workspace_id and m.id = v.mailbox_id
      where v.workspace_id = $1 and v.at > $2 and v.kind in ('BOUNCE', 'SENDER_BOUNCE')
      order by v.at desc
      limit $3
    `,
    [workspaceId, since, mostBounces],
  );
  return rows;
}

/** The guards of the campaigns whose emails bounced, in percent; campaigns whose guard is off are missing. */
export async function findGuards(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  bounces: readonly BounceRow[],
): Promise<Map<number, number>> {
  const ids = [...new Set(bounces.map((bounce) => bounce.campaign_id).filter((id) => id !== null))];
  const { rows } = await sql.query<{ id: number; percent: number }>(
    `
      select id, bounce_guard_percent::float8 as percent
      from campaign
      where workspace_id = $1 and id = any($2) and bounce_guard_enabled
    `,
    [workspaceId, ids],
  );
  return new Map(rows.map((row) => [row.id, row.percent]));
}

export interface Tried {
  at: number;
  count: number;
}

/** The emails of a scope since a moment. */
interface TriedEmails {
  scopeId: string;
  since: Date;
}

/** Emails sent, by the time at which they are counted, of one thing. */
export async function countTried(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: ResponseScope,
  { scopeId, since }: TriedEmails,
): Promise<Tried[]> {
  const rolled = (dimension: string, ids: string) => `
    select extract(epoch from r.bucket)::float8 * 1000 as at, sum(r.count)::int as count
    from event_rollup r
    where r.workspace_id = $1
      and r.dimension = '${dimension}'
      and r.dimension_id in (${ids})
      and r.axis = 'event'
      and r.kind = 'SENT'
      and r.bucket >= $3
    group by 1
  `;
  const text = {
    MAILBOX: rolled('mailbox', '$2::int'),
    CAMPAIGN: rolled('campaign', '$2::int'),
    DOMAIN: rolled('mailbox', `select id from mailbox where workspace_id = $1 and split_part(from_email, '@', 2) = $2`),
    IMPORT: `
      select extract(epoch from date_bin('15 minutes', i.send_at, 'epoch'))::float8 * 1000 as at, count(*)::int as count
      from enrolment e
      join intent i on i.enrolment_id = e.id and i.kind = 'CAMPAIGN' and i.state in ('SENT', 'IN_DOUBT')
      where e.workspace_id = $1 and e.upload_id = $2::int and i.send_at >= $3
      group by 1
    `,
  }[scope];
  return (await sql.query<Tried>(text, [workspaceId, scopeId, since])).rows;
}

export interface ResponseRow {
  id: number;
  scope: ResponseScope;
  scope_id: string;
  reaction: Reaction;
  bounce_class: BounceRule['class'];
  began_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

/** Responses to bounces that began since, or still hold. */
export async function findResponses(workspaceId: WorkspaceId, sql: SqlClient, since: Date): Promise<ResponseRow[]> {
  const { rows } = await sql.query<ResponseRow>(
    `
      select id, scope, scope_id, reaction, bounce_class, began_at, ended_at, end_reason
      from bounce_response
      where workspace_id = $1 and bounce_class <> 'SENDER_STATE' and (began_at > $2 or ended_at is null)
      order by id
    `,
    [workspaceId, since],
  );
  return rows;
}

/** What people call the things, under "SCOPE id"; what is gone is missing. */
export async function findLabels(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  things: readonly { scope: ResponseScope; scopeId: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ key: string; label: string }>(
    `
      select t.scope || ' ' || t.id as key,
        case t.scope
          when 'MAILBOX' then
            (select m.from_email from mailbox m where m.workspace_id = $1 and m.id = t.id::int and m.deleted_at is null)
          when 'CAMPAIGN' then (select c.name from campaign c where c.workspace_id = $1 and c.id = t.id::int)
          when 'IMPORT' then (select u.file_name from lead_upload u where u.workspace_id = $1 and u.id = t.id::int)
          else t.id
        end as label
      from unnest($2::text[], $3::text[]) as t(scope, id)
    `,
    [workspaceId, things.map((thing) => thing.scope), things.map((thing) => thing.scopeId)],
  );
  return new Map(rows.filter((row) => row.label !== null).map((row) => [row.key, row.label]));
}
