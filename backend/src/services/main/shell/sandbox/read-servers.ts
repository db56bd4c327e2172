import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { listConnected } from './sandbox.store';

/** The sandbox's mail servers and what this workspace can still connect there. Outside the sandbox there is no such address. */
export async function readServers(deps: MainDeps, actor: RequestActor) {
  if (!deps.sandbox) throw new SkeinError('NOT_FOUND');
  const { smtp, imap, freeMailboxes } = deps.sandbox.servers();
  const connected = new Set(await listConnected(deps.db, actor.workspaceId));
  const security = 'none' as const;
  return {
    smtp: { ...smtp, security },
    imap: { ...imap, security },
    free_mailboxes: freeMailboxes.filter((email) => !connected.has(email)).map((email) => ({ email })),
  };
}
