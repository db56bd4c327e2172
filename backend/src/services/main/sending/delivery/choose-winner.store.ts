import { fixedCategories } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { findWinner, OBSERVED_AFTER_MS, type WinnerSearch, type WinningMetric } from '#engine/sending/find-winner';

/** How often a campaign's variants are compared, in milliseconds of campaign time; looking oftener would change no chance of error. */
const compareEvery = 3_600_000;
/** Mails of a step that are looked at: far more than any test needs. */
const mostMails = 100_000;

interface TestedStep {
  id: number;
  winning_metric: WinningMetric;
  sample_percentage: number | null;
  variants: { id: number; label: string }[];
}

/** How the comparison of a step's variants stands. */
export interface VariantComparison extends WinnerSearch {
  stepId: number;
  metric: WinningMetric;
  sample: { sent: number; needed: number; percentage: number };
  labels: ReadonlyMap<string, string>;
}

/** When a mail earned what the metric counts; null when it did not. Machine opens and clicks are no person's and do not count. */
const earnedAt: Record<WinningMetric, string> = {
  OPEN_RATE: 'i.first_open_at',
  CLICK_RATE: 'i.first_click_at',
  REPLY_RATE: 'i.reply_at',
  POSITIVE_REPLY_RATE: `case when e.category_id = any($6::int[]) or e.category_id in (select c.id from lead_category c where c.workspace_id = $1 and c.sentiment = 'positive') then i.reply_at end`,
};
const positive = fixedCategories.filter((category) => category.sentiment === 'positive').map((category) => category.id);

/** A step of a campaign whose variants compete. */
interface StepToCompare {
  campaignId: number;
  step: TestedStep;
  now: number;
}

/** Compares the variants of one step on what was sent and answered until `now` (campaign time). */
export async function compareVariants(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, step, now }: StepToCompare,
): Promise<VariantComparison> {
  const within = OBSERVED_AFTER_MS[step.winning_metric];
  const { rows } = await sql.query<{ variant_id: number; success: boolean }>(
    `
      select i.variant_id, coalesce(${earnedAt[step.winning_metric]} <= i.sent_at + make_interval(secs => $5), false) as success
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
    [workspaceId, campaignId, step.id, new Date(now - within), within / 1000, positive],
  );
  const outcomes = new Map(step.variants.map((variant) => [variant.id, [] as boolean[]]));
  for (const row of rows) outcomes.get(row.variant_id)?.push(row.success);
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
    [workspaceId, campaignId, step.id],
  );
  const percentage = step.sample_percentage ?? 20;
  const sample = {
    sent: counted?.sent ?? 0,
    needed: Math.ceil(((counted?.leads ?? 0) * percentage) / 100),
    percentage,
  };
  const found = findWinner(
    step.variants.map((variant) => ({ id: String(variant.id), outcomes: outcomes.get(variant.id) ?? [] })),
    sample,
  );
  return {
    ...found,
    stepId: step.id,
    metric: step.winning_metric,
    sample,
    labels: new Map(step.variants.map((variant) => [String(variant.id), variant.label])),
  };
}

/** What is kept with the winner: the figures it was named on. */
export const evidenceOf = (comparison: VariantComparison) => ({
  metric: comparison.metric,
  needed: comparison.needed,
  sample: comparison.sample,
  variants: comparison.variants.map((variant) => ({
    id: Number(variant.id),
    label: comparison.labels.get(variant.id) ?? '',
    observed: variant.observed,
    successes: variant.successes,
    evidence: Number(variant.evidence.toPrecision(4)),
  })),
});

/**
 * Names the winner of every step of a campaign that lets its variants be compared (AI_EQUAL), at most once an hour, in the transaction
 * of a trigger, before it plans. Steps for which a person decided are left alone.
 */
export async function chooseWinners(
  sql: SqlClient,
  campaign: { id: number; workspace_id: number },
  now: number,
): Promise<void> {
  const at = new Date(now);
  const { rows } = await sql.query<TestedStep>(
    `
      select s.id, s.winning_metric, s.sample_percentage,
        (
          select json_agg(json_build_object('id', v.id, 'label', v.label) order by v.label)
          from step_variant v
          where v.step_id = s.id and not v.is_deleted and not v.is_paused
        ) as variants
      from sequence_step s
      where s.workspace_id = $1
        and s.campaign_id = $2
        and not s.is_deleted
        and s.seq_type = 'EMAIL'
        and s.distribution = 'AI_EQUAL'
        and s.winning_metric is not null
        and s.winner_variant_id is null
        and s.winner_by is null
        and (s.tested_at is null or s.tested_at <= $3)
    `,
    [campaign.workspace_id, campaign.id, new Date(now - compareEvery)],
  );
  for (const step of rows) {
    if (!step.variants || step.variants.length < 2) continue;
    const comparison = await compareVariants(campaign.workspace_id, sql, { campaignId: campaign.id, step, now });
    await sql.query('update sequence_step set tested_at = $2 where id = $1', [step.id, at]);
    if (comparison.winnerId === null) continue;
    await sql.query(
      `
        update sequence_step
        set winner_variant_id = $2, winner_by = 'TEST', winner_at = $3, winner_evidence = $4
        where id = $1
      `,
      [step.id, Number(comparison.winnerId), at, JSON.stringify(evidenceOf(comparison))],
    );
    await sql.query(
      `
        insert into campaign_edit (workspace_id, campaign_id, area, detail, at)
        values ($1, $2, 'sequence', $3, $4)
      `,
      [
        campaign.workspace_id,
        campaign.id,
        JSON.stringify({ winner: comparison.labels.get(comparison.winnerId), step_id: step.id, by: 'TEST' }),
        at,
      ],
    );
  }
}
