import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import { SYSTEM_FIELDS } from '@skein/template';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { checkSize } from './check-size';
import { findCustomFields } from './merge-fields.store';
import { findRemovedSteps, findSteps, type StepRecord } from './sequences.store';

import { findVersions, versionsListed } from './sequence-versions.store';
import { checkTextsTask, problemsOf, weightOf } from './text-tasks';
import { highestPassedStep } from './sequence-work.store';

/** Steps with variants, what is wrong in them, and the fields they may use. */
export async function getSequence(deps: Pick<MainDeps, 'db' | 'heavyWork'>, who: Who, campaignId: CampaignId) {
  const loaded = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return loadSequence(sql, who.workspaceId, campaignId);
  });
  return viewSequence(deps, loaded);
}

/** What is read in a transaction; `viewSequence` goes on after it, because checking texts takes its time. */
export async function loadSequence(sql: SqlClient, workspaceId: WorkspaceId, campaignId: CampaignId) {
  const steps = await findSteps(workspaceId, sql, campaignId);
  const custom = await findCustomFields(workspaceId, sql, campaignId);
  const passed = await highestPassedStep(workspaceId, sql, campaignId);
  const [latest] = await findVersions(workspaceId, sql, campaignId, { limit: 1 });
  return { steps, custom, passed, latest };
}

export async function viewSequence(
  deps: Pick<MainDeps, 'heavyWork'>,
  { steps, custom, passed, latest }: Awaited<ReturnType<typeof loadSequence>>,
) {
  return {
    version: latest?.version ?? (steps.length > 0 ? 1 : 0),
    saved_at: latest?.created_at ?? null,
    saved_by_name: latest?.user_name ?? null,
    steps: steps.map((step) => toView(step, passed)),
    problems: await problemsOf(deps.heavyWork, { steps: steps.map(toInput), customFields: namesOf(custom) }),
    merge_fields: [
      ...SYSTEM_FIELDS.map((name) => ({ name: name as string, is_custom: false, sample: null })),
      ...(custom ?? []).map((field) => ({ ...field, is_custom: true })),
    ],
  };
}

const namesOf = (custom: readonly { name: string }[] | null) => custom?.map((field) => field.name) ?? null;

/** What is wrong in steps that are not saved. @throws SkeinError VALIDATION for texts that take too long to check */
export async function checkSequence(
  deps: Pick<MainDeps, 'db' | 'heavyWork'>,
  who: Who,
  campaignId: CampaignId,
  steps: StepInput[],
) {
  checkSize(steps);
  const custom = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return findCustomFields(who.workspaceId, sql, campaignId);
  });
  const check = { steps, customFields: namesOf(custom) };
  const size = weightOf(steps.flatMap((step) => step.variants));
  return { problems: await readForRequest(deps.heavyWork, checkTextsTask, check, { size, field: 'steps' }) };
}

export const listVersions = (deps: Pick<MainDeps, 'db'>, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const versions = await findVersions(who.workspaceId, sql, campaignId, { limit: versionsListed });
    return {
      versions: versions.map((version) => ({
        version: version.version,
        number: version.number,
        created_at: version.created_at,
        user_name: version.user_name,
        step_count: version.content.length,
      })),
    };
  });

/**
 * One saved version, in the form that can be saved again: removed steps come back as themselves. Variants that no
 * longer exist come as new ones.
 */
export const getVersion = (deps: Pick<MainDeps, 'db'>, who: Who, campaignId: CampaignId, version: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const [found] = await findVersions(who.workspaceId, sql, campaignId, { version, limit: 1 });
    if (!found) throw notFound('This version');
    const present = new Map(
      [
        ...(await findSteps(who.workspaceId, sql, campaignId)),
        ...(await findRemovedSteps(who.workspaceId, sql, campaignId)),
      ].map((step) => [step.id, new Set(step.variants.map((variant) => variant.id))]),
    );
    const steps = found.content.map((step) => {
      const variants = step.id ? present.get(step.id) : undefined;
      return {
        ...step,
        id: variants ? step.id : null,
        variants: step.variants.map((variant) => ({
          ...variant,
          id: variant.id && variants?.has(variant.id) ? variant.id : null,
        })),
      };
    });
    return { version: found.version, created_at: found.created_at, steps };
  });

function toView(step: StepRecord, passed: number) {
  return {
    id: step.id,
    seq_number: step.seq_number,
    seq_type: step.seq_type,
    seq_delay_details: {
      delayInDays: step.delay_days,
      delayInHours: step.delay_hours,
      delayInMinutes: step.delay_minutes,
    },
    variant_distribution_type: step.distribution,
    lead_distribution_percentage: step.sample_percentage,
    winning_metric_property: step.winning_metric as 'OPEN_RATE' | null,
    winner_variant_id: step.winner_variant_id,
    detail: step.detail,
    sent: step.sent,
    is_passed: step.seq_number <= passed,
    created_at: step.created_at,
    updated_at: step.updated_at,
    variants: step.variants.map((variant) => ({
      id: variant.id,
      variant_label: variant.label,
      subject: variant.subject,
      email_body: variant.email_body,
      attachments: variant.attachments,
      variant_distribution_percentage: variant.percentage,
      is_paused: variant.is_paused,
      sent: variant.sent,
    })),
  };
}

/** A saved step in the form that is saved. */
export function toInput(step: StepRecord): StepInput {
  const view = toView(step, 0);
  return { ...view, variants: view.variants };
}
