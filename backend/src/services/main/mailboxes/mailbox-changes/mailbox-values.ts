import type { ClientId } from '@skein/contracts/ids';
import { defaultSettings, type WarmupSettings } from '#engine/warmup/warmup-settings';
import type { MailboxChange, MailboxChangePreview } from '@skein/contracts/main/mailbox-changes.contract';
import type { WarmupSettingsView } from '@skein/contracts/warmup/warmup.contract';

/** One setting's value; each tag is a setting of its own (`tag:12`), true where the mailbox has it. */
type Value = string | number | boolean | null;
export type Values = Record<string, Value>;

/** A mailbox as changes see it. */
export interface ChangeableMailbox {
  id: number;
  from_name: string;
  message_per_day: number;
  min_time_to_wait_minutes: number;
  time_zone: string;
  signature: string | null;
  bcc_email: string | null;
  different_reply_to_address: string | null;
  custom_tracking_domain: string | null;
  client_id: ClientId | null;
  is_suspended: boolean;
  warmup: Partial<WarmupSettingsView>;
  tag_ids: number[];
}

/** The columns that a change sets as they are. */
const plainFields = [
  'message_per_day',
  'min_time_to_wait_minutes',
  'from_name',
  'time_zone',
  'signature',
  'different_reply_to_address',
  'bcc_email',
  'custom_tracking_domain',
  'client_id',
  'is_suspended',
] as const;

/** Warmup settings by their stored names, with the names of their defaults. */
const warmupFields = {
  enabled: 'enabled',
  per_day: 'perDay',
  is_randomised: 'isRandomised',
  min_per_day: 'minPerDay',
  is_rampup_enabled: 'isRampupEnabled',
  daily_rampup: 'dailyRampup',
  open_rate: 'openRate',
  reply_rate: 'replyRate',
  important_rate: 'importantRate',
  spam_rescue_rate: 'spamRescueRate',
  weekdays_only: 'weekdaysOnly',
  auto_adjust: 'autoAdjust',
  uses_tracking_domain: 'usesTrackingDomain',
  key_tag: 'keyTag',
} as const satisfies Record<keyof WarmupSettingsView, keyof WarmupSettings>;
const warmupEntries = Object.entries(warmupFields) as [keyof WarmupSettingsView, keyof WarmupSettings][];

/** Every value that a change of this shape looks at. */
export function valuesOf(mailbox: ChangeableMailbox, tagIds: readonly number[]): Values {
  const usual = defaultSettings(mailbox.id);
  const { warmup } = mailbox;
  return {
    ...Object.fromEntries(plainFields.map((field) => [field, mailbox[field]])),
    ...Object.fromEntries(
      warmupEntries.map(([name, usualName]) => [`warmup_${name}`, warmup[name] ?? usual[usualName]]),
    ),
    ...Object.fromEntries(tagIds.map((id) => [`tag:${id}`, mailbox.tag_ids.includes(id)])),
  };
}

/** What a change asks for, setting by setting. A text that was emptied is none. */
export function wantedOf(change: MailboxChange): Values {
  const wanted: Values = {};
  for (const field of plainFields) {
    const value = change[field];
    if (value !== undefined) wanted[field] = value === '' ? null : value;
  }
  for (const [name, value] of Object.entries(change.warmup ?? {}))
    if (value !== undefined) wanted[`warmup_${name}`] = value;
  for (const id of change.remove_tag_ids) wanted[`tag:${id}`] = false;
  for (const id of change.add_tag_ids) wanted[`tag:${id}`] = true;
  return wanted;
}

export const tagIdsOf = (values: Values): number[] =>
  Object.keys(values).flatMap((name) => (name.startsWith('tag:') ? [Number(name.slice(4))] : []));

/** What a change would write to a mailbox and what is there now; null when it is so already. */
export function differenceOf(now: Values, wanted: Values): { before: Values; after: Values } | null {
  const after: Values = {};
  for (const [name, value] of Object.entries(wanted)) if (now[name] !== value) after[name] = value;
  // The least number of warmup emails cannot be above the number a day.
  const perDay = wanted['warmup_per_day'] ?? now['warmup_per_day'];
  const least = wanted['warmup_min_per_day'] ?? now['warmup_min_per_day'];
  const isWarmup = 'warmup_per_day' in wanted || 'warmup_min_per_day' in wanted;
  if (isWarmup && typeof perDay === 'number' && typeof least === 'number' && least > perDay) {
    if (now['warmup_min_per_day'] === perDay) delete after['warmup_min_per_day'];
    else after['warmup_min_per_day'] = perDay;
  }
  const names = Object.keys(after);
  if (names.length === 0) return null;
  return { before: Object.fromEntries(names.map((name) => [name, now[name] ?? null])), after };
}

