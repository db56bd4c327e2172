import type { MailboxImportOutcome, MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import type { GlyphName } from '@skein/ui/icon';
import type { ProgressTone } from '@skein/ui/progress';
import type { StatusTone } from '@skein/ui/status';

export const importsAddress = '/app/email-accounts/import';
export const importAddress = (id: number): string => `${importsAddress}/${id}`;

/** How outcomes look. */
export const outcomeLooks: Record<
  MailboxImportOutcome,
  { glyph: GlyphName; tone: Exclude<ProgressTone, 'accent' | 'neutral'> }
> = {
  CONNECTED: { glyph: 'done', tone: 'success' },
  LOGIN_REFUSED: { glyph: 'bad', tone: 'danger' },
  NOT_REACHED: { glyph: 'bad', tone: 'danger' },
  INVALID: { glyph: 'warn', tone: 'warning' },
  DUPLICATE_IN_FILE: { glyph: 'new', tone: 'off' },
  ALREADY_CONNECTED: { glyph: 'done', tone: 'info' },
  LIMIT_REACHED: { glyph: 'warn', tone: 'warning' },
  NOT_TRIED: { glyph: 'new', tone: 'off' },
};

/** States of an import. */
export const importLooks: Record<MailboxImportView['status'], { label: string; tone: StatusTone; glyph: GlyphName }> = {
  UPLOADED: { label: 'Not started', tone: 'off', glyph: 'new' },
  RUNNING: { label: 'Connecting', tone: 'accent', glyph: 'wait' },
  COMPLETED: { label: 'Done', tone: 'success', glyph: 'done' },
  CANCELLED: { label: 'Stopped', tone: 'off', glyph: 'done' },
  FAILED: { label: 'Failed', tone: 'danger', glyph: 'bad' },
};

export const connectedIn = (found: Pick<MailboxImportView, 'counts'>): number =>
  found.counts.find((entry) => entry.outcome === 'CONNECTED')?.count ?? 0;

/** A file with our own columns, to fill in. */
export const sampleFile =
  'from_email,from_name,password,smtp_host,smtp_port,imap_host,imap_port,message_per_day,tags,client,warmup_enabled\r\n' +
  'rosa@company.com,Rosa Kessler,app-password,smtp.company.com,465,imap.company.com,993,40,Batch 1,,yes\r\n';
