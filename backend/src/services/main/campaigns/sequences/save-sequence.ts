import { limits } from '@skein/contracts/constants';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import type { SqlClient } from '#platform/db/database';
import { DEFAULT_SAMPLE_PERCENTAGE } from '#engine/sending/find-winner';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkStepAttachments } from '#files/files.api';
import { noteEdit, cancelOfCampaign, moveLeads } from '#lifecycle/lifecycle.api';
import { requireCampaign, type Who } from '#access/access.api';
import { checkAssignees } from './check-assignees';
import { checkSize } from './check-size';
import { labelOf } from './check-templates';
import { loadSequence, viewSequence } from './get-sequence';
import { movesOf, refuseOrder } from './plan-step-change';
import {
  findRemovedSteps,
  findSteps,
  removeSteps,
  restartVariants,
  writeStep,
  writeVariants,
  type StepRecord,
} from './sequences.store';

import { writeVersion } from './sequence-versions.store';
import { endOpenWork, highestPassedStep } from './sequence-work.store';

export interface SaveSequence {
  steps: StepInput[];
  expected_version?: number;
  /** Saved by itself while somebody types: such saves that follow each other are one version. */ is_autosave?: boolean;
}

type SaveDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'files'>;

/**
 * Replaces the sequence. Steps and variants with an id keep it, and with it what was sent from them; leads under way go on
 * behind the last step they are past (plan-step-change.ts). What was reserved is cancelled and planned again.
 * @throws SkeinError CONFLICT when somebody saved in between, VALIDATION, ILLEGAL_TRANSITION when sent steps would move
 */
export async function saveSequence(
  deps: SaveDeps & Pick<MainDeps, 'heavyWork'>,
  who: Who,
  campaignId: number,
  given: SaveSequence,
) {
  return viewSequence(deps, await writeSequence(deps, who, campaignId, given));
}

/** The same without looking at the texts, which takes its time: for transactions that hold locks. */
export async function writeSequence(deps: SaveDeps, who: Who, campaignId: number, given: SaveSequence) {
  const at = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId, true);
    if (given.expected_version !== undefined && given.expected_version !== campaign.sequence_version)
      throw new SkeinError('CONFLICT', 'Someone else saved this sequence in the meantime. Reload it before you save.');
    const old = await findSteps(who.workspaceId, sql, campaignId);
    const removed = given.steps.some((step) => step.id && !old.some((one) => one.id === step.id))
      ? await findRemovedSteps(who.workspaceId, sql, campaignId)
      : [];
    checkSteps(given.steps, [...old, ...removed]);
    await checkAssignees(sql, who, given.steps, [...old, ...removed]);
    const input = { ...given, steps: await withAttachments(deps, who, [...old, ...removed], given.steps) };
    const known = old.map((step) => ({ id: step.id, number: step.seq_number }));
    // First: no further mail begins to leave, so that what is leaving can be counted.
    await cancelOfCampaign(sql, campaignId, 'SEQUENCE_CHANGED');
    const passed = await highestPassedStep(who.workspaceId, sql, campaignId);
    const refusal = refuseOrder(
      known,
      input.steps.map((step) => step.id ?? null),
      passed,
    );
    if (refusal) throw new SkeinError('ILLEGAL_TRANSITION', refusal);
    const ids = await writeAll(sql, who.workspaceId, { campaignId, old, steps: input.steps, at });
    await restartVariants(who.workspaceId, sql, restartedSteps(old, input.steps));
    const moves = movesOf(known, ids);
    await moveLeads(sql, who.workspaceId, {
      campaign,
      change: { old, ids, moves, revived: new Set(removed.map((step) => step.id)), steps: input.steps, passed },
      at,
    });
    await writeVersion(who.workspaceId, sql, {
      campaignId,
      content: input.steps.map((step, index) => ({ ...step, id: ids[index] })),
      userId: who.userId,
      at,
      isAutosave: input.is_autosave ?? false,
    });
    await noteEdit(who.workspaceId, sql, {
      campaignId,
      userId: who.userId,
      area: 'sequence',
      detail: { steps: ids.length },
      at,
    });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return loadSequence(sql, who.workspaceId, campaignId);
  });
}

