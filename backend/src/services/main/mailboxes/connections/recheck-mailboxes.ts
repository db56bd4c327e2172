import type { Log } from '#platform/log/log';
import { lookUpDns } from './connect-mailbox';
import { findDueDnsChecks, takeDueRechecks } from './recheck-mailboxes.store';
import type { MailboxDeps } from './mailboxes.deps';
import { recheck } from './reconnect';

const lookInterval = 15_000;
const dnsAge = 24 * 3_600_000;

/** Tries failing mailboxes again with growing waits, and looks up DNS once a day. One mailbox's trouble never stops the others. */
export function startMailboxCare(deps: MailboxDeps, log: Log): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => lookAfterMailboxes(deps, log));
  }, lookInterval);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function lookAfterMailboxes(deps: MailboxDeps, log: Pick<Log, 'error'>): Promise<void> {
  try {
    for (const mailbox of await takeDueRechecks(deps.db)) {
      await recheck(deps, mailbox.workspace_id, mailbox.id).catch((error: Error) =>
        log.error({ error, mailbox: mailbox.id }, 'a failing mailbox could not be tried again'),
      );
    }
    for (const mailbox of await findDueDnsChecks(deps.db, new Date(deps.now() - dnsAge))) {
      await lookUpDns(deps, mailbox.workspace_id, mailbox.id, mailbox.from_email).catch((error: Error) =>
        log.error({ error, mailbox: mailbox.id }, 'DNS could not be looked up'),
      );
    }
  } catch (error) {
    log.error({ error }, 'mailboxes could not be looked after; they are in 15 s');
  }
}