/** What undoing writes: the earlier values of those settings that still are as the change left them; `kept` names the others. */
export function undoOf(now: Values, row: { before: Values; after: Values }): { restore: Values; kept: string[] } {
  const restore: Values = {};
  const kept: string[] = [];
  for (const [name, value] of Object.entries(row.after)) {
    if (now[name] === value) restore[name] = row.before[name] ?? null;
    else kept.push(name);
  }
  return { restore, kept };
}

const fieldNames: Record<string, string> = {
  message_per_day: 'Campaign emails a day',
  min_time_to_wait_minutes: 'Minutes between two emails',
  from_name: 'Sender name',
  time_zone: 'Time zone',
  signature: 'Signature',
  different_reply_to_address: 'Reply-to address',
  bcc_email: 'Bcc address',
  custom_tracking_domain: 'Tracking domain',
  client_id: 'Client',
  is_suspended: 'Sending',
  warmup_enabled: 'Warmup',
  warmup_per_day: 'Most warmup emails a day',
  warmup_is_randomised: 'Vary warmup each day',
  warmup_min_per_day: 'Fewest warmup emails a day',
  warmup_is_rampup_enabled: 'Warmup ramp-up',
  warmup_daily_rampup: 'Warmup ramp-up a day',
  warmup_open_rate: 'Warmup open rate',
  warmup_reply_rate: 'Warmup reply rate',
  warmup_important_rate: 'Warmup marked as important',
  warmup_spam_rescue_rate: 'Warmup rescued from spam',
  warmup_weekdays_only: 'Warmup on weekdays only',
  warmup_auto_adjust: 'Warmup adjusts automatically',
  warmup_uses_tracking_domain: 'Warmup with own tracking domain',
  warmup_key_tag: 'Warmup tag',
};

/** Names of tags and clients, for words. */
export interface Names {
  tags: ReadonlyMap<number, string>;
  clients: ReadonlyMap<number, string>;
}

const nameOfField = (name: string, names: Names): string =>
  name.startsWith('tag:') ? `Tag “${names.tags.get(Number(name.slice(4))) ?? '?'}”` : (fieldNames[name] ?? name);

const longest = 60;

/** A value as a person reads it. */
function wordsOf(name: string, value: Value, names: Names): string {
  if (name.startsWith('tag:')) return value ? 'Yes' : 'No';
  if (name === 'is_suspended') return value ? 'Suspended' : 'Sends';
  if (name.startsWith('warmup_') && typeof value === 'boolean') return value ? 'On' : 'Off';
  if (name === 'client_id')
    return value === null ? 'No client' : (names.clients.get(Number(value)) ?? 'A deleted client');
  if (value === null || value === '') return 'None';
  if (name.startsWith('warmup_') && name.endsWith('_rate')) return `${value}%`;
  const text =
    name === 'signature'
      ? String(value)
          .replace(/<[^<>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
      : String(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text || 'Without text';
}

/** How many mailboxes a change touches, setting by setting, with what they have now. */
export function previewOf(
  mailboxes: readonly ChangeableMailbox[],
  wanted: Values,
  names: Names,
): Pick<MailboxChangePreview, 'will_change' | 'fields'> {
  const tagIds = tagIdsOf(wanted);
  const found = new Map<string, { after: Value; counts: Map<string, number>; total: number }>();
  for (const [name, after] of Object.entries(wanted)) found.set(name, { after, counts: new Map(), total: 0 });
  let changing = 0;
  for (const mailbox of mailboxes) {
    const difference = differenceOf(valuesOf(mailbox, tagIds), wanted);
    if (!difference) continue;
    changing += 1;
    for (const [name, after] of Object.entries(difference.after)) {
      const field = found.get(name) ?? { after, counts: new Map<string, number>(), total: 0 };
      found.set(name, field);
      const text = wordsOf(name, difference.before[name] ?? null, names);
      field.counts.set(text, (field.counts.get(text) ?? 0) + 1);
      field.total += 1;
    }
  }
  return {
    will_change: changing,
    fields: [...found].map(([name, { after, counts, total }]) => ({
      field: name,
      name: nameOfField(name, names),
      will_change: total,
      before: [...counts]
        .sort((one, other) => other[1] - one[1])
        .slice(0, 4)
        .map(([text, count]) => ({ text, count })),
      after: wordsOf(name, after, names),
    })),
  };
}

/** What was asked for, a line a setting. */
export const summaryOf = (wanted: Values, names: Names): string[] =>
  Object.entries(wanted).map(([name, value]) =>
    name.startsWith('tag:')
      ? `${value ? 'Add' : 'Remove'} tag “${names.tags.get(Number(name.slice(4))) ?? '?'}”`
      : `${nameOfField(name, names)}: ${wordsOf(name, value, names)}`,
  );
