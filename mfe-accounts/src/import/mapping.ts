import {
  mailboxImportFields,
  secretImportFields,
  type MailboxImportField,
} from '@skein/contracts/main/mailbox-imports.contract';

export type Mapping = readonly (MailboxImportField | null)[];

/** Gives a column a field; the column that had it before is left out. */
export const withField = (mapping: Mapping, index: number, field: MailboxImportField | null): Mapping =>
  mapping.map((given, at) => (at === index ? field : given === field ? null : given));

/** What keeps an import from starting, or null. */
export function mappingProblem(mapping: Mapping): string | null {
  if (!mapping.includes('from_email')) return 'Choose the column with the email addresses.';
  if (!mapping.some((field) => field !== null && secretImportFields.includes(field)))
    return 'Choose the column with the passwords.';
  return null;
}

/** Whether rows name their servers themselves. */
export const hasHosts = (mapping: Mapping): boolean =>
  mapping.some((field) => field === 'smtp_host' || field === 'host');

export const fieldChoices: readonly MailboxImportField[] = mailboxImportFields;
