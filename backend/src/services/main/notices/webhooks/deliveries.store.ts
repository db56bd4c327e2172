import type { Database } from '#platform/db/database';
import { inEnabledWorkspace } from '#platform/db/enabled-workspace';
import { databaseJson } from '#platform/db/database-json';
import type { Destination, DeliveryRow } from './webhooks.store';

export interface ClaimedDelivery extends DeliveryRow {
  webhook_url: string;
  webhook_name: string;
  scope: 1 | 2 | 3;
  secret_sealed: Buffer | null;
  categories: string[];
  is_active: boolean;
  destination: Destination;
  integration_id: number | null;
  channel: string | null;
  channel_name: string | null;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Date | null;
}

/** Seconds of real time that a worker may hold a delivery; longer than the longest request. */
const leaseSeconds = 60;

/**
 * Claims deliveries that are due. Deliveries of one lead to one webhook go out in order: a later one waits for the earlier.
 * `busyWebhooks` are left out, so that hanging addresses never take all places, and no webhook gets more than `mostEach` at a time.
 */
export const claimDeliveries = (
  db: Database,
  most: number,
  mostEach: number,
  busyWebhooks: readonly number[],
): Promise<ClaimedDelivery[]> =>
  db.systemStatement(
    `
      with due as (
          select d.id, d.webhook_id, d.next_attempt_at
          from webhook_delivery d
          where d.state in ('PENDING', 'DELIVERING')
            and d.next_attempt_at <= now()
            and not d.webhook_id = any($2::int[])
            and ${inEnabledWorkspace('d.workspace_id')}
            and not exists (
              select
              from webhook w
              join integration i on i.workspace_id = w.workspace_id and i.id = w.integration_id
              where w.id = d.webhook_id and i.state = 'PAUSED'
            )
            and (
              d.order_key is null
                or not exists (
                  select
                  from webhook_delivery o
                  where o.webhook_id = d.webhook_id
                    and o.order_key = d.order_key
                    and o.id < d.id
                    and o.state in ('PENDING', 'DELIVERING')
                )
            )
          order by d.next_attempt_at, d.id
          limit $1
          for update of d skip locked
        ),
        chosen as (
          select id, row_number() over (partition by webhook_id order by next_attempt_at, id) as place
          from due
        )
      update webhook_delivery d
      set state = 'DELIVERING', attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => $3)
      from chosen, webhook w
      where d.id = chosen.id and chosen.place <= $4 and w.id = d.webhook_id
      returning d.*, w.webhook_url, w.name as webhook_name, w.scope, w.secret_sealed, w.categories,
        w.is_active, w.destination, w.integration_id, w.channel, w.channel_name, w.previous_secret_sealed,
        w.previous_secret_until
    `,
    [most, busyWebhooks, leaseSeconds, mostEach],
  );

export interface DeliveryOutcome {
  state: 'DELIVERED' | 'FAILED' | 'PENDING';
  status: number | null;
  error: string | null;
  durationMs: number;
  nextAttemptAt: Date | null;
  body: unknown;
  /** What was said to a connected product; null for plain webhooks. */
  trace?: unknown;
}

/**
 * Writes down what came of deliveries, in one statement. A delivery whose lease ended meanwhile and that somebody else
 * delivers is written by both: the later word stands.
 */
export const settleDeliveries = async (
  db: Database,
  settled: readonly { id: string; outcome: DeliveryOutcome }[],
): Promise<void> => {
  await db.systemStatement(
    `
      update webhook_delivery d
      set state = g.state, last_status = g.status, last_error = g.error, last_duration_ms = g.duration,
        next_attempt_at = g.next_attempt_at, delivered_at = case when g.state = 'DELIVERED' then now() end,
        payload = d.payload || jsonb_build_object('body', g.body)
          || case when g.trace is null then '{}'::jsonb else jsonb_build_object('trace', g.trace) end
      from json_to_recordset($1) as g(
        id bigint, state text, status int, error text, duration int, next_attempt_at timestamptz, body jsonb,
          trace jsonb
      )
      where d.id = g.id
    `,
    [
      databaseJson(
        settled.map(({ id, outcome }) => ({
          id,
          state: outcome.state,
          status: outcome.status,
          error: outcome.error,
          duration: outcome.durationMs,
          next_attempt_at: outcome.nextAttemptAt,
          body: outcome.body,
          trace: outcome.trace ?? null,
        })),
      ),
    ],
  );
};

/** Deletes some of the deliveries that are over and older. @returns how many; 0 once there are none left */
export const deleteOldDeliveries = (db: Database, before: Date): Promise<number> =>
  db.systemSql(async (sql) => {
    const { rowCount } = await sql.query(
      `
        delete from webhook_delivery
        where id in (
          select d.id
          from workspace w
          join webhook_delivery d on d.workspace_id = w.id
          where d.created_at < $1 and d.state in ('DELIVERED', 'FAILED')
          limit 5000
        )
      `,
      [before],
    );
    return rowCount ?? 0;
  });
