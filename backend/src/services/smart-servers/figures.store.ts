import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface ServerFigures {
  server_id: number;
  sent_24h: number;
  sent: number;
  bounced: number;
  replied: number;
  deferred: number;
  refused: number;
  unconfirmed: number;
}

/** What each server sent in the 30 days before an instant of campaign time, and what came back. */
export async function findFigures(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  serverIds: readonly number[],
  now: Date,
): Promise<Map<number, ServerFigures>> {
  const { rows } = await sql.query<ServerFigures>(
    `
      select m.server_id,
        count(*) filter (
          where m.state in ('TAKEN', 'SENT', 'IN_DOUBT') and m.sent_at > $3::timestamptz - interval '24 hours'
        )::int as sent_24h,
        count(*) filter (where m.state in ('SENT', 'IN_DOUBT'))::int as sent,
        count(*) filter (where m.state in ('SENT', 'IN_DOUBT') and i.is_bounced)::int as bounced,
        count(*) filter (where m.state in ('SENT', 'IN_DOUBT') and i.reply_at is not null)::int as replied,
        count(*) filter (where m.state = 'DEFERRED')::int as deferred,
        count(*) filter (where m.state = 'REFUSED')::int as refused,
        count(*) filter (where m.state = 'IN_DOUBT')::int as unconfirmed
      from server_mail m
      -- Emails of placement tests have none: they take room, and no lead answers them.
      left join intent i on i.id = m.intent_id
      where m.workspace_id = $1
        and m.server_id = any($2)
        and m.sent_at > $3::timestamptz - interval '30 days'
        and m.sent_at <= $3
      group by m.server_id
    `,
    [workspaceId, serverIds, now],
  );
  return new Map(rows.map((row) => [row.server_id, row]));
}

/** Emails of the last 24 hours that campaigns sent through servers. */
export async function findCampaignFigures(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
  now: Date,
): Promise<Map<number, { sent_24h: number; leads_left: number }>> {
  const { rows } = await sql.query<{ id: number; sent_24h: number; leads_left: number }>(
    `
      select c.id,
        (
          select count(*)::int
          from server_mail m
          join intent i on i.id = m.intent_id
          where m.workspace_id = $1
            and m.campaign_id = c.id
            and m.state in ('SENT', 'IN_DOUBT')
            and m.sent_at > $3::timestamptz - interval '24 hours'
            and m.sent_at <= $3
        ) as sent_24h,
        (
          select count(*)::int
          from enrolment e
          where e.workspace_id = $1 and e.campaign_id = c.id and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        ) as leads_left
      from unnest($2::int[]) as c(id)
    `,
    [workspaceId, campaignIds, now],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Emails of one server by day of campaign time (UTC), the last 28 days. */
export async function findVolume(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  serverId: number,
  now: Date,
): Promise<{ day: string; sent: number }[]> {
  return (
    await sql.query<{ day: string; sent: number }>(
      `
        select to_char(d.day, 'YYYY-MM-DD') as day, count(m.id)::int as sent
        from generate_series(
          date_trunc('day', $3::timestamptz at time zone 'UTC') - interval '27 days',
          date_trunc('day', $3::timestamptz at time zone 'UTC'),
          interval '1 day'
        ) as d(day)
        left join server_mail m on m.workspace_id = $1
          and m.server_id = $2
          and m.state in ('SENT', 'IN_DOUBT')
          and m.sent_at >= d.day at time zone 'UTC'
          and m.sent_at < (d.day + interval '1 day') at time zone 'UTC'
        group by d.day
        order by d.day
      `,
      [workspaceId, serverId, now],
    )
  ).rows;
}

/** Emails of one server by the recipients' domain, the last 30 days: the largest first. */
export async function findByDomain(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  serverId: number,
  now: Date,
): Promise<{ provider: string; sent: number; bounced: number; replied: number; last_response: string | null }[]> {
  return (
    await sql.query<{
      provider: string;
      sent: number;
      bounced: number;
      replied: number;
      last_response: string | null;
    }>(
      `
        select split_part(i.to_email, '@', 2) as provider, count(*)::int as sent,
          count(*) filter (where i.is_bounced)::int as bounced,
          count(*) filter (where i.reply_at is not null)::int as replied,
          (array_agg(left(m.response, 200) order by m.id desc))[1] as last_response
        from server_mail m
        join intent i on i.id = m.intent_id
        where m.workspace_id = $1
          and m.server_id = $2
          and m.state in ('SENT', 'IN_DOUBT')
          and m.sent_at > $3::timestamptz - interval '30 days'
        group by 1
        order by 2 desc, 1
        limit 8
      `,
      [workspaceId, serverId, now],
    )
  ).rows;
}

/** Which servers sent a campaign's emails. Also those that are deleted since. */
export async function findByServer(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<
  { server_id: number; ip: string | null; host_name: string; sent: number; bounced: number; replied: number }[]
> {
  return (
    await sql.query<{
      server_id: number;
      ip: string | null;
      host_name: string;
      sent: number;
      bounced: number;
      replied: number;
    }>(
      `
        select s.id as server_id, s.ip, s.host_name, count(*)::int as sent,
          count(*) filter (where i.is_bounced)::int as bounced,
          count(*) filter (where i.reply_at is not null)::int as replied
        from server_mail m
        join intent i on i.id = m.intent_id
        join dedicated_server s on s.workspace_id = m.workspace_id and s.id = m.server_id
        where m.workspace_id = $1 and m.campaign_id = $2 and m.state in ('SENT', 'IN_DOUBT')
        group by s.id
        order by sent desc, s.id
      `,
      [workspaceId, campaignId],
    )
  ).rows;
}
