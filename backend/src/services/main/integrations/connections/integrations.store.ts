import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { ConnectionRow } from '#notices/notices.api';
import { webhookChannel } from '#lifecycle/lifecycle.api';

export interface ListedConnection extends ConnectionRow {
  connected_by_name: string | null;
  linked: number;
  alerts: number;
}
export interface Figures {
  received: number;
  sent: number;
  rejected: number;
  waiting: number;
  hours: { done: number; failed: number }[];
}

export async function listConnections(workspaceId: WorkspaceId, sql: SqlClient): Promise<ListedConnection[]> {
  return (
    await sql.query<ListedConnection>(
      `
        select i.*, u.name as connected_by_name,
          (select count(*)::int from integration_contact c where c.integration_id = i.id) as linked,
          (select count(*)::int from webhook w where w.integration_id = i.id and w.destination = 'SLACK') as alerts
        from integration i
        left join app_user u on u.workspace_id = i.workspace_id and u.id = i.connected_by
        where i.workspace_id = $1
        order by i.id
      `,
      [workspaceId],
    )
  ).rows;
}

/** What went each way, of connections (`integration_id`) or of plain webhooks (null). */
export async function readFigures(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number | null,
  given: { now: Date; today: Date },
): Promise<Figures> {
  const { rows } = await sql.query<{
    hour: number;
    done: number;
    failed: number;
    sent: number;
    rejected: number;
    received: number;
  }>(
    `
      with happened as (
          select coalesce(d.delivered_at, d.created_at) as at, 'OUT' as direction,
            case d.state when 'DELIVERED' then 'DONE' when 'FAILED' then 'FAILED' else 'WAITING' end as state, 1 as count
          from webhook_delivery d
          join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
          where d.workspace_id = $1
            and d.created_at > $3::timestamptz - interval '1 day'
            and not d.is_test
            and (($2::int is null and w.integration_id is null) or w.integration_id = $2)
          union all
          select coalesce(r.finished_at, r.created_at), 'IN',
            case r.state when 'DONE' then 'DONE' when 'FAILED' then 'FAILED' else 'WAITING' end,
            greatest(1, r.done)
          from integration_run r
          where r.workspace_id = $1 and r.integration_id = $2 and r.created_at > $3::timestamptz - interval '1 day'
        )
      select least(23, floor(extract(epoch from $3::timestamptz - at) / 3600))::int as hour,
        coalesce(sum(count) filter (where state = 'DONE'), 0)::int as done,
        coalesce(sum(count) filter (where state = 'FAILED'), 0)::int as failed,
        coalesce(sum(count) filter (where state = 'DONE' and direction = 'OUT' and at >= $4), 0)::int as sent,
        coalesce(sum(count) filter (where state = 'FAILED' and at >= $4), 0)::int as rejected,
        coalesce(sum(count) filter (where state = 'DONE' and direction = 'IN' and at >= $4), 0)::int as received
      from happened
      where state <> 'WAITING'
      group by 1
    `,
    [workspaceId, integrationId, given.now, given.today],
  );
  const {
    rows: [waiting],
  } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from webhook_delivery d
      join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
      where d.workspace_id = $1
        and d.state in ('PENDING', 'DELIVERING')
        and (($2::int is null and w.integration_id is null) or w.integration_id = $2)
    `,
    [workspaceId, integrationId],
  );
  const sum = (name: 'sent' | 'rejected' | 'received') => rows.reduce((total, row) => total + row[name], 0);
  return {
    received: sum('received'),
    sent: sum('sent'),
    rejected: sum('rejected'),
    waiting: waiting?.count ?? 0,
    hours: Array.from({ length: 24 }, (_, index) => {
      const row = rows.find((one) => Math.max(0, one.hour) === 23 - index);
      return { done: row?.done ?? 0, failed: row?.failed ?? 0 };
    }),
  };
}

/** Plain webhooks and LinkedIn accounts, as the list of integrations names them. */
export async function countOthers(workspaceId: WorkspaceId, sql: SqlClient, hasLinkedIn: boolean) {
  const {
    rows: [row],
  } = await sql.query<{
    webhooks: number;
    failing_webhooks: number;
    last_delivery: Date | null;
    accounts: number;
    invalid_accounts: number;
    last_action: Date | null;
  }>(
    `
      select
        (select count(*)::int from webhook w where w.workspace_id = $1 and w.integration_id is null) as webhooks,
        (
          select count(distinct d.webhook_id)::int
          from webhook_delivery d
          where d.workspace_id = $1 and d.state = 'FAILED' and d.created_at > now() - interval '1 day' and not d.is_test
        ) as failing_webhooks,
        (
          select max(d.delivered_at)
          from webhook_delivery d
          where d.workspace_id = $1 and d.created_at > now() - interval '7 days'
        ) as last_delivery,
        (select count(*)::int from linkedin_account a where a.workspace_id = $1 and a.deleted_at is null and $2) as accounts,
        (
          select count(*)::int
          from linkedin_account a
          where a.workspace_id = $1 and a.deleted_at is null and a.state = 'INVALID' and $2
        ) as invalid_accounts,
        (
          select max(performed_at)
          from linkedin_action
          where workspace_id = $1 and account_id is not null and $2
        ) as last_action
    `,
    [workspaceId, hasLinkedIn],
  );
  return row!;
}

/** One connection a product: connecting again renews it, keeps its settings, and ends a pause. */
export async function upsertConnection(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: {
    kind: string;
    method: string;
    account: string;
    externalId: string | null;
    sealed: Buffer;
    hint: string | null;
    isSandbox: boolean;
    settings: unknown;
    userId: UserId;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into integration (
        workspace_id, kind, method, account, external_id, credentials_sealed, hint, is_sandbox, settings,
          connected_by, created_at, updated_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
      on conflict (workspace_id, kind)
      do update set method = excluded.method, account = excluded.account, external_id = excluded.external_id,
        credentials_sealed = excluded.credentials_sealed, hint = excluded.hint, is_sandbox = excluded.is_sandbox,
        state = 'CONNECTED', error_code = null, error_text = null, failing_since = null,
        connected_by = excluded.connected_by, updated_at = excluded.updated_at
      returning id
    `,
    [
      workspaceId,
      given.kind,
      given.method,
      given.account,
      given.externalId,
      given.sealed,
      given.hint,
      given.isSandbox,
      JSON.stringify(given.settings),
      given.userId,
      given.at,
    ],
  );
  return rows[0]!.id;
}

