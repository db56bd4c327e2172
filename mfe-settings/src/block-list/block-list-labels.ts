import type { BlockOutcome, BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import type { GlyphName } from '@skein/ui/icon';
import type { ProgressTone } from '@skein/ui/progress';
import type { StatusTone } from '@skein/ui/status';

/** How an entry came on the list. */
export const sourceWords: Record<string, string> = {
  manual: 'Manually',
  api: 'By the API',
  upload: 'By upload',
  unsubscribe: 'Unsubscribed',
  bounce: 'Bounced',
  category: 'By category',
  verification: 'By verification',
  erasure: 'Erased',
};

/** How a sentence names an entry: an erased person is known by a hash alone, which says nothing to anyone. */
export const entryName = (entry: { kind: string; value: string }): string =>
  entry.kind === 'hash' ? 'erased person' : entry.value;

/** For whom it holds. */
export const scopeWords = (entry: { client_id: number | null; client_name: string | null }): string =>
  entry.client_id === null ? 'Whole workspace' : (entry.client_name ?? 'A client');

/** Shape and colour of what became of a row. */
export const outcomeLooks: Record<
  BlockOutcome,
  { glyph: GlyphName; tone: Exclude<ProgressTone, 'accent' | 'neutral'> }
> = {
  ADDED: { glyph: 'done', tone: 'success' },
  ALREADY_THERE: { glyph: 'done', tone: 'info' },
  DUPLICATE_IN_FILE: { glyph: 'new', tone: 'off' },
  INVALID: { glyph: 'warn', tone: 'warning' },
  EMPTY: { glyph: 'new', tone: 'off' },
};

/** States of an upload. */
export const uploadLooks: Record<BlockUploadView['status'], { label: string; tone: StatusTone; glyph: GlyphName }> = {
  UPLOADED: { label: 'Not started', tone: 'off', glyph: 'new' },
  IMPORTING: { label: 'Blocking', tone: 'accent', glyph: 'wait' },
  CANCELLED: { label: 'Stopped manually', tone: 'off', glyph: 'done' },
  COMPLETED: { label: 'Done', tone: 'success', glyph: 'done' },
  FAILED: { label: 'Failed', tone: 'danger', glyph: 'bad' },
  UNDOING: { label: 'Being undone', tone: 'accent', glyph: 'wait' },
  UNDONE: { label: 'Undone', tone: 'off', glyph: 'done' },
};

/** The page that takes an upload back. */
export const confirmDeleteAddress = (upload: { delete_identifier: string }): string =>
  `/app/domain-block-list/confirm-delete-csv/${upload.delete_identifier}`;
