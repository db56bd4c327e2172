import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import {
  DEFAULT_SAMPLE_PERCENTAGE,
  findWinner,
  type WinnerSearch,
  type WinningMetric,
} from '#engine/sending/find-winner';
import { countSample, findOutcomes } from './variant-outcomes.store';

/** A step, and the variants of it that are compared. */
export interface TestedStep {
  id: number;
  winning_metric: WinningMetric;
  sample_percentage: number | null;
  variants: { id: number; label: string }[];
}

/** How the comparison of a step's variants stands. */
export interface VariantComparison extends WinnerSearch {
  stepId: number;
  metric: WinningMetric;
  sample: { sent: number; neededLeads: number; percentage: number };
  labels: ReadonlyMap<string, string>;
}

/** A step of a campaign whose variants compete. */
interface StepToCompare {
  campaignId: CampaignId;
  step: TestedStep;
  now: number;
}

/** Compares the variants of one step on what was sent and answered until `now` (campaign time). */
export async function compareVariants(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, step, now }: StepToCompare,
): Promise<VariantComparison> {
  const rows = await findOutcomes(workspaceId, sql, {
    campaignId,
    stepId: step.id,
    metric: step.winning_metric,
    now,
  });
  const outcomes = new Map(step.variants.map((variant) => [variant.id, [] as boolean[]]));
  for (const row of rows) outcomes.get(row.variant_id)?.push(row.success);
  const { sent, leads } = await countSample(workspaceId, sql, campaignId, step.id);
  const percentage = step.sample_percentage ?? DEFAULT_SAMPLE_PERCENTAGE;
  const sample = { sent, neededLeads: Math.ceil((leads * percentage) / 100), percentage };
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
  needed: comparison.neededEvidence,
  sample: {
    sent: comparison.sample.sent,
    needed: comparison.sample.neededLeads,
    percentage: comparison.sample.percentage,
  },
  variants: comparison.variants.map((variant) => ({
    id: Number(variant.id),
    label: comparison.labels.get(variant.id) ?? '',
    observed: variant.observed,
    successes: variant.successes,
    evidence: Number(variant.evidence.toPrecision(4)),
  })),
});
