import type { EditEffect } from '@skein/contracts/main/campaign-edits.contract';
import { campaignSettings } from '@skein/contracts/main/campaign-setting-list';
import type { CampaignRecord } from '#access/access.api';
import { toScheduleInput, toSettingsInput } from '../campaign-views/campaign-view';
import type { StepRecord } from '../sequences/sequences.store';

type Change = EditEffect['changes'][number];

const settings = new Map(campaignSettings('schedule', 'settings'));

/** The name of a field of schedule or settings as a person calls it. */
export const fieldName = (field: string): string => settings.get(field)?.label ?? field.replaceAll('_', ' ');

const word = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.every((entry) => typeof entry !== 'object')
        ? value.join(', ')
        : String(value.length);
  // Words of the contract are written in capitals; names of zones and texts stay as they are.
  const text = String(value);
  return typeof value === 'object'
    ? 'changed'
    : /^[A-Z_]+$/.test(text)
      ? text.replaceAll('_', ' ').toLowerCase()
      : text;
};

function fieldChanges(area: Change['area'], before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  return Object.keys(after)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => {
      const inWords = (settings.get(field)?.inWords as ((value: unknown) => string) | undefined) ?? word;
      const [from, to] = [inWords(before[field]), inWords(after[field])];
      return { area, text: from === to ? `${fieldName(field)} changed` : `${fieldName(field)}: ${from} to ${to}` };
    });
}

const waitOf = (step: StepRecord): string =>
  [
    step.delay_days > 0 ? `${step.delay_days} d` : '',
    step.delay_hours > 0 ? `${step.delay_hours} h` : '',
    step.delay_minutes > 0 ? `${step.delay_minutes} min` : '',
  ]
    .filter(Boolean)
    .join(' ') || 'no wait';
const shares = (step: StepRecord): string =>
  JSON.stringify([
    step.distribution,
    step.winning_metric,
    step.variants.map((variant) => [variant.label, variant.percentage, variant.is_paused]),
  ]);

/** What is different, one line each, in the order in which a reader meets it. */
export function describeEdit(
  before: { campaign: CampaignRecord; steps: readonly StepRecord[] },
  after: { campaign: CampaignRecord; steps: readonly StepRecord[] },
): Change[] {
  const changes: Change[] = [];
  const add = (text: string) => changes.push({ area: 'sequence', text });
  for (const step of before.steps)
    if (!after.steps.some((other) => other.id === step.id)) add(`Step ${step.seq_number} removed`);
  for (const step of after.steps) {
    const known = before.steps.find((other) => other.id === step.id);
    if (!known) {
      add(`New step ${step.seq_number}`);
      continue;
    }
    if (known.seq_number !== step.seq_number) add(`Step ${known.seq_number} is step ${step.seq_number}`);
    if (waitOf(known) !== waitOf(step)) add(`Wait before step ${step.seq_number}: ${waitOf(known)} to ${waitOf(step)}`);
    const texts = step.variants.filter((variant) => {
      const old = known.variants.find((other) => other.id === variant.id);
      return old && (old.subject !== variant.subject || old.email_body !== variant.email_body);
    });
    if (texts.length > 0)
      add(
        `Text of step ${step.seq_number}${step.variants.length > 1 ? `, variant ${texts.map((variant) => variant.label).join(', ')}` : ''}`,
      );
    if (shares(known) !== shares(step)) add(`Variants of step ${step.seq_number}`);
    if (JSON.stringify(known.detail) !== JSON.stringify(step.detail) || known.seq_type !== step.seq_type)
      add(`What step ${step.seq_number} does`);
  }
  return [
    ...changes,
    ...fieldChanges('schedule', toScheduleInput(before.campaign), toScheduleInput(after.campaign)),
    ...fieldChanges('settings', toSettingsInput(before.campaign), toSettingsInput(after.campaign)),
  ];
}
