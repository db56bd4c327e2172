import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import type { SqlClient } from '#platform/db/database';

const day = 86_400_000;
/** So many runs in one transaction: a run has 2,000 emails at most. */
const most = 10;

/**
 * Deletes what is kept of the emails of runs that began `emailDays` ago: headers, bodies, evidence, checks and what was read of them. Where
 * they were placed, when, and whether SPF, DKIM and DMARC passed stays. A run of which emails are still looked for waits. As the system it
 * looks across workspaces. @returns how many runs it was: 0 when none is left
 */
export async function deleteOldEmails(sql: SqlClient, now: Date): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select r.id
      from placement_run r
      where r.emails_deleted_at is null
        and r.started_at < $1
        and not exists (
          select
          from placement_mail p
          where p.workspace_id = r.workspace_id
            and p.run_id = r.id
            and (p.look_at is not null or p.state in ('PLANNED', 'SUBMITTING'))
        )
      order by r.started_at
      limit $2
      for update skip locked
    `,
    [new Date(now.getTime() - placementLimits.emailDays * day), most],
  );
  const runs = rows.map(({ id }) => id);
  if (runs.length === 0) return 0;
  await sql.query(
    `
      update placement_mail
      set headers = null, body = null, spam = null, client_ip = null, links = '{}', personal_links = '{}', lead_id = null,
        authentication = case
          when authentication is null then null
          else jsonb_build_object(
            'spf', jsonb_build_object('result', authentication->'spf'->'result'),
            'dkim', case
              when authentication->'dkim' @> '[{"result": "pass"}]' then '[{"result": "pass"}]'
              else jsonb_build_array(
                jsonb_build_object('result', coalesce(authentication->'dkim'->0->>'result', 'none'))
              )
            end,
            'dmarc', jsonb_build_object('result', authentication->'dmarc'->'result')
          )
        end
      where run_id = any($1::int[])
    `,
    [runs],
  );
  await sql.query('delete from placement_check where run_id = any($1::int[])', [runs]);
  await sql.query(
    `
      update placement_run
      set content = null, variant_contents = '{}', settled_at = coalesce(settled_at, $2), emails_deleted_at = $2
      where id = any($1::int[])
    `,
    [runs, now],
  );
  return runs.length;
}
