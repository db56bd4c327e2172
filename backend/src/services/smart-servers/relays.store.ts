import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import type { RelayOutcome, Relays } from '#platform/mail/relays';

export interface RotationServer {
  id: number;
  number: number;
  status: string;
  host_name: string;
  ip: string;
  relay_port: number;
  relay_sealed: Buffer;
  daily_limit: number;
  warm_day: number;
  /** Emails of the last 24 hours of campaign time. */
  used: number;
  auto_rotate: boolean;
}

/** An email to a lead, or one of a placement test. */
type SentMail = Parameters<Relays['take']>[0]['mail'];
const idsOf = (mail: SentMail): [intentId: string | null, placementMailId: number | null] =>
  'intentId' in mail ? [mail.intentId, null] : [null, mail.placementMailId];

/** The email that asks for a server. */
interface RotationTurn {
  groupId: number;
  mail: SentMail;
  now: Date;
}

/**
 * The servers of a group that can send now, locked, so that two emails do not both take the last place of a day. What a
 * worker took for this email before it died counts no more.
 */
export async function lockRotation(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { groupId, mail, now }: RotationTurn,
): Promise<RotationServer[]> {
  await sql.query(
    `
      delete from server_mail
      where workspace_id = $1 and (intent_id = $2 or placement_mail_id = $3) and state = 'TAKEN'
    `,
    [workspaceId, ...idsOf(mail)],
  );
  await sql.query(
    `
      select id
      from dedicated_server
      where workspace_id = $1 and group_id = $2
      order by id
      for no key update
    `,
    [workspaceId, groupId],
  );
  return (
    await sql.query<RotationServer>(
      `
        select s.id, s.number, s.status, s.host_name, s.ip, s.relay_port, s.relay_sealed, s.daily_limit, s.warm_day,
          g.auto_rotate,
          (
            select count(*)::int
            from server_mail m
            where m.server_id = s.id
              and m.state in ('TAKEN', 'SENT', 'IN_DOUBT')
              and m.sent_at > $3::timestamptz - interval '24 hours'
          ) as used
        from dedicated_server s
        join server_group g on g.workspace_id = s.workspace_id and g.id = s.group_id
        where s.workspace_id = $1
          and s.group_id = $2
          and s.status in ('WARMING', 'ACTIVE')
          and s.is_reachable
          and (s.rest_until is null or s.rest_until <= $3)
        order by s.number
      `,
      [workspaceId, groupId, now],
    )
  ).rows;
}

export async function takePlace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { serverId, mail, campaignId, at }: { serverId: number; mail: SentMail; campaignId: CampaignId; at: Date },
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `
      insert into server_mail (workspace_id, server_id, intent_id, placement_mail_id, campaign_id, sent_at)
      values ($1, $2, $3, $4, $5, $6)
      returning id
    `,
    [workspaceId, serverId, ...idsOf(mail), campaignId, at],
  );
  return rows[0]?.id as string;
}

/** Campaign time at which the next place of a full server becomes free, or null. */
export async function nextPlaceAt(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groupId: number,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `
      select min(m.sent_at) + interval '24 hours' as at
      from server_mail m
      join dedicated_server s on s.id = m.server_id
      where m.workspace_id = $1
        and s.group_id = $2
        and s.status in ('WARMING', 'ACTIVE')
        and s.is_reachable
        and m.state in ('TAKEN', 'SENT', 'IN_DOUBT')
        and m.sent_at > $3::timestamptz - interval '24 hours'
    `,
    [workspaceId, groupId, now],
  );
  return rows[0]?.at ?? null;
}

/** Records the result of a place. A place that another worker has taken since is left alone. */
export async function settlePlace(sql: SqlClient, placeId: string, outcome: RelayOutcome): Promise<void> {
  if (outcome.state === 'RELEASED') {
    await sql.query(`delete from server_mail where id = $1 and state = 'TAKEN'`, [placeId]);
    return;
  }
  const [code, response] =
    outcome.state === 'SENT' ? [outcome.code, outcome.response] : [outcome.failure.code, outcome.failure.response];
  await sql.query(
    `update server_mail set state = $2, code = $3, response = $4 where id = $1 and state in ('TAKEN', 'IN_DOUBT')`,
    [placeId, outcome.state, code, response.slice(0, 500)],
  );
}

/** A server that did not take a connection or the login: out of rotation at once, and probed again soon. */
export const writeUnreachable = (sql: SqlClient, serverId: number, words: string, at: Date) =>
  sql.query(
    `
      update dedicated_server
      set is_reachable = false, failures = failures + 1, unreachable_text = $2,
        unreachable_since = coalesce(unreachable_since, $3), probe_at = clock_timestamp() + interval '5 seconds'
      where id = $1 and status in ('WARMING', 'ACTIVE')
    `,
    [serverId, words.slice(0, 300), at],
  );

/** Places of workers that died before anything left: the email is queued again or gone. */
export const forgetLostPlaces = (db: Database) =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        delete from server_mail m
        using intent i
        where i.id = m.intent_id
          and m.state = 'TAKEN'
          and i.state in ('CANCELLED', 'FAILED')
          and i.updated_at < clock_timestamp() - interval '10 minutes'
      `,
    );
    await sql.query(
      `
        delete from server_mail m
        using placement_mail p
        where p.id = m.placement_mail_id and m.state = 'TAKEN' and p.state in ('CANCELLED', 'FAILED')
      `,
    );
  });

/** Places whose outcome was written to the email only, because the database was away for the second write. */
export const followOutcomes = (db: Database) =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        update server_mail m
        set state = i.state, code = i.smtp_code, response = left(i.smtp_response, 500)
        from intent i
        where i.id = m.intent_id
          and m.state in ('TAKEN', 'IN_DOUBT')
          and i.state in ('SENT', 'IN_DOUBT')
          and i.state <> m.state
      `,
    );
    await sql.query(
      `
        update server_mail m
        set state = p.state
        from placement_mail p
        where p.id = m.placement_mail_id
          and m.state in ('TAKEN', 'IN_DOUBT')
          and p.state in ('SENT', 'IN_DOUBT')
          and p.state <> m.state
      `,
    );
  });
