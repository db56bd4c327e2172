import { createAttemptLimit } from '#platform/auth/attempt-limit';
import type { Database } from '#platform/db/database';

/** Wrong passwords for one address within an hour, from wherever, that are no forgetful person any more. */
export const attackBegins = 20;

/**
 * How often somebody may try before they have to wait: wrong passwords, codes, links. Counted for all processes together. An address is
 * limited together with where the tries come from, so that nobody can lock somebody else out; who guesses from many places is slowed
 * there (accounts/slow-guesser.ts).
 */
export const createIdentityLimits = (db: Pick<Database, 'pools'>) => ({
  /** wrong passwords for one address from one place: 10 in 15 minutes */
  login: createAttemptLimit(db, 'login', 10, 15 * 60),
  /** wrong passwords for one address from everywhere: 20 an hour are an attack. Never refused by: that would lock the owner out. */
  guesses: createAttemptLimit(db, 'guesses', attackBegins, 60 * 60),
  /** wrong passwords for one address from one place while it is under attack, a day long */
  strikes: createAttemptLimit(db, 'strikes', 1, 24 * 60 * 60),
  /** mails that tell the owner of an attack: one a day */
  attackTold: createAttemptLimit(db, 'attack-told', 1, 24 * 60 * 60),
  /** wrong passwords from one place for any address: 100 in 15 minutes */
  loginPlace: createAttemptLimit(db, 'login-place', 100, 15 * 60),
  /** wrong passwords of somebody who is logged in and changes their two-factor login: 10 in 15 minutes */
  password: createAttemptLimit(db, 'password', 10, 15 * 60),
  /** wrong one-time codes of one person: 5 in 10 minutes (docs/domain.md, Users and sessions) */
  code: createAttemptLimit(db, 'code', 5, 10 * 60),
  /** links that do not exist, from one place: 60 in 15 minutes */
  link: createAttemptLimit(db, 'link', 60, 15 * 60),
  /** mails of one kind to one address: 5 in 15 minutes */
  mail: createAttemptLimit(db, 'mail', 5, 15 * 60),
  /** invitations to one team: 200 an hour, as many as can be open */
  invitation: createAttemptLimit(db, 'invitation', 200, 60 * 60),
  /** sign-ups and mails from one place: 60 an hour */
  place: createAttemptLimit(db, 'place', 60, 60 * 60),
});

export type IdentityLimits = ReturnType<typeof createIdentityLimits>;
