import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import type { MailboxDeps } from './mailboxes.deps';
import { forgetConsent, forgetPasswords } from './reconnect.store';

/** Destroys what a provider gave for a mailbox; it fails with these words until it signs in again. */
export async function destroyConsent(
  deps: MailboxDeps,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  words: string,
): Promise<void> {
  await forgetConsent(deps.db, workspaceId, { mailboxId, now: new Date(deps.now()), reason: words });
  await deps.publish(workspaceId, ['mailboxes', `mailbox:${mailboxId}`, 'me']);
}

/** A mailbox that signs in with its provider keeps no password. */
export const destroyPasswords = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId): Promise<void> =>
  forgetPasswords(db, workspaceId, mailboxId);
