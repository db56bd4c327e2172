import { SkeinError } from '#platform/http/skein-error';
import { scopeOf, type Who } from '#access/access.api';
import type { Database } from '#platform/db/database';
import type { MailboxDeps } from './mailboxes.deps';
import type { MailboxRecord } from './mailboxes.store';
import { forgetConsent, recheckSoon } from './reconnect.store';

/** Failing mailboxes of this person are tried with the next round of care, within seconds. @param mailboxIds those alone; undefined for all @returns which */
export const retryFailing = (
  deps: { db: Database },
  who: Who,
  mailboxIds: readonly number[] | undefined,
): Promise<number[]> => recheckSoon(deps.db, who.workspaceId, scopeOf(who), mailboxIds ?? null);

/** Forgets the consent by which a mailbox signs in: it fails until it is connected again. @throws SkeinError ILLEGAL_TRANSITION for one that has none */
export async function revokeConsent(
  deps: MailboxDeps & { db: Database },
  mailbox: Pick<MailboxRecord, 'id' | 'workspace_id' | 'from_email' | 'auth_method'>,
): Promise<void> {
  if (mailbox.auth_method !== 'XOAUTH2')
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `${mailbox.from_email} is connected by password, not by OAuth2. Delete it, or give it other credentials.`,
    );
  await forgetConsent(deps.db, mailbox.workspace_id, {
    mailboxId: mailbox.id,
    now: new Date(deps.now()),
    reason: 'The consent was revoked here. Connect this email account again.',
  });
  await deps.publish(mailbox.workspace_id, ['mailboxes', `mailbox:${mailbox.id}`, 'me']);
}