/** Ids are of this campaign and stand once; shares sum to 100; manual steps have at most 10 variants. */
function checkSteps(steps: readonly StepInput[], old: readonly StepRecord[]): void {
  checkSize(steps);
  const seen = new Set<number>();
  for (const [index, step] of steps.entries()) {
    const field = `steps.${index}`;
    const known = step.id ? old.find((candidate) => candidate.id === step.id) : undefined;
    if (step.id && (!known || seen.has(step.id)))
      throw invalidField(`${field}.id`, 'is not a step of this campaign, or appears twice');
    if (step.id) seen.add(step.id);
    const labels = step.variants.map((variant, place) => variant.variant_label ?? labelOf(place));
    if (new Set(labels).size !== labels.length) throw invalidField(`${field}.variants`, 'have the same label twice');
    for (const [place, variant] of step.variants.entries())
      if (variant.id && !known?.variants.some((candidate) => candidate.id === variant.id))
        throw invalidField(`${field}.variants.${place}.id`, 'is not a variant of this step');
    if (step.seq_type === 'EMAIL' && step.variants.length === 0)
      throw invalidField(`${field}.variants`, 'needs at least one');
    if (step.seq_type === 'MANUAL' && step.variants.length > limits.variantsOfManualStep)
      throw invalidField(`${field}.variants`, `can be at most ${limits.variantsOfManualStep} in a manual step`);
    if (step.variant_distribution_type === 'MANUAL_PERCENTAGE') {
      const sum = step.variants
        .filter((variant) => !variant.is_paused)
        .reduce((total, variant) => total + (variant.variant_distribution_percentage ?? 0), 0);
      if (step.variants.some((variant) => !variant.is_paused) && sum !== 100)
        throw invalidField(`${field}.variants`, `have shares that add up to ${sum} %, not 100 %`);
    }
    if (step.variant_distribution_type === 'AI_EQUAL' && !step.winning_metric_property)
      throw invalidField(`${field}.winning_metric_property`, 'is required to find a winner');
  }
}

/** Steps with the files that go out with each variant: those given, looked at; else those it has. */
async function withAttachments(
  deps: Pick<MainDeps, 'db' | 'files' | 'realClock'>,
  who: Who,
  old: readonly StepRecord[],
  steps: readonly StepInput[],
): Promise<StepInput[]> {
  const present = new Map(
    old.flatMap((step) => step.variants.map((variant) => [variant.id, variant.attachments] as const)),
  );
  const known = new Map([...present.values()].flat().map((file) => [file.storage_key, file.size]));
  const checked: StepInput[] = [];
  for (const [index, step] of steps.entries()) {
    const variants: StepInput['variants'] = [];
    for (const [place, variant] of step.variants.entries()) {
      const files = variant.attachments ?? (variant.id ? present.get(variant.id) : undefined) ?? [];
      variants.push({
        ...variant,
        attachments: await checkStepAttachments(deps, who, {
          field: `steps.${index}.variants.${place}.attachments`,
          files,
          known,
        }),
      });
    }
    checked.push({ ...step, variants });
  }
  return checked;
}

/** Steps whose variants, their switches or their shares are others than before. */
function restartedSteps(old: readonly StepRecord[], steps: readonly StepInput[]): number[] {
  const print = (
    distribution: string,
    variants: readonly { id?: number | null | undefined; percentage: number | null | undefined; is_paused: boolean }[],
  ) =>
    JSON.stringify([
      distribution,
      variants.map((variant) => [
        variant.id ?? null,
        distribution === 'MANUAL_PERCENTAGE' ? (variant.percentage ?? null) : null,
        variant.is_paused,
      ]),
    ]);
  return steps.flatMap((step) => {
    const known = step.id ? old.find((candidate) => candidate.id === step.id) : undefined;
    if (!known) return [];
    return print(known.distribution, known.variants) ===
      print(
        step.variant_distribution_type,
        step.variants.map((variant) => ({ ...variant, percentage: variant.variant_distribution_percentage })),
      )
      ? []
      : [known.id];
  });
}

/** The steps of a campaign before and after a save. */
interface SequenceChange {
  campaignId: number;
  old: readonly StepRecord[];
  steps: readonly StepInput[];
  at: Date;
}

async function writeAll(
  sql: SqlClient,
  workspaceId: number,
  { campaignId, old, steps, at }: SequenceChange,
): Promise<number[]> {
  const removed = await removeSteps(workspaceId, sql, {
    campaignId,
    keep: steps.flatMap((step) => (step.id ? [step.id] : [])),
    at,
  });
  const turned = steps.flatMap((step) =>
    step.id && old.some((one) => one.id === step.id && one.seq_type !== step.seq_type) ? [step.id] : [],
  );
  await endOpenWork(workspaceId, sql, [...removed, ...turned], at);
  const ids: number[] = [];
  for (const [index, step] of steps.entries()) {
    const id = await writeStep(workspaceId, sql, {
      campaignId,
      number: index + 1,
      step: {
        ...step,
        lead_distribution_percentage:
          step.variant_distribution_type === 'AI_EQUAL'
            ? (step.lead_distribution_percentage ?? DEFAULT_SAMPLE_PERCENTAGE)
            : null,
      },
      at,
    });
    await writeVariants(workspaceId, sql, {
      stepId: id,
      variants: step.variants.map((variant, place) => ({
        id: variant.id,
        label: variant.variant_label ?? labelOf(place),
        subject: variant.subject,
        email_body: variant.email_body,
        attachments: variant.attachments ?? [],
        percentage: variant.variant_distribution_percentage ?? null,
        is_paused: variant.is_paused,
      })),
      at,
    });
    ids.push(id);
  }
  return ids;
}
