import type { VerificationResult } from '@skein/contracts/main/verification-results';
import type { ProgressTone } from '@skein/ui/progress';

/** What verification says of an address, for people. */
export const resultWords: Record<VerificationResult, string> = {
  VALID: 'Valid',
  INVALID: 'Invalid',
  CATCH_ALL: 'Catch-all',
  ROLE: 'Role',
  DISPOSABLE: 'Disposable',
  UNKNOWN: 'Unknown',
};
export const resultTones: Record<
  VerificationResult,
  ProgressTone & ('success' | 'danger' | 'warning' | 'info' | 'neutral')
> = {
  VALID: 'success',
  INVALID: 'danger',
  CATCH_ALL: 'warning',
  ROLE: 'info',
  DISPOSABLE: 'warning',
  UNKNOWN: 'neutral',
};

/** A price in US cents, as `$16.50`. */
export const dollars = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 })}`;
