import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { EventKind } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';

/** Width of a rollup bucket, as in append-events. */
const bucketSeconds = 900;

/**
 * Withdraws events that somebody declared to be none (an answer that is not to be counted), with their rollups, in the caller's
 * transaction. Everything else about the event stays with the message it came from.
 */
export async function withdrawEvents(
  sql: SqlClient,
  given: { workspaceId: WorkspaceId; enrolmentId: EnrolmentId; kind: EventKind; evidence: Record<string, unknown> },
): Promise<number> {
  const { rowCount } = await sql.query(
    `
      with gone as (
          delete from event
          where workspace_id = $1 and enrolment_id = $2 and kind = $3 and evidence @> $4::jsonb
          returning workspace_id, kind, at, sent_at, is_first, is_machine, campaign_id, mailbox_id, client_id,
            step_id, variant_id
        ),
        buckets as (
          select g.workspace_id, d.name as dimension, d.id as dimension_id, a.name as axis,
            to_timestamp(floor(extract(epoch from a.moment) / $5) * $5) as bucket,
            case when g.is_machine then 'MACHINE_' || g.kind else g.kind end as kind, count(*)::int as count,
            count(*) filter (where g.is_first)::int as first_count
          from gone g
          cross join lateral (
            values ('workspace', 0), ('campaign', g.campaign_id), ('mailbox', g.mailbox_id),
              ('client', g.client_id), ('step', g.step_id), ('variant', g.variant_id)
          ) as d(name, id)
          cross join lateral (values ('event', g.at), ('sent', g.sent_at)) as a(name, moment)
          where d.id is not null and a.moment is not null
          group by 1, 2, 3, 4, 5, 6
        ),
        less as (
          update event_rollup r
          set count = r.count - b.count, first_count = r.first_count - b.first_count
          from buckets b
          where r.workspace_id = b.workspace_id
            and r.dimension = b.dimension
            and r.dimension_id = b.dimension_id
            and r.axis = b.axis
            and r.bucket = b.bucket
            and r.kind = b.kind
        )
      select 1
      from gone
    `,
    [given.workspaceId, given.enrolmentId, given.kind, JSON.stringify(given.evidence), bucketSeconds],
  );
  return rowCount ?? 0;
}
