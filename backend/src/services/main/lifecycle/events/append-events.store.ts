import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { firedTriggers, type FiredTrigger } from './fire-triggers.store';
import { queuedDeliveries } from './queue-webhooks.store';
import { rollupBuckets, sumsDays } from './rollup-buckets.store';
import { summedNames } from '#engine/rows/sums-of-kinds.store';

/** One statement for all of it: a round trip costs more than any of its parts. It answers the subsequences that were set off. */
const statement = `
  with given as materialized (
      select *
      from jsonb_to_recordset($1::jsonb) as g(
        workspace_id int, kind text, at timestamptz, sent_at timestamptz, campaign_id int, enrolment_id int,
          lead_id int, mailbox_id int, intent_id bigint, step_id int, variant_id int, client_id int,
          is_machine boolean, is_first boolean, evidence jsonb, place int, trigger_kind text, category_id int
      )
      where ${sumsDays}
    ),
    written as (
      insert into event (
        workspace_id, kind, at, sent_at, campaign_id, enrolment_id, lead_id, mailbox_id, intent_id, step_id,
          variant_id, client_id, is_machine, is_first, evidence
      )
      select workspace_id, kind, at, sent_at, campaign_id, enrolment_id, lead_id, mailbox_id, intent_id,
        step_id, variant_id, client_id, is_machine, is_first, evidence
      from given
    ),
    buckets as (
${rollupBuckets('given')}
    ),
    rolled as (
      insert into event_rollup (
        workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count, ${summedNames.join(', ')}
      )
      select *
      from buckets
      order by 1, 2, 3, 4, 5, 6
      on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
      do update set ${['count', 'first_count', ...summedNames]
        .map((name) => `${name} = event_rollup.${name} + excluded.${name}`)
        .join(', ')}
    ),
    ${queuedDeliveries}, ${firedTriggers}
  select place, campaign_id
  from fired
  union all
  select null, null
  from told
  order by 1, 2
`;

/** Writes events, given as JSON, with their rollups and webhooks. @returns the subsequences that they set off */
export async function writeEvents(sql: SqlClient, events: string): Promise<FiredTrigger[]> {
  return (await prepared<FiredTrigger>(sql, statement, [events])).rows;
}