/** The subscription that feeds a product which gets every event it wants, not only what an alert asks for. */
export async function subscribe(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: {
    integrationId: number;
    destination: 'HUBSPOT' | 'CLAY';
    name: string;
    events: readonly string[];
    categories: readonly string[];
  },
): Promise<void> {
  const { rowCount } = await sql.query(
    `
      update webhook
      set event_types = $3, categories = $4, is_active = true, updated_at = now()
      where workspace_id = $1 and integration_id = $2 and destination = $5
    `,
    [workspaceId, given.integrationId, given.events, given.categories, given.destination],
  );
  if (rowCount === 0)
    await sql.query(
      `
        insert into webhook (
          workspace_id, scope, name, webhook_url, event_types, categories, destination, integration_id
        )
        values ($1, 1, $2, $3, $4, $5, $6, $7)
      `,
      [
        workspaceId,
        given.name,
        given.destination === 'HUBSPOT' ? 'https://api.hubapi.com/' : 'https://api.clay.com/',
        given.events,
        given.categories,
        given.destination,
        given.integrationId,
      ],
    );
}

export async function removeConnection(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<boolean> {
  return (
    (await sql.query('delete from integration where workspace_id = $1 and id = $2', [workspaceId, id])).rowCount === 1
  );
}

export async function pauseConnection(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  isPaused: boolean,
): Promise<void> {
  await sql.query(
    `
      update integration
      set state = case when $3 then 'PAUSED' when error_code is not null then 'FAILING' else 'CONNECTED' end, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, isPaused],
  );
  if (!isPaused) await sql.query(`select pg_notify('${webhookChannel}', '')`);
}

export async function writeSettings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  settings: unknown,
): Promise<void> {
  await sql.query('update integration set settings = $3, updated_at = now() where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    JSON.stringify(settings),
  ]);
}

/** Alerts of a Slack connection go to another channel. @returns how many */
export async function moveAlertsTo(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
  channel: { id: string; name: string },
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      update webhook
      set channel = $3, channel_name = $4, updated_at = now()
      where workspace_id = $1 and integration_id = $2 and destination = 'SLACK'
    `,
    [workspaceId, integrationId, channel.id, channel.name],
  );
  return rowCount ?? 0;
}

/**
 * Puts what could not be delivered back into the queue, now: one delivery, what failed in the last 72 hours, or
 * (`isWaiting`) also what waits for its next try.
 */
export async function requeue(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  integrationId: number,
  which: { deliveryId?: string; isWaiting?: boolean },
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      update webhook_delivery d
      set attempts = case when d.state = 'FAILED' then 0 else d.attempts end, state = 'PENDING', next_attempt_at = now()
      from webhook w
      where w.workspace_id = $1
        and w.integration_id = $2
        and d.workspace_id = w.workspace_id
        and d.webhook_id = w.id
        and not d.is_test
        and (
          ($3::bigint is not null and d.id = $3 and d.state in ('FAILED', 'PENDING'))
            or ($3::bigint is null and d.state = 'FAILED' and d.created_at > now() - interval '72 hours')
            or ($3::bigint is null and $4 and d.state = 'PENDING' and d.attempts > 0)
        )
    `,
    [workspaceId, integrationId, which.deliveryId ?? null, which.isWaiting ?? false],
  );
  await sql.query(`select pg_notify('${webhookChannel}', '')`);
  return rowCount ?? 0;
}
