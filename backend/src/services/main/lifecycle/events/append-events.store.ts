import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { firedTriggers, type FiredTrigger } from './fire-triggers.store';
import { queuedDeliveries } from './queue-webhooks.store';

/** Width of a rollup bucket: every zone's offset is a multiple of it. */
const bucketMilliseconds = 15 * 60_000;

/** One statement for all of it: a round trip costs more than any of its parts. It answers the subsequences that were set off. */
const statement = `
  with given as materialized (
      select *
      from jsonb_to_recordset($1::jsonb) as g(
        workspace_id int, kind text, at timestamptz, sent_at timestamptz, campaign_id int, enrolment_id int,
          lead_id int, mailbox_id int, intent_id bigint, step_id int, variant_id int, client_id int,
          is_machine boolean, is_first boolean, evidence jsonb, place int, trigger_kind text, category_id int
      )
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
    dimensions as (
      select workspace_id, kind, at, sent_at, is_first, is_machine, d.name as dimension, d.id as dimension_id
      from given
      cross join lateral (
        values ('workspace', 0), ('campaign', campaign_id), ('mailbox', mailbox_id), ('client', client_id),
          ('step', step_id), ('variant', variant_id)
      ) as d(name, id)
      where d.id is not null
    ),
    buckets as (
      select workspace_id, dimension, dimension_id, axis.name as axis,
        to_timestamp(floor(extract(epoch from axis.moment) / $2) * $2) as bucket,
        case when is_machine then 'MACHINE_' || kind else kind end as kind, count(*)::int as count,
        count(*) filter (where is_first)::int as first_count
      from dimensions
      cross join lateral (values ('event', at), ('sent', sent_at)) as axis(name, moment)
      where axis.moment is not null
      group by 1, 2, 3, 4, 5, 6
    ),
    rolled as (
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select *
      from buckets
      order by 1, 2, 3, 4, 5, 6
      on conflict (workspace_id, dimension, dimension_id, axis, bucket, kind)
      do update set count = event_rollup.count + excluded.count,
        first_count = event_rollup.first_count + excluded.first_count
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
  return (await prepared<FiredTrigger>(sql, statement, [events, bucketMilliseconds / 1000])).rows;
}
