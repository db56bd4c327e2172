import type { CampaignId, ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { webhookChannel } from '#lifecycle/lifecycle.api';

export type Destination = 'HTTP' | 'SLACK' | 'HUBSPOT' | 'CLAY';

export interface WebhookRow {
  id: number;
  workspace_id: WorkspaceId;
  scope: 1 | 2 | 3;
  client_id: ClientId | null;
  campaign_id: CampaignId | null;
  name: string;
  webhook_url: string;
  event_types: string[];
  categories: string[];
  secret_sealed: Buffer | null;
  is_active: boolean;
  destination: Destination;
  integration_id: number | null;
  channel: string | null;
  channel_name: string | null;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Date | null;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
  delivered: number;
  failed: number;
  waiting: number;
}
export interface DeliveryRow {
  id: string;
  request_id: string;
  workspace_id: WorkspaceId;
  webhook_id: number;
  event_type: string;
  payload: Record<string, unknown>;
  state: 'PENDING' | 'DELIVERING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
  order_key: string | null;
  is_test: boolean;
  created_at: Date;
  delivered_at: Date | null;
}
/** A new secret, until when the one before signs as well (null: no longer), and what says of the present one that it stays. */
interface SecretReplacement {
  sealed: Buffer;
  overlapsUntil: Date | null;
  isSame?: (present: Buffer) => boolean;
}

export interface WebhookChange {
  name?: string;
  webhook_url?: string;
  scope?: number;
  client_id?: ClientId | null;
  campaign_id?: CampaignId | null;
  event_types?: string[];
  categories?: string[];
  secret_sealed?: Buffer | null;
  is_active?: boolean;
  created_by?: number;
  destination?: Destination;
  integration_id?: number | null;
  channel?: string | null;
  channel_name?: string | null;
  previous_secret_sealed?: Buffer | null;
  previous_secret_until?: Date | null;
}

const figures = `(select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'DELIVERED'
  and d.created_at > now() - interval '1 day') as delivered,
  (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'FAILED'
    and d.created_at > now() - interval '1 day') as failed,
  (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state in ('PENDING', 'DELIVERING')) as waiting`;

/** Webhooks themselves, with how their deliveries of the last day ended. */
const webhookRows = (db: Database) => ({
  list: (workspaceId: WorkspaceId, filter: { campaignId?: CampaignId; clientId?: ClientId } = {}) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        (
          await sql.query<WebhookRow>(
            `
              select w.*, ${figures}
              from webhook w
              where w.workspace_id = $1
                and w.destination in ('HTTP', 'SLACK')
                and ($2::int is null or w.campaign_id = $2)
                and ($3::int is null or w.client_id = $3)
              order by w.id
            `,
            [workspaceId, filter.campaignId ?? null, filter.clientId ?? null],
          )
        ).rows,
    ),
  find: (workspaceId: WorkspaceId, id: number) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        (
          await sql.query<WebhookRow>(
            `select w.*, ${figures} from webhook w where w.workspace_id = $1 and w.id = $2 and w.destination in ('HTTP', 'SLACK')`,
            [workspaceId, id],
          )
        ).rows[0] ?? null,
    ),
  insert: (workspaceId: WorkspaceId, given: WebhookChange) =>
    db.tenantSql(workspaceId, async (sql) => {
      const entries = Object.entries(given).filter(([, value]) => value !== undefined);
      const { rows } = await sql.query<{ id: number }>(
        `insert into webhook (workspace_id, ${entries.map(([name]) => name).join(', ')})
          values ($1, ${entries.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
        [workspaceId, ...entries.map(([, value]) => value)],
      );
      return (rows[0] as { id: number }).id;
    }),
  update: (workspaceId: WorkspaceId, id: number, change: WebhookChange) =>
    db.tenantSql(workspaceId, async (sql) => {
      const entries = Object.entries(change).filter(([, value]) => value !== undefined);
      if (entries.length > 0)
        await sql.query(
          `update webhook set ${entries.map(([name], index) => `${name} = $${index + 3}`).join(', ')}, updated_at = now()
            where workspace_id = $1 and id = $2`,
          [workspaceId, id, ...entries.map(([, value]) => value)],
        );
    }),
  /**
   * Replaces the secret; the one before signs as well until then, if there was one. What is compared is compared under
   * the lock, so that a request that comes twice ends no overlap.
   */
  replaceSecret: (workspaceId: WorkspaceId, id: number, { sealed, overlapsUntil, isSame }: SecretReplacement) =>
    db.tenantSql(workspaceId, async (sql) => {
      const { rows } = await sql.query<{ secret_sealed: Buffer | null }>(
        'select secret_sealed from webhook where workspace_id = $1 and id = $2 for update',
        [workspaceId, id],
      );
      const present = rows[0]?.secret_sealed;
      if (present && isSame?.(present)) return;
      await sql.query(
        `
          update webhook
          set secret_sealed = $3,
            previous_secret_sealed = case when $4::timestamptz is null then null else secret_sealed end,
            previous_secret_until = case when secret_sealed is null then null else $4::timestamptz end,
            updated_at = now()
          where workspace_id = $1 and id = $2
        `,
        [workspaceId, id, sealed, overlapsUntil],
      );
    }),
  remove: (workspaceId: WorkspaceId, id: number) =>
    db.tenantSql(workspaceId, async (sql) => {
      await sql.query('delete from webhook where workspace_id = $1 and id = $2', [workspaceId, id]);
    }),
});

/** What a webhook can be about, and who has a part in it. */
const webhookTargets = (db: Database) => ({
  hasTarget: (workspaceId: WorkspaceId, target: { campaignId?: CampaignId | null; clientId?: ClientId | null }) =>
    db.tenantSql(workspaceId, async (sql) => {
      if (target.campaignId)
        return (
          (
            await sql.query('select 1 from campaign where workspace_id = $1 and id = $2', [
              workspaceId,
              target.campaignId,
            ])
          ).rowCount === 1
        );
      if (target.clientId)
        return (
          (
            await sql.query('select 1 from agency_client where workspace_id = $1 and id = $2', [
              workspaceId,
              target.clientId,
            ])
          ).rowCount === 1
        );
      return true;
    }),
  /** Whether a member with limited access may work on this campaign, or has this client assigned. */
  isAssigned: (
    workspaceId: WorkspaceId,
    memberId: number,
    target: { campaignId?: CampaignId | null; clientId?: ClientId | null },
  ) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        (target.campaignId
          ? await sql.query(
              `
                select 1
                from member_campaigns($2) as c(id)
                join campaign x on x.id = c.id
                where x.workspace_id = $1 and c.id = $3
              `,
              [workspaceId, memberId, target.campaignId],
            )
          : await sql.query(
              'select 1 from member_assignment where workspace_id = $1 and user_id = $2 and client_id = $3',
              [workspaceId, memberId, target.clientId],
            )
        ).rowCount === 1,
    ),
});

/** Deliveries, as they are shown. */
const deliveryReads = (db: Database) => ({
  deliveries: (
    workspaceId: WorkspaceId,
    webhookId: number,
    filter: { state?: string; before?: number; limit: number },
  ) =>
    db.tenantSql(workspaceId, async (sql) => {
      const values = [workspaceId, webhookId, filter.state ?? null];
      const { rows } = await sql.query<DeliveryRow>(
        `
          select *
          from webhook_delivery
          where workspace_id = $1
            and webhook_id = $2
            and ($3::text is null or state = $3 or ($3 = 'PENDING' and state = 'DELIVERING'))
            and ($4::bigint is null or id < $4)
          order by id desc
          limit $5
        `,
        [...values, filter.before ?? null, filter.limit + 1],
      );
      const {
        rows: [total],
      } = await sql.query<{ count: number }>(
        `
          select count(*)::int as count
          from (
            select 1
            from webhook_delivery
            where workspace_id = $1 and webhook_id = $2 and ($3::text is null or state = $3)
            limit 10001
          ) d
        `,
        values,
      );
      return { rows, total: total?.count ?? 0 };
    }),
  delivery: (workspaceId: WorkspaceId, id: string) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        (
          await sql.query<DeliveryRow>('select * from webhook_delivery where workspace_id = $1 and id = $2', [
            workspaceId,
            id,
          ])
        ).rows[0] ?? null,
    ),
});

/** Deliveries that a person asks for. */
const deliveryWrites = (db: Database) => ({
  insertTest: (workspaceId: WorkspaceId, webhookId: number, eventType: string, payload: unknown) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        (
          await sql.query<DeliveryRow>(
            `
              insert into webhook_delivery (
                workspace_id, webhook_id, event_type, payload, is_test, state, next_attempt_at
              )
              values ($1, $2, $3, $4, true, 'DELIVERING', now() + interval '5 minutes')
              returning *
            `,
            [workspaceId, webhookId, eventType, JSON.stringify({ body: payload })],
          )
        ).rows[0] as DeliveryRow,
    ),
  /** Puts deliveries back into the queue; the request id stays, so that a receiver can tell a repetition. */
  replay: (workspaceId: WorkspaceId, which: { id: string } | { webhookId: number; from: Date; to: Date }) =>
    db.tenantSql(workspaceId, async (sql) => {
      const { rowCount } =
        'id' in which
          ? await sql.query(
              `
                update webhook_delivery
                set state = 'PENDING', attempts = 0, next_attempt_at = now()
                where workspace_id = $1 and id = $2
              `,
              [workspaceId, which.id],
            )
          : await sql.query(
              `
                update webhook_delivery
                set state = 'PENDING', attempts = 0, next_attempt_at = now()
                where workspace_id = $1
                  and webhook_id = $2
                  and state = 'FAILED'
                  and created_at >= $3
                  and created_at <= $4
              `,
              [workspaceId, which.webhookId, which.from, which.to],
            );
      await sql.query(`select pg_notify('${webhookChannel}', '')`);
      return rowCount ?? 0;
    }),
});

export const webhookStore = (db: Database) => ({
  ...webhookRows(db),
  ...webhookTargets(db),
  ...deliveryReads(db),
  ...deliveryWrites(db),
});
