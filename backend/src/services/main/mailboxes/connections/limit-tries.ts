import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import { createAttemptLimit } from '#platform/auth/rate-limit';
import type { Database } from '#platform/db/database';
import type { MailServer } from '#platform/mail/mail-server';

/** Connections that may fail in an hour: of a whole workspace, and of one login at one server. */
const failuresOfWorkspace = 100;
const failuresOfLogin = 10;
const hour = 60 * 60;

/** Whom a try counts for, and the servers that it logs in to. */
interface Try {
  workspaceId: number;
  servers: Record<'smtp' | 'imap', Pick<MailServer, 'host' | 'username'>>;
}
export type LimitTries = (given: Try, attempt: () => Promise<ConnectionReport>) => Promise<ConnectionReport>;

/**
 * Mail servers on the internet are asked with what a member types: without a limit, passwords could be guessed and hosts scanned from here.
 * Only what fails counts.
 * @returns runs a try; it throws SkeinError RATE_LIMITED once too many have failed
 */
export function limitTries(db: Pick<Database, 'pools'>): LimitTries {
  const ofWorkspace = createAttemptLimit(db, 'mailbox-try', failuresOfWorkspace, hour);
  const ofLogin = createAttemptLimit(db, 'mailbox-try-login', failuresOfLogin, hour);
  return async ({ workspaceId, servers }, attempt) => {
    const workspace = String(workspaceId);
    const logins = [servers.smtp, servers.imap].map(({ host, username }) => `${workspace} ${username}@${host}`);
    const names = [...new Set(logins.map((login) => login.toLowerCase()))];
    await ofWorkspace.count(workspace);
    await ofLogin.count(...names);
    const report = await attempt();
    if (report.smtp.ok && report.imap.ok) {
      await ofWorkspace.forgive(workspace);
      for (const name of names) await ofLogin.forgive(name);
    }
    return report;
  };
}
