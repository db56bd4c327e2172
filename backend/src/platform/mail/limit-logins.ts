import type { WorkspaceId } from '@skein/contracts/ids';
import { createAttemptLimit } from '../auth/attempt-limit';
import type { Database } from '../db/database';

/** How many logins a person types can fail in an hour: of a whole workspace by what it connects, and of one user at one server. */
const failedLoginsAnHourOfWorkspace = 100;
const failedLoginsAnHour = 10;
const hour = 60 * 60;

/** What is connected: failed logins of seeds do not block mailboxes, and the reverse. */
const countOf = { mailbox: 'mailbox-try', seed: 'seed-try' } as const;

/** Whom a login counts for, and the user names and servers that it is tried with. */
interface LoginTry {
  workspaceId: WorkspaceId;
  logins: readonly { host: string; username: string }[];
}

/**
 * Mail servers on the internet are asked with what a member types: without a limit, passwords could be guessed and hosts scanned from here.
 * A workspace's mailboxes and seeds are counted apart; one user at one server has one count for both. Only what fails counts.
 * Mailboxes that are connected already are not limited here: sending marks them as failing at the first refused login.
 * @returns runs a try; it throws SkeinError RATE_LIMITED once too many have failed
 */
export function limitLogins(db: Pick<Database, 'pools'>, kind: keyof typeof countOf) {
  const ofWorkspace = createAttemptLimit(db, countOf[kind], failedLoginsAnHourOfWorkspace, hour);
  const ofLogin = createAttemptLimit(db, 'mailbox-try-login', failedLoginsAnHour, hour);
  return async <Result>(
    { workspaceId, logins }: LoginTry,
    attempt: () => Promise<Result>,
    hasWorked: (result: Result) => boolean = () => true,
  ): Promise<Result> => {
    const workspace = String(workspaceId);
    const names = [...new Set(logins.map(({ host, username }) => `${workspace} ${username}@${host}`.toLowerCase()))];
    await ofWorkspace.countOrRefuse(workspace);
    await ofLogin.countOrRefuse(...names);
    const result = await attempt();
    if (hasWorked(result)) {
      await ofWorkspace.forgive(workspace);
      for (const name of names) await ofLogin.forgive(name);
    }
    return result;
  };
}
