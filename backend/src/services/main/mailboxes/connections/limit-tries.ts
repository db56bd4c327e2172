import type { WorkspaceId } from '@skein/contracts/ids';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import type { Database } from '#platform/db/database';
import { limitLogins } from '#platform/mail/limit-logins';
import type { MailServer } from '#platform/mail/mail-server';

/** Whom a try counts for, and the servers that it logs in to. */
interface Try {
  workspaceId: WorkspaceId;
  servers: Record<'smtp' | 'imap', Pick<MailServer, 'host' | 'username'>>;
}
export type LimitTries = (given: Try, attempt: () => Promise<ConnectionReport>) => Promise<ConnectionReport>;

/** Logins to both servers of a mailbox. @returns runs a try; it throws SkeinError RATE_LIMITED once too many have failed */
export function limitTries(db: Pick<Database, 'pools'>): LimitTries {
  const limit = limitLogins(db, 'mailbox');
  return ({ workspaceId, servers: { smtp, imap } }, attempt) =>
    limit({ workspaceId, logins: [smtp, imap] }, attempt, ({ smtp: sends, imap: reads }) => sends.ok && reads.ok);
}
