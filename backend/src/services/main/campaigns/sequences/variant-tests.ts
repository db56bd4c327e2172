import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { VariantTestView } from '@skein/contracts/main/sequence-views';
import {
  FALSE_WINNER_RATE,
  MINIMUM_OBSERVED,
  OBSERVED_AFTER_MS,
  type WinningMetric,
} from '#engine/sending/find-winner';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { noteEdit } from '#lifecycle/lifecycle.api';
import { compareVariants, evidenceOf } from '#sending/sending.api';
import { findSteps, writeWinner, type StepRecord } from './sequences.store';

const metricWords: Record<WinningMetric, string> = {
  OPEN_RATE: 'opens',
  CLICK_RATE: 'clicks',
  REPLY_RATE: 'replies',
  POSITIVE_REPLY_RATE: 'positive replies',
};
const hour = 3_600_000;

/** The stopping rule of a step's test, in the words that stand beside it. */
const ruleOf = (metric: WinningMetric, percentage: number): string =>
  `The variant with the most ${metricWords[metric]} wins once ${percentage}% of the leads were sent this step, each variant has ${MINIMUM_OBSERVED} emails that are ${OBSERVED_AFTER_MS[metric] / hour} hours old, and the difference is so clear that chance alone would name a winner in at most ${FALSE_WINNER_RATE * 100} of 100 tests, however often one looks. Until then the shares stay equal.`;

/** How the variants of each step with more than one stand, and who won on what. */
export const listVariantTests = (deps: Pick<MainDeps, 'db' | 'campaignClock'>, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return { tests: await testsOf(sql, who.workspaceId, campaignId, deps.campaignClock.now()) };
  });

async function testsOf(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  now: number,
): Promise<VariantTestView[]> {
  const tests: VariantTestView[] = [];
  for (const step of await findSteps(workspaceId, sql, campaignId)) {
    if (step.seq_type === 'EMAIL' && step.variants.length > 1)
      tests.push(await testOf(sql, workspaceId, { campaignId, step, now }));
  }
  return tests;
}

/** A step of a campaign whose variants compete. */
interface TestedStep {
  campaignId: CampaignId;
  step: StepRecord;
  now: number;
}

async function testOf(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaignId, step, now }: TestedStep,
): Promise<VariantTestView> {
  const metric = (step.winning_metric ?? 'REPLY_RATE') as WinningMetric;
  const shown = step.variants.filter((variant) => !variant.is_paused || variant.sent > 0);
  const comparison = await compareVariants(workspaceId, sql, {
    campaignId,
    step: {
      id: step.id,
      winning_metric: metric,
      sample_percentage: step.sample_percentage,
      variants: shown.map((variant) => ({ id: variant.id, label: variant.label })),
    },
    now,
  });
  const isTested = step.distribution === 'AI_EQUAL';
  const winner = step.variants.find((variant) => variant.id === step.winner_variant_id) ?? null;
  return {
    step_id: step.id,
    seq_number: step.seq_number,
    distribution: step.distribution,
    metric,
    state: winner ? 'WON' : isTested && step.winner_by === null ? 'RUNNING' : 'OFF',
    rule: isTested ? ruleOf(metric, comparison.sample.percentage) : null,
    missing: isTested && !winner && step.winner_by === null ? comparison.missing : null,
    sample_sent: comparison.sample.sent,
    sample_needed: comparison.sample.neededLeads,
    evidence_needed: comparison.neededEvidence,
    winner: winner && {
      variant_id: winner.id,
      variant_label: winner.label,
      by: step.winner_by === 'TEST' ? 'TEST' : 'USER',
      at: step.winner_at,
      evidence: step.winner_evidence,
    },
    variants: comparison.variants.map((variant) => ({
      variant_id: Number(variant.id),
      variant_label: comparison.labels.get(variant.id) ?? '',
      observed: variant.observed,
      successes: variant.successes,
      rate: variant.rate === null ? null : Math.round(variant.rate * 1000) / 10,
      evidence: Number(variant.evidence.toPrecision(4)),
    })),
  };
}

/** The variant that wins a step; null lets the test continue. */
interface ChosenVariant {
  campaignId: CampaignId;
  stepId: number;
  variantId: number | null;
}

/**
 * Makes one variant the winner manually: leads that are given a variant from now on get this one, whatever the shares are. Null takes
 * a winner back: the shares hold again, and the test names none by itself until the step's variants change.
 * @throws SkeinError NOT_FOUND, VALIDATION
 */
export const setWinner = (
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  { campaignId, stepId, variantId }: ChosenVariant,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const now = deps.campaignClock.now();
    await requireCampaign(sql, who, campaignId, true);
    const step = (await findSteps(who.workspaceId, sql, campaignId)).find((candidate) => candidate.id === stepId);
    if (!step) throw notFound('This step');
    const variant = variantId === null ? null : step.variants.find((candidate) => candidate.id === variantId);
    if (variant === undefined) throw invalidField('variant_id', 'is not a variant of this step');
    if (variant?.is_paused) throw invalidField('variant_id', 'is switched off');
    const evidence =
      variant && step.variants.length > 1
        ? evidenceOf(
            await compareVariants(who.workspaceId, sql, {
              campaignId,
              step: {
                id: step.id,
                winning_metric: (step.winning_metric ?? 'REPLY_RATE') as WinningMetric,
                sample_percentage: step.sample_percentage,
                variants: step.variants,
              },
              now,
            }),
          )
        : null;
    await writeWinner(who.workspaceId, sql, { stepId, variantId, by: 'USER', at: new Date(now), evidence });
    await noteEdit(who.workspaceId, sql, {
      campaignId,
      userId: who.userId,
      area: 'sequence',
      detail: { step: step.seq_number, winner: variant?.label ?? null, by: 'USER' },
      at: new Date(now),
    });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return { tests: await testsOf(sql, who.workspaceId, campaignId, now) };
  });
