import type { CampaignId } from '@skein/contracts/ids';
import type { CampaignSnapshot, StepSnapshot } from '#engine/sending/plan.types';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { scheduleOf, type CampaignRow } from '#lifecycle/lifecycle.api';

/** What decides when a lead's next step is due. */
export interface CampaignPath {
  schedule: CampaignSnapshot['schedule'];
  /** In their order. */
  steps: {
    id: number;
    number: number;
    delay: StepSnapshot['delay'];
    /** It was removed and brought back: some leads are past it that stand before it. */ isRevived: boolean;
  }[];
}

type Row = Parameters<typeof scheduleOf>[0] &
  Pick<CampaignRow, 'id' | 'delay_basis'> & {
    steps: { id: number; number: number; days: number; hours: number; minutes: number; is_revived: boolean }[];
  };

/** The paths of campaigns, by campaign. The ids come from jobs, whose workspaces are their own. */
export async function readPaths(
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
): Promise<Map<number, CampaignPath>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await prepared<Row>(
    sql,
    `
      select c.id, c.time_zone, c.sending_days, c.window_start, c.window_end, c.extra_windows, c.holidays,
        c.time_zone_mode, c.schedule_start_at, c.min_time_btwn_emails, c.max_leads_per_day, c.delay_basis,
        coalesce(
          (
              select json_agg(
                json_build_object(
                  'id', s.id, 'number', s.seq_number, 'days', s.delay_days, 'hours', s.delay_hours, 'minutes',
                    s.delay_minutes, 'is_revived', s.revived_at is not null
                )
                order by s.seq_number
              )
              from sequence_step s
              where s.campaign_id = c.id and not s.is_deleted
            ),
            '[]'
        ) as steps
      from campaign c
      where c.id = any($1)
    `,
    [[...new Set(campaignIds)]],
  );
  return new Map(
    rows.map((row): [number, CampaignPath] => [
      row.id,
      {
        schedule: scheduleOf(row),
        steps: row.steps.map(({ id, number, days, hours, minutes, is_revived: isRevived }) => ({
          id,
          number,
          isRevived,
          delay: { days, hours, minutes, basis: row.delay_basis === 'SENDING_DAYS' ? 'SENDING_DAYS' : 'CALENDAR' },
        })),
      },
    ]),
  );
}
