import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface NeedRow {
  id: CampaignId;
  time_zone: string;
  sending_days: number[];
  holidays: string[];
  start_date: string | null;
  max_leads_per_day: number | null;
  /** How many days before each step, and whether it is an email. */
  steps: { delay: number; isEmail: boolean }[];
  new_leads: number;
  due: { date: string; step: number; count: number }[];
}

/**
 * What the running campaigns need of the next days: new leads that wait, and steps of leads under way by the day on which they can be
 * taken. A lead on hold is due when the hold ends; one that waits for a person is not.
 */
export async function findNeeds(workspaceId: WorkspaceId, sql: SqlClient, until: Date): Promise<NeedRow[]> {
  const { rows } = await sql.query<NeedRow>(
    `
      select c.id, c.time_zone, c.sending_days, coalesce(to_jsonb(c.holidays), '[]') as holidays,
        to_char(c.schedule_start_at at time zone c.time_zone, 'YYYY-MM-DD') as start_date, c.max_leads_per_day,
        coalesce(
          (
            select jsonb_agg(
                jsonb_build_object('delay', s.delay_days + s.delay_hours / 24.0, 'isEmail', s.seq_type = 'EMAIL')
                order by s.seq_number
              )
            from sequence_step s
            where s.workspace_id = c.workspace_id and s.campaign_id = c.id and not s.is_deleted
          ),
          '[]'
        ) as steps,
        (
          select coalesce(sum(n.leads), 0)::int
          from lead_count n
          where n.workspace_id = c.workspace_id and n.campaign_id = c.id and n.status = 'STARTED'
        ) as new_leads,
        coalesce(
          (
            select jsonb_agg(jsonb_build_object('date', d.date, 'step', d.step, 'count', d.count))
            from (
              select to_char(coalesce(e.next_eligible_at, e.next_due_at) at time zone c.time_zone, 'YYYY-MM-DD') as date,
                e.next_seq_number - 1 as step, count(*)::int as count
              from enrolment e
              where e.workspace_id = c.workspace_id
                and e.campaign_id = c.id
                and e.status = 'INPROGRESS'
                and coalesce(e.next_eligible_at, e.next_due_at) < $2
                and not e.is_parked
                and (e.hold_kind is null or e.hold_until is not null)
              group by 1, 2
            ) d
          ),
          '[]'
        ) as due
      from campaign c
      where c.workspace_id = $1 and c.status = 'ACTIVE'
    `,
    [workspaceId, until],
  );
  return rows;
}
