import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { GlyphName } from '@skein/ui/icon';
import type { ProgressTone } from '@skein/ui/progress';

/** Shape and colour of each outcome: green came in, blue was known, grey was there already, red is blocked, amber needs a look. */
export const outcomeLooks: Record<
  UploadOutcome,
  { glyph: GlyphName; tone: Exclude<ProgressTone, 'accent' | 'neutral'> }
> = {
  IMPORTED_NEW: { glyph: 'done', tone: 'success' },
  UPDATED_EXISTING: { glyph: 'done', tone: 'info' },
  DUPLICATE_IN_FILE: { glyph: 'new', tone: 'off' },
  ALREADY_IN_CAMPAIGN: { glyph: 'new', tone: 'off' },
  ALREADY_IN_LIST: { glyph: 'new', tone: 'off' },
  IN_OTHER_CAMPAIGN: { glyph: 'new', tone: 'off' },
  CONTACTED_RECENTLY: { glyph: 'new', tone: 'off' },
  SUPPRESSED: { glyph: 'bad', tone: 'danger' },
  UNSUBSCRIBED: { glyph: 'bad', tone: 'danger' },
  BOUNCED: { glyph: 'bad', tone: 'danger' },
  INVALID_ADDRESS: { glyph: 'warn', tone: 'warning' },
  MISSING_REQUIRED: { glyph: 'warn', tone: 'warning' },
  LIMIT_REACHED: { glyph: 'bad', tone: 'danger' },
  MALFORMED: { glyph: 'warn', tone: 'warning' },
};
