import { removeOldAttempts } from '#platform/auth/attempts.store';
import { forgetAnswers } from '#platform/http/idempotency.store';
import type { MainDeps } from '#main/deps';
import { removeOldLinks } from '../people/emailed-links.store';
import { removeOldSignUpInvitations } from '../people/sign-up-invitations.store';
import { removeOldSessions } from './sessions.store';

const DAY = 86_400_000;
/** Days that ended sessions and links are kept, to answer questions about them. */
const KEPT_DAYS = 30;

/** Removes links and sessions that ended more than 30 days ago, of all workspaces, counts of tries that are over, and kept answers. */
export async function cleanIdentity(deps: MainDeps): Promise<void> {
  const before = new Date(deps.realClock.now() - KEPT_DAYS * DAY);
  await removeOldLinks(deps.db, before);
  await removeOldSessions(deps.db, before);
  await removeOldSignUpInvitations(deps.db, before);
  await removeOldAttempts(deps.db, Date.now());
  await forgetAnswers(deps.db);
}
