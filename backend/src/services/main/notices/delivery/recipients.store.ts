import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { NoticeKindName } from '@skein/contracts/notice-kinds';
import type { SqlClient } from '#platform/db/database';

export interface UnmailedNotice {
  id: number;
  workspace_id: WorkspaceId;
  client_id: ClientId | null;
  kind: NoticeKindName;
  facts: Record<string, unknown>;
  is_demo: boolean;
  is_disabled: boolean;
}

/**
 * Takes notices that nobody was mailed about yet, of all workspaces, and marks them in the given transaction. Those of
 * a gathered kind wait for each other: until none came for a minute, five minutes at most.
 */
export async function takeUnmailed(
  sql: SqlClient,
  at: Date,
  gatheredKinds: readonly NoticeKindName[],
): Promise<UnmailedNotice[]> {
  return (
    await sql.query<UnmailedNotice>(
      `
        with due as (
          select id
          from notice
          -- The category of a reply may be found a moment after the reply.
          where mailed_at is null
            and (kind <> 'reply' or at < $1::timestamptz - interval '10 seconds')
            and (
              kind <> all($2::text[])
                or (
                  select max(same.at) < $1::timestamptz - interval '1 minute'
                    or min(same.at) < $1::timestamptz - interval '5 minutes'
                  from notice same
                  where same.workspace_id = notice.workspace_id and same.kind = notice.kind and same.mailed_at is null
                )
            )
          order by id
          limit 500
          for update skip locked
        )
        update notice n
        set mailed_at = $1
        from due, workspace w
        where n.id = due.id and w.id = n.workspace_id
        returning n.id, n.workspace_id, n.client_id, n.kind, n.facts, w.is_demo,
          w.disabled_at is not null as is_disabled
      `,
      [at, gatheredKinds],
    )
  ).rows;
}

export interface Recipient {
  id: number;
  email: string;
  name: string | null;
  role: string;
  client_id: ClientId | null;
  permissions: string[] | null;
  in_app: boolean | null;
  by_mail: boolean | null;
  by_push: boolean | null;
  by_slack: boolean | null;
  by_webhook: boolean | null;
  time_zone: string | null;
  digest: 'off' | 'daily' | 'weekly';
  quiet_on: boolean;
  quiet_from: string;
  quiet_to: string;
  has_slack: boolean;
  has_webhook: boolean;
  browsers: number;
}

/** People of a workspace who may be told, with their choice for one kind; of a client only where the notice is about it. */
export async function findRecipients(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  notice: Pick<UnmailedNotice, 'kind' | 'client_id' | 'facts'>,
): Promise<Recipient[]> {
  return (
    await sql.query<Recipient>(
      `
        select u.id, u.email, u.name, u.role, u.client_id, c.permissions, k.in_app, k.by_mail, k.by_push, k.by_slack,
          k.by_webhook, u.time_zone, coalesce(s.digest, 'off') as digest, coalesce(s.quiet_on, false) as quiet_on,
          coalesce(s.quiet_from, '20:00') as quiet_from, coalesce(s.quiet_to, '08:00') as quiet_to,
          s.slack_sealed is not null as has_slack, s.webhook_url is not null as has_webhook,
          (
            select count(*)::int
            from push_subscription p
            where p.workspace_id = u.workspace_id and p.user_id = u.id
          ) as browsers
        from app_user u
        left join notice_setting s on s.workspace_id = u.workspace_id and s.user_id = u.id
        left join agency_client c on c.id = u.client_id and c.workspace_id = $1
        left join notice_choice k on k.user_id = u.id and k.kind = $2
        where u.workspace_id = $1
          and u.status = 'active'
          and u.is_email_verified
          and (u.client_id is null or u.client_id = $3)
          and ($6::int is null or u.id = $6)
          and ($2 <> 'reply' or wants_reply($1, u.id, $7))
          and (
            u.role <> 'LIMITED_FULL_MEMBER_ACCESS'
              or u.client_id is not null
              or (
                ($4::int is null or $4 in (select member_campaigns(u.id)))
                  and ($5::int is null or $5 in (select member_mailboxes(u.id)))
              )
          )
        order by u.id
      `,
      [
        workspaceId,
        notice.kind,
        notice.client_id,
        notice.facts['campaign_id'] ?? null,
        notice.facts['mailbox_id'] ?? null,
        notice.facts['user_id'] ?? null,
        JSON.stringify(notice.facts),
      ],
    )
  ).rows;
}
