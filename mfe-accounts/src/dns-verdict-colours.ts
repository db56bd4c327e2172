import type { KnownState } from '@skein/ui/status';

/** The glyph and colour of what a look-up found. */
export const verdictStates = {
  pass: 'good',
  warn: 'warning',
  fail: 'failed',
  unknown: 'waiting',
} as const satisfies Record<string, KnownState>;
