import type { MissingValue } from '@skein/template';

/**
 * Whether a campaign accepts a missing value: it can allow a blank field, never a value that would look like a template
 * that was not rendered.
 */
export const isAllowedMissing = (value: MissingValue, allowed: readonly string[]): boolean =>
  value.reason === 'absent' && allowed.includes(value.name);
