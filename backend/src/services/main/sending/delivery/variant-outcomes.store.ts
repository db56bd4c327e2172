import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import { fixedCategories } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { OBSERVED_AFTER_MS, type WinningMetric } from '#engine/sending/find-winner';

/** Mails of a step that are looked at: far more than any test needs. */
const mostMails = 100_000;

/** When a mail earned what the metric counts; null when it did not. Machine opens and clicks are no person's and do not count. */
const earnedAt: Record<WinningMetric, string> = {
  OPEN_RATE: 'i.first_open_at',
  CLICK_RATE: 'i.first_click_at',
  REPLY_RATE: 'i.reply_at',
  POSITIVE_REPLY_RATE: `case when e.category_id = any($6::int[])
    or e.category_id in (select c.id from lead_category c where c.workspace_id = $1 and c.sentiment = 'positive') then i.reply_at end`,
};
const positive = fixedCategories.filter((category) => category.sentiment === 'positive').map((category) => category.id);

/** A step of a campaign, and what its variants compete for. */
interface StepToObserve {
  campaignId: CampaignId;
  stepId: number;
  metric: WinningMetric;
  now: number;
}

/** Whether each email of a step earned what counts, in the order in which they were sent, until `now` (campaign time). */
export async function findOutcomes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, stepId, metric, now }: StepToObserve,
): Promise<{ variant_id: number; success: boolean }[]> {
  const within = OBSERVED_AFTER_MS[metric];
  const { rows } = await sql.query<{ variant_id: number; success: boolean }>(
    `
      select i.variant_id, coalesce(${earnedAt[metric]} <= i.sent_at + make_interval(secs => $5), false) as success
      from intent i
      left join enrolment e on e.id = i.enrolment_id
      where i.workspace_id = $1
        and i.campaign_id = $2
        and i.step_id = $3
        and i.kind = 'CAMPAIGN'
        and i.state in ('SENT', 'IN_DOUBT')
        and i.sent_at <= $4
        and $6::int[] is not null
      order by i.sent_at, i.id
      limit ${mostMails}
    `,
    [workspaceId, campaignId, stepId, new Date(now - within), within / 1000, positive],
  );
  return rows;
}

/** Emails of a step that were sent, and leads of its campaign. */
export async function countSample(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  stepId: number,
): Promise<{ sent: number; leads: number }> {
  const {
    rows: [counted],
  } = await sql.query<{ sent: number; leads: number }>(
    `
      select (
          select count(*)::int
          from intent i
          where i.workspace_id = $1
            and i.campaign_id = $2
            and i.step_id = $3
            and i.kind = 'CAMPAIGN'
            and i.state in ('SENT', 'IN_DOUBT')
        ) as sent,
        (select count(*)::int from enrolment e where e.workspace_id = $1 and e.campaign_id = $2) as leads
    `,
    [workspaceId, campaignId, stepId],
  );
  return counted ?? { sent: 0, leads: 0 };
}
