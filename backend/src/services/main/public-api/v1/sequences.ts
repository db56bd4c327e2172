import type { CampaignId } from '@skein/contracts/ids';
import type { StepInput, StepView } from '@skein/contracts/main/sequence-views';
import type { SequencesBody, WireStep, WireStepInput } from '@skein/contracts/v1/sequences.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { getSequence, saveSequence } from '#campaigns/campaigns.api';
import { findVariantTimes } from './wire.store';

type Variant = StepView['variants'][number];
type Loaded = Awaited<ReturnType<typeof getSequence>>['steps'][number];

/** Steps in their order. A step with one variant carries its texts itself; with several, `sequence_variants` does as well. */
export async function getWireSequence(
  deps: Pick<MainDeps, 'db' | 'heavyWork'>,
  who: RequestActor,
  campaignId: CampaignId,
): Promise<WireStep[]> {
  const { steps } = await getSequence(deps, who, campaignId);
  const times = await deps.db.tenantSql(who.workspaceId, (sql) => findVariantTimes(who.workspaceId, sql, campaignId));
  return steps.map((step) => {
    const { delayInDays: days, delayInHours: hours, delayInMinutes: minutes } = step.seq_delay_details;
    const [first] = step.variants;
    return {
      id: step.id,
      created_at: step.created_at,
      updated_at: step.updated_at,
      email_campaign_id: campaignId,
      seq_number: step.seq_number,
      seq_delay_details: {
        delayInDays: days,
        delay_in_days: days,
        delayInHours: hours,
        delay_in_hours: hours,
        delayInMinutes: minutes,
        delay_in_minutes: minutes,
      },
      seq_type: step.seq_type,
      subject: first?.subject ?? '',
      email_body: first?.email_body ?? '',
      variant_distribution_type: step.variant_distribution_type,
      lead_distribution_percentage: step.lead_distribution_percentage,
      winning_metric_property: step.winning_metric_property,
      sequence_variants:
        step.variants.length < 2
          ? null
          : step.variants.map((variant) => ({
              id: variant.id,
              created_at: times.get(variant.id)?.created_at ?? step.created_at,
              updated_at: times.get(variant.id)?.updated_at ?? step.updated_at,
              is_deleted: false,
              subject: variant.subject,
              email_body: variant.email_body,
              email_campaign_seq_id: step.id,
              variant_label: variant.variant_label,
              variant_distribution_percentage: variant.variant_distribution_percentage,
            })),
    };
  });
}

/**
 * Replaces the sequence, or, given one step by itself, adds it or replaces the one with its number. Steps keep their identity by id;
 * where no step of the list names one, by number, so that a client that sends the texts again never mails a lead the same step twice.
 */
export async function saveWireSequence(
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'files' | 'heavyWork'>,
  who: RequestActor,
  campaignId: CampaignId,
  body: SequencesBody,
) {
  const { steps: present } = await getSequence(deps, who, campaignId);
  const given = [...body.sequences]
    .map((step, index) => ({
      ...step,
      seq_number: step.seq_number ?? (body.is_one_step ? present.length + 1 : index + 1),
    }))
    .sort((one, other) => one.seq_number - other.seq_number);
  const isById = given.some((step) => step.id);
  const steps = given.map((step) =>
    toInput(
      step,
      step.id
        ? present.find(({ id }) => id === step.id)
        : isById
          ? undefined
          : present.find(({ seq_number: number }) => number === step.seq_number),
    ),
  );
  const one = given[0];
  const whole = body.is_one_step && one ? mergeOne(present.map(keep), steps[0] as StepInput, one.seq_number) : steps;
  const saved = await saveSequence(deps, who, campaignId, { steps: whole }).catch(inWireNames);
  return {
    ok: true as const,
    data: { sequences: saved.steps.map((step) => ({ id: step.id, seqNumber: step.seq_number })) },
  };
}

const mergeOne = (present: StepInput[], step: StepInput, number: number): StepInput[] => {
  const place = step.id ? present.findIndex(({ id }) => id === step.id) : number - 1;
  return place >= 0 && place < present.length
    ? present.map((each, index) => (index === place ? step : each))
    : [...present, step];
};

const keep = (step: Loaded): StepInput => ({ ...step, variants: step.variants });

function toInput(step: WireStepInput, known: Loaded | undefined): StepInput {
  const {
    delay_in_days: delayInDays,
    delay_in_hours: delayInHours,
    delay_in_minutes: delayInMinutes,
  } = step.seq_delay_details;
  const variants = step.seq_variants?.length
    ? readVariants(step.seq_variants, known?.variants ?? [])
    : ownVariant(step, known?.variants ?? []);
  const shares = variants.filter((variant) => variant.variant_distribution_percentage !== null);
  const sum = shares.reduce((total, variant) => total + (variant.variant_distribution_percentage ?? 0), 0);
  return {
    id: step.id ?? known?.id ?? null,
    seq_type: step.seq_type,
    seq_delay_details: { delayInDays, delayInHours, delayInMinutes },
    variant_distribution_type:
      step.variant_distribution_type ??
      (variants.length > 1 && shares.length === variants.length && sum === 100 ? 'MANUAL_PERCENTAGE' : 'MANUAL_EQUAL'),
    lead_distribution_percentage: step.lead_distribution_percentage ?? null,
    winning_metric_property: step.winning_metric_property ?? null,
    detail: known?.detail ?? {},
    variants,
  };
}

function readVariants(
  given: NonNullable<WireStepInput['seq_variants']>,
  known: readonly Variant[],
): StepInput['variants'] {
  const isById = given.some((variant) => variant.id);
  return given.map((variant, index) => {
    const label = variant.variant_label ?? String.fromCharCode(65 + index);
    const same = variant.id
      ? known.find(({ id }) => id === variant.id)
      : isById
        ? undefined
        : known.find(({ variant_label }) => variant_label === label);
    return {
      id: variant.id ?? same?.id ?? null,
      variant_label: label,
      subject: variant.subject,
      email_body: variant.email_body,
      variant_distribution_percentage: variant.variant_distribution_percentage ?? null,
      is_paused: same?.is_paused ?? false,
    };
  });
}

function ownVariant(step: WireStepInput, known: readonly Variant[]): StepInput['variants'] {
  if (step.seq_type !== 'EMAIL' && step.email_body === undefined && step.subject === '') return [];
  return [
    {
      id: known[0]?.id ?? null,
      variant_label: 'A',
      subject: step.subject,
      email_body: step.email_body ?? '',
      variant_distribution_percentage: null,
      is_paused: false,
    },
  ];
}

/** Fields of the product's own sequence under the names that were sent. */
function inWireNames(error: unknown): never {
  if (!(error instanceof SkeinError) || error.code !== 'VALIDATION') throw error;
  const rename = (text: string) =>
    text.replace(/\bsteps\.(\d+)/g, 'sequences.$1').replace(/\.variants\b/g, '.seq_variants');
  throw new SkeinError(
    'VALIDATION',
    rename(error.message),
    error.details.map((detail) => ({ ...detail, field: rename(detail.field) })),
    { cause: error },
  );
}
