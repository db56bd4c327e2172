import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { readCursor, writeCursor } from '#platform/http/cursor';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { connectByOauth, connectMailbox, lookUpDns, requireVisible, testConnection } from './connect-mailbox';
import { mailboxDeps } from './mailboxes.deps';
import {
  listCampaignsOfMailbox,
  listMailboxes,
  removeMailbox,
  setSuspended,
  suspendMany,
  tagMany,
  updateMailbox,
} from './mailboxes';
import { mailboxView } from './mailbox-view';
import { reconnectMailbox } from './reconnect';

/** Sender mailboxes over HTTP: one line an endpoint. */
export function mailboxesRoutes(deps: MainDeps) {
  const own = mailboxDeps(deps);
  return routes(mailboxesContract)(deps, {
    list: (_, { actor, query }) => listMailboxes(own, actor, query, { readCursor, writeCursor }),
    test: (_, { actor, body }) => testConnection(own, actor, body),
    create: (_, { actor, body }) => connectMailbox(own, actor, body),
    createOauth: (_, { actor, body }) => connectByOauth(own, actor, body),
    get: async (_, { actor, params }) => mailboxView(await requireVisible(own, actor, params.mailboxId), own.now()),
    update: (_, { actor, params, body }) => updateMailbox(own, actor, params.mailboxId, body),
    reconnect: (_, { actor, params, body }) => reconnectMailbox(own, actor, params.mailboxId, body),
    checkDns: async (_, { actor, params }) =>
      lookUpDns(
        own,
        actor.workspaceId,
        params.mailboxId,
        (await requireVisible(own, actor, params.mailboxId)).from_email,
      ),
    suspend: (_, { actor, params }) => setSuspended(own, actor, params.mailboxId, true),
    unsuspend: (_, { actor, params }) => setSuspended(own, actor, params.mailboxId, false),
    suspendMany: (_, { actor, body }) => suspendMany(own, actor, body.mailbox_ids, body.is_suspended),
    tagMany: (_, { actor, body }) => tagMany(own, actor, body),
    campaigns: (_, { actor, params }) => listCampaignsOfMailbox(own, actor, params.mailboxId),
    remove: (_, { actor, params }) => removeMailbox(own, actor, params.mailboxId),
  });
}
