import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { signatureOf, type ConnectionForm } from '../connect/connection-form';

/** A setting of a mailbox that a person changes. */
export type SettingField =
  | 'from_name'
  | 'message_per_day'
  | 'min_time_to_wait_minutes'
  | 'time_zone'
  | 'signature'
  | 'different_reply_to_address'
  | 'bcc_email'
  | 'custom_tracking_domain';

const emptied = new Set<SettingField>(['different_reply_to_address', 'bcc_email', 'custom_tracking_domain']);

/** Of these fields those that differ from the mailbox; an emptied address is taken away (null). */
export function settingsChange(
  form: Pick<ConnectionForm, SettingField>,
  mailbox: Pick<MailboxView, SettingField>,
  fields: readonly SettingField[],
) {
  const wanted = (field: SettingField) =>
    field === 'signature'
      ? signatureOf(form.signature)
      : emptied.has(field) && String(form[field]).trim() === ''
        ? null
        : form[field];
  return Object.fromEntries(
    fields.filter((field) => wanted(field) !== mailbox[field]).map((field) => [field, wanted(field)]),
  ) as Partial<Record<SettingField, never>>;
}
