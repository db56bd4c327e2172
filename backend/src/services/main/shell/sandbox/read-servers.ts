import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { listTaken } from './sandbox.store';

/**
 * The sandbox's mail servers and what can still be connected there, with its password. A mailbox that any workspace has connected, or
 * another one had before, is not told: its password would open what others read and write there. Outside the sandbox there is no such
 * address.
 */
export async function readServers(deps: MainDeps, actor: RequestActor) {
  if (!deps.sandbox) throw new SkeinError('NOT_FOUND');
  const { smtp, imap, freeMailboxes } = deps.sandbox.servers();
  const taken = new Set(
    await listTaken(
      deps.db,
      actor.workspaceId,
      freeMailboxes.map(({ email }) => email),
    ),
  );
  const security = 'none' as const;
  return {
    smtp: { ...smtp, security },
    imap: { ...imap, security },
    free_mailboxes: freeMailboxes
      .filter(({ email }) => !taken.has(email))
      .map(({ email, password }) => ({ email, password })),
  };
}
