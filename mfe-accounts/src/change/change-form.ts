import {
  mailboxChange,
  type MailboxChange,
  type MailboxSelection,
} from '@skein/contracts/main/mailbox-changes.contract';
import type { WarmupSettingsView } from '@skein/contracts/warmup/warmup.contract';
import type { ComboboxOption } from '@skein/ui/combobox';
import type { DataTableSelection } from '@skein/ui/data-table';

/** The settings that the drawer offers, in its order. */
export type ChangeField =
  | 'message_per_day'
  | 'min_time_to_wait_minutes'
  | 'from_name'
  | 'signature'
  | 'different_reply_to_address'
  | 'bcc_email'
  | 'custom_tracking_domain'
  | 'time_zone'
  | 'warmup'
  | 'tags'
  | 'client_id'
  | 'is_suspended';

export type WarmupChoice = { readonly [Name in keyof WarmupSettingsView]: WarmupSettingsView[Name] | null };

export interface ChangeForm {
  /** Settings that are to be changed; the others stay, whatever stands in them. */
  chosen: readonly ChangeField[];
  isDeletion: boolean;
  message_per_day: number | null;
  min_time_to_wait_minutes: number | null;
  from_name: string;
  signature: string;
  different_reply_to_address: string;
  bcc_email: string;
  custom_tracking_domain: string;
  time_zone: string;
  /** Null keeps what a mailbox has. */
  warmup: WarmupChoice;
  added: readonly ComboboxOption[];
  removed: readonly ComboboxOption[];
  client_id: number | null;
  is_suspended: boolean;
}

export const keptWarmup: WarmupChoice = {
  enabled: null,
  per_day: null,
  is_randomised: null,
  min_per_day: null,
  is_rampup_enabled: null,
  daily_rampup: null,
  open_rate: null,
  reply_rate: null,
  important_rate: null,
  spam_rescue_rate: null,
  weekdays_only: null,
  auto_adjust: null,
  uses_tracking_domain: null,
  key_tag: null,
};

export const emptyChange: ChangeForm = {
  chosen: [],
  isDeletion: false,
  message_per_day: 40,
  min_time_to_wait_minutes: 5,
  from_name: '',
  signature: '',
  different_reply_to_address: '',
  bcc_email: '',
  custom_tracking_domain: '',
  time_zone: 'Etc/GMT',
  warmup: keptWarmup,
  added: [],
  removed: [],
  client_id: null,
  is_suspended: true,
};

const ids = (options: readonly ComboboxOption[]) => options.map((option) => Number(option.value));
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** What is sent of a form: nothing while nothing is chosen, the first problem where a value is not accepted. */
export function toChange(form: ChangeForm): { change: MailboxChange | null; problem: string | null } {
  if (form.isDeletion) return read({ delete: true });
  const has = (field: ChangeField) => form.chosen.includes(field);
  const warmup = Object.fromEntries(Object.entries(form.warmup).filter(([, value]) => value !== null));
  const given = {
    ...(has('message_per_day') ? { message_per_day: form.message_per_day } : {}),
    ...(has('min_time_to_wait_minutes') ? { min_time_to_wait_minutes: form.min_time_to_wait_minutes } : {}),
    ...(has('from_name') ? { from_name: form.from_name } : {}),
    ...(has('signature') ? { signature: orNull(form.signature) } : {}),
    ...(has('different_reply_to_address')
      ? { different_reply_to_address: orNull(form.different_reply_to_address) }
      : {}),
    ...(has('bcc_email') ? { bcc_email: orNull(form.bcc_email) } : {}),
    ...(has('custom_tracking_domain') ? { custom_tracking_domain: orNull(form.custom_tracking_domain) } : {}),
    ...(has('client_id') ? { client_id: form.client_id } : {}),
    ...(has('is_suspended') ? { is_suspended: form.is_suspended } : {}),
    ...(has('tags') ? { add_tag_ids: ids(form.added), remove_tag_ids: ids(form.removed) } : {}),
    ...(has('time_zone') ? { time_zone: form.time_zone } : {}),
    ...(has('warmup') ? { warmup } : {}),
  };
  const says = (field: ChangeField) =>
    field === 'tags'
      ? form.added.length + form.removed.length > 0
      : field !== 'warmup' || Object.keys(warmup).length > 0;
  if (!form.chosen.some(says)) return { change: null, problem: null };
  return read(given);
}

function read(given: object): { change: MailboxChange | null; problem: string | null } {
  const parsed = mailboxChange.safeParse(given);
  if (parsed.success) return { change: parsed.data, problem: null };
  const issue = parsed.error.issues[0];
  return {
    change: null,
    problem: `${names[String(issue?.path[0])] ?? 'The change'} ${issue?.message ?? 'is not accepted'}.`,
  };
}

const names: Record<string, string> = {
  message_per_day: 'Campaign emails a day',
  min_time_to_wait_minutes: 'The gap',
  from_name: 'The sender name',
  signature: 'The signature',
  different_reply_to_address: 'The reply-to address',
  bcc_email: 'The bcc address',
  custom_tracking_domain: 'The tracking domain',
  time_zone: 'The time zone',
  warmup: 'A warmup setting',
};

/** A selection of the list as the server takes it. */
export const toSelection = (selection: DataTableSelection, filter: object): MailboxSelection =>
  selection.mode === 'some'
    ? { mailbox_ids: selection.ids.map(Number) }
    : { filter, except_ids: selection.excluded.map(Number) };
