import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The hold of an import that has begun. */
interface BegunHold {
  uploadId: string;
  reason: string;
  at: Date;
  until: Date;
}

/** One notice for each hold of an import, with how many of its leads wait; none where all of them were emailed before. */
export async function tellOfHold(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { uploadId, reason, at, until }: BegunHold,
): Promise<void> {
  await sql.query(
    `
      select write_notice(
          $1, c.client_id, 'import-on-hold',
          jsonb_build_object(
            'upload_id', u.id, 'file_name', u.file_name, 'campaign_id', c.id, 'leads', h.leads, 'reason', $3::text,
              'until', $5::timestamptz, 'time_zone', c.time_zone
          ),
          'import-on-hold:' || u.id || ':' || extract(epoch from $4::timestamptz)::bigint
        )
      from lead_upload u
      left join campaign c on c.workspace_id = $1 and c.id = u.campaign_id
      cross join lateral (
        select count(*)::int as leads
        from enrolment e
        where e.workspace_id = $1 and e.upload_id = u.id and e.constraint_code = 'IMPORT_ON_HOLD' and e.next_eligible_at = $5
      ) h
      where u.workspace_id = $1 and u.id = $2::int and h.leads > 0
    `,
    [workspaceId, uploadId, reason, at, until],
  );
}
