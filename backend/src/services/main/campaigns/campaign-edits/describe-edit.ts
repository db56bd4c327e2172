import type { EditEffect } from '@skein/contracts/main/campaign-edits.contract';
import { describeEspRules, type EspRule } from '@skein/contracts/main/campaign-settings';
import type { CampaignRecord } from '#access/access.api';
import { toScheduleInput, toSettingsInput } from '../campaign-views/campaign-view';
import type { StepRecord } from '../sequences/sequences.api';

type Change = EditEffect['changes'][number];

const names: Record<string, string> = {
  timezone: 'Time zone',
  days: 'Days',
  start_hour: 'From',
  end_hour: 'To',
  min_time_btwn_emails: 'Minutes between emails',
  max_leads_per_day: 'New leads a day',
  schedule_start_time: 'Not before',
  more_windows: 'Further windows',
  holidays: 'Holidays',
  time_zone_mode: 'Sending hours follow',
  track_settings: 'Tracking',
  stop_lead_settings: 'Stops on',
  unsubscribe_text: 'Unsubscribe text',
  add_unsubscribe_tag: 'Unsubscribe header',
  send_as_plain_text: 'Plain text',
  force_plain_text: 'Forced plain text',
  follow_up_percentage: 'Share for follow-ups',
  esp_match_mode: 'ESP matching',
  esp_rules: 'ESP rules',
  auto_pause_domain_leads_on_reply: 'Company pause on a reply',
  company_daily_limit: 'Emails a company and day',
  bounce_guard_enabled: 'Bounce guard',
  bounce_autopause_threshold: 'Bounce guard at percent',
  bounce_guard_min_sent: 'Bounce guard from emails',
  out_of_office_detection_settings: 'Out of office',
  ai_categorisation_options: 'Categories that are found',
  auto_categorise_reply: 'Categories set automatically',
  allow_missing_fields: 'Fields that may be empty',
  delay_basis: 'Delays count',
  spintax_mode: 'Spintax',
  ignore_ss_mailbox_sending_limit: 'Ignore the daily limit of purchased mailboxes',
};

/** The name of a field of schedule or settings as a person calls it. */
export const fieldName = (field: string): string => names[field] ?? field.replaceAll('_', ' ');

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
      const inWords = field === 'esp_rules' ? (rules: unknown) => describeEspRules(rules as EspRule[]) || 'none' : word;
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
