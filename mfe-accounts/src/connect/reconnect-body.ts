import { mailProviders } from '@skein/contracts/mail-providers';
import { reconnectMailboxBody } from '@skein/contracts/main/mailboxes.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { emptyForm, fieldOf, firstOfEach, type ConnectionForm, type FieldProblem } from './connection-form';

type Connection = Pick<
  MailboxView,
  | 'type'
  | 'from_name'
  | 'from_email'
  | 'username'
  | 'smtp_host'
  | 'smtp_port'
  | 'smtp_port_type'
  | 'imap_host'
  | 'imap_port'
  | 'imap_port_type'
  | 'imap_username'
  | 'time_zone'
>;

/** The provider of a mailbox's type; the general one for a type of its own. */
export const providerOfType = (type: string) =>
  mailProviders.find((provider) => provider.type === type) ?? (mailProviders.at(-1) as (typeof mailProviders)[number]);

/** The form as a connected mailbox stands; secrets are never returned, so they are empty. */
export function formOf(mailbox: Connection): ConnectionForm {
  const provider = providerOfType(mailbox.type);
  const portType = (type: string, usual: ConnectionForm['smtp_port_type']) =>
    type === 'SSL' || type === 'TLS' || type === 'NONE' ? type : usual;
  return {
    ...emptyForm(provider, mailbox.time_zone),
    from_name: mailbox.from_name,
    from_email: mailbox.from_email,
    username: mailbox.username,
    smtp_host: mailbox.smtp_host,
    smtp_port: mailbox.smtp_port,
    smtp_port_type: portType(mailbox.smtp_port_type, provider.smtp.portType),
    imap_host: mailbox.imap_host,
    imap_port: mailbox.imap_port,
    imap_port_type: portType(mailbox.imap_port_type, provider.imap.portType),
    imap_username: mailbox.imap_username,
    separate_imap: mailbox.imap_username !== mailbox.username,
  };
}

const compared = [
  'username',
  'smtp_host',
  'smtp_port',
  'smtp_port_type',
  'imap_host',
  'imap_port',
  'imap_port_type',
] as const;

/** Only what differs from the mailbox, and the secrets that were typed: what is left out stays as it is stored. */
export function reconnectBody(form: ConnectionForm, mailbox: Connection) {
  const imapUsername = form.separate_imap ? form.imap_username.trim() : form.username.trim();
  return {
    ...Object.fromEntries(
      compared.filter((field) => form[field] !== mailbox[field]).map((field) => [field, form[field]]),
    ),
    ...(imapUsername === mailbox.imap_username ? {} : { imap_username: imapUsername }),
    ...(form.password === '' ? {} : { password: form.password }),
    ...(form.separate_imap && form.imap_password !== '' ? { imap_password: form.imap_password } : {}),
  };
}

/** What the contract finds wrong with a reconnect, at the form's fields. */
export function reconnectProblems(form: ConnectionForm, mailbox: Connection): FieldProblem[] {
  const parsed = reconnectMailboxBody.safeParse(reconnectBody(form, mailbox));
  return firstOfEach(
    (parsed.success ? [] : parsed.error.issues).flatMap((issue): FieldProblem[] => {
      const field = fieldOf(issue.path.join('.'), form);
      return field
        ? [{ field, message: form[field] === null || form[field] === '' ? 'is required' : issue.message }]
        : [];
    }),
  );
}
