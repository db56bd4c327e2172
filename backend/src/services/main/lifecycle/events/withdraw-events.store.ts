import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { EventKind } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { rollupBuckets, sumsDays } from './rollup-buckets.store';
import { summedNames } from '#engine/rows/sums-of-kinds.store';

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
          where workspace_id = $1 and enrolment_id = $2 and kind = $3 and evidence @> $4::jsonb and ${sumsDays}
          returning workspace_id, kind, at, sent_at, is_first, is_machine, campaign_id, mailbox_id
        ),
        buckets as (
${rollupBuckets('gone')}
        ),
        less as (
          update event_rollup r
          set ${['count', 'first_count', ...summedNames].map((name) => `${name} = r.${name} - b.${name}`).join(', ')}
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
    [given.workspaceId, given.enrolmentId, given.kind, JSON.stringify(given.evidence)],
  );
  return rowCount ?? 0;
}
