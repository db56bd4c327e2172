import { createAttemptLimit } from '../../../../platform/auth/rate-limit';

/**
 * Tries that strangers have (counted in each process). An address is limited together with where the tries come from, so
 * that nobody can lock somebody else out; the wider limits stop guessing from many places and of many addresses.
 */
export const createIdentityLimits = () => ({
  /** wrong passwords for one address from one place: 10 in 15 minutes */
  login: createAttemptLimit(10, 15 * 60),
  /** wrong passwords for one address from everywhere: 100 an hour */
  loginAnywhere: createAttemptLimit(100, 60 * 60),
  /** wrong passwords from one place for any address: 100 in 15 minutes */
  loginPlace: createAttemptLimit(100, 15 * 60),
  /** wrong one-time codes of one person: 5 in 10 minutes (market.md 2, item 19) */
  code: createAttemptLimit(5, 10 * 60),
  /** a code that was accepted cannot be used again while it is valid */
  usedCode: createAttemptLimit(1, 3 * 60),
  /** mails of one kind to one address: 5 in 15 minutes */
  mail: createAttemptLimit(5, 15 * 60),
  /** sign-ups and mails from one place: 60 an hour */
  place: createAttemptLimit(60, 60 * 60),
});

export type IdentityLimits = ReturnType<typeof createIdentityLimits>;
