import type { CampaignId } from '@skein/contracts/ids';
import type { StepRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Selection, type Who } from '../figures/selection';
import { countSteps, findSteps, noStepFigures, type StepFigures } from './count-steps.store';
import { judgeVariants } from './judge-variants';

const sum = (figures: readonly StepFigures[]): StepFigures =>
  figures.reduce((total, one) => {
    for (const name of Object.keys(total) as (keyof StepFigures)[]) total[name] += one[name];
    return total;
  }, noStepFigures());

/** Steps and variants of a campaign with their figures and the evidence. Removed ones are shown where something was sent from them. */
export async function readSteps(
  who: Who,
  sql: SqlClient,
  campaignId: CampaignId,
  selection: Selection,
): Promise<{ steps: StepRow[] }> {
  const counted = await countSteps(who.workspaceId, sql, scopeOf(who), selection);
  const steps = (await findSteps(who.workspaceId, sql, campaignId)).map((step) => {
    const ofStep = counted.filter((entry) => entry.step_id === step.step_id);
    const figuresOf = (variantId: number) =>
      ofStep.find((entry) => entry.variant_id === variantId)?.figures ?? noStepFigures();
    const variants = step.variants
      .map((variant) => ({ variant, counts: figuresOf(variant.id) }))
      .filter(({ variant, counts }) => !variant.is_deleted || counts.sent > 0);
    const judged = judgeVariants(variants.map(({ counts }) => counts));
    const isMeasured = step.seq_type === 'EMAIL';
    return {
      step_id: step.step_id,
      seq_number: step.seq_number,
      seq_type: step.seq_type,
      is_deleted: step.is_deleted,
      counts: sum(ofStep.map((entry) => entry.figures)),
      variants: variants.map(({ variant, counts }, index) => ({
        variant_id: variant.id,
        label: variant.label,
        subject: variant.subject,
        is_paused: variant.is_paused,
        is_deleted: variant.is_deleted,
        is_baseline: judged[index]?.isBaseline ?? false,
        counts,
        evidence:
          isMeasured && judged[index]
            ? judged[index].evidence
            : { kind: 'NOT_MEASURED' as const, text: 'Not measured', confidence: null, needs: null },
      })),
    };
  });
  return { steps: steps.filter((step) => !step.is_deleted || step.counts.sent > 0) };
}
