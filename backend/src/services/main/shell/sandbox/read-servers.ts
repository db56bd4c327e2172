import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { listConnected } from './sandbox.store';

/**
 * The sandbox's mail servers and what can still be connected there, with its password. A mailbox that any workspace has connected is not
 * told: its password would open what others read and write there. Outside the sandbox there is no such address.
 */
export async function readServers(deps: MainDeps) {
  if (!deps.sandbox) throw new SkeinError('NOT_FOUND');
  const { smtp, imap, freeMailboxes } = deps.sandbox.servers();
  const connected = new Set(
    await listConnected(
      deps.db,
      freeMailboxes.map(({ email }) => email),
    ),
  );
  const security = 'none' as const;
  return {
    smtp: { ...smtp, security },
    imap: { ...imap, security },
    free_mailboxes: freeMailboxes
      .filter(({ email }) => !connected.has(email))
      .map(({ email, password }) => ({ email, password })),
  };
}
