import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { RowRequest } from '#engine/sending/required-rows';
import type { QueueKey } from '#engine/sending/plan.types';
import type { CampaignRow, StepRow } from '#lifecycle/lifecycle.api';
import { inOtherQueue, releasedOf, type LoadedCounts } from './load-rows.store';

/** Leads of one queue are counted up to here: a round of many mailboxes with many leads behind each takes hardly longer for it. */
const mostCounted = 1_000;

/** Queues whose heads a round has loaded. */
interface LoadedQueues {
  campaign: CampaignRow;
  steps: readonly StepRow[];
  requests: readonly RowRequest[];
  loaded: LoadedCounts;
  /** Campaign time until which their rows are due. */
  due: Date;
}

/** How many due leads of each of these queues were not loaded. */
export async function countBehind(
  sql: SqlClient,
  { campaign, steps, requests, loaded, due }: LoadedQueues,
): Promise<Map<QueueKey, number>> {
  const behind = new Map<QueueKey, number>();
  for (const request of requests) {
    const isOfMailbox = request.list === 'FOLLOW_UP' || request.list === 'NEW_OF_MAILBOX';
    const where = !isOfMailbox
      ? inOtherQueue(request, { due: '$4', released: '$5::int[]' })
      : request.list === 'FOLLOW_UP'
        ? `e.status = 'INPROGRESS' and e.next_eligible_at <= $4 and e.mailbox_id = any($5::int[])`
        : `e.status = 'STARTED' and coalesce(e.next_eligible_at, '-infinity') <= $4 and e.mailbox_id = any($5::int[])`;
    // In the order of the heads, so that the index that has found those is read on: any other order may read other campaigns' leads.
    const byTime = request.list === 'FOLLOW_UP' || request.list === 'ORPHAN';
    const { rows } = await prepared<{ count: number }>(
      sql,
      `
        select count(*)::int as count
        from (
          select
          from enrolment e
          where e.campaign_id = $1
            and e.open_intent_id is null
            and not e.is_parked
            and coalesce(e.next_step_id, $2::int) <> all($3::int[])
            and ${where}
          order by ${byTime ? 'e.next_eligible_at, e.id' : 'e.id'}
          limit $6
        ) e
      `,
      [
        campaign.id,
        steps[0]?.id ?? 0,
        steps.filter((step) => step.snapshot.kind !== 'EMAIL').map((step) => step.id),
        due,
        'mailboxId' in request ? [Number(request.mailboxId)] : releasedOf(request),
        mostCounted,
      ],
    );
    behind.set(request.key, Math.max(0, (rows[0]?.count ?? 0) - (loaded.get(request.key) ?? 0)));
  }
  return behind;
}
