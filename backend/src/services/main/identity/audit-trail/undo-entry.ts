import type { ClientId } from '@skein/contracts/ids';
import { createClient } from '@skein/contracts/client';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { mailboxClientRulesContract } from '@skein/contracts/main/mailbox-client-rules.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { stepTemplatesContract } from '@skein/contracts/main/step-templates.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { undoing } from '#platform/audit/acting';
import { claimKey, releaseKey } from '#platform/http/idempotency.store';
import type { RequestActor } from '#platform/http/request-actor';
import { credentialsOf } from '#platform/http/service-deps';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { findEntries, findObjects, type EntryRecord } from './audit-trail.store';
import { blockListIds, remakeCall, removedFromBlockList, undoCalls, undoState, type UndoCall } from './undo-plan';

const refusals = {
  undone: 'This change was undone already.',
  'changed-since': 'This was changed again since. Undo the later change first.',
  none: 'This change cannot be undone here.',
} as const;

/** Objects of one entry that are put back at once. */
const mostObjects = 500;

/**
 * Puts back what was before a change, object by object, through the product's own calls with the credentials of whoever
 * asks: their permissions, the plan's limits and every check hold as for any other change, and what is written becomes
 * entries that name the one they undo.
 * @throws SkeinError NOT_FOUND, CONFLICT
 */
export async function undoEntry(
  deps: Pick<MainDeps, 'db' | 'callServices'>,
  actor: RequestActor,
  id: string,
  request: Request,
): Promise<{ undone: number; failed: { label: string; reason: string }[] }> {
  // A second request during the undo would still read that it can be undone.
  const claim = { key: `undo:${id}`, method: 'POST', path: 'undo', requestHash: '' };
  if ((await claimKey(deps.db, actor.workspaceId, claim)).state !== 'new')
    throw new SkeinError('CONFLICT', 'This change is already being undone.');
  try {
    return await putBackEntry(deps, actor, id, request);
  } finally {
    await releaseKey(deps.db, actor.workspaceId, claim.key);
  }
}

async function putBackEntry(
  deps: Pick<MainDeps, 'db' | 'callServices'>,
  actor: RequestActor,
  id: string,
  request: Request,
) {
  const { entry, objects } = await deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const [row] = await findEntries(actor.workspaceId, sql, {}, { before: null, limit: 1, id });
    if (!row) throw notFound('This change');
    return { entry: row, objects: await findObjects(actor.workspaceId, sql, id, mostObjects + 1) };
  });
  const state = undoState(entry);
  if (state !== 'possible') throw new SkeinError('CONFLICT', refusals[state]);
  if (objects.length > mostObjects)
    throw new SkeinError('CONFLICT', `At most ${mostObjects} objects can be undone at once.`);
  const work = workOf(entry, objects, putBack(deps, request));
  const failed = await undoing(id, async () => {
    const first = await runAll(work);
    // What follows another part of the same change, as the client of a subsequence follows its parent's, may come before it in the list.
    return first.length < work.length ? runAll(first.map(({ part }) => part)) : first;
  });
  if (failed.length === work.length) throw new SkeinError('CONFLICT', failed[0]?.reason ?? refusals.none);
  return {
    undone: work.length - failed.length,
    failed: failed.map(({ part, reason }) => ({ label: part.label, reason })),
  };
}

/** @returns the parts that the product refuses, and why */
async function runAll(work: readonly Work[]): Promise<{ part: Work; reason: string }[]> {
  const failed: { part: Work; reason: string }[] = [];
  for (const part of work)
    await part.run().catch((error: unknown) => {
      if (!(error instanceof SkeinError)) throw error;
      failed.push({ part, reason: error.message });
    });
  return failed;
}

interface Work {
  label: string;
  run: () => Promise<unknown>;
}

/** The calls that put an entry back: of what was deleted, the one that makes it again. */
function workOf(
  entry: EntryRecord,
  objects: readonly { id: string; label: string }[],
  put: ReturnType<typeof putBack>,
): Work[] {
  const { label } = entry;
  const removed = removedFromBlockList(entry);
  if (removed) return [{ label, run: () => put.addBlockEntries(removed) }];
  const remake = remakeCall(entry);
  if (remake) return objects.map((object) => ({ label: object.label, run: () => put[remake.call](0, remake.body) }));
  const added = blockListIds(entry);
  if (added) return added.map((entryId) => ({ label, run: () => put.removeBlockEntry(entryId) }));
  return objects.flatMap((object) =>
    (undoCalls(entry.target_kind, entry.changes) ?? []).map((call) => ({
      label: object.label,
      run: () => put[call.call](Number(object.id), call.body),
    })),
  );
}

/** The product's own calls. Bodies are what the same calls recorded before, and are checked by them again. */
function putBack(deps: Pick<MainDeps, 'callServices'>, request: Request) {
  const transport = deps.callServices(credentialsOf(request));
  const mailboxes = createClient(mailboxesContract, transport);
  const clients = createClient(clientsContract, transport);
  type Put = (id: number, body: Record<string, unknown>) => Promise<unknown>;
  return {
    mailbox: (mailboxId, body) => mailboxes.update({ params: { mailboxId }, body }),
    suspension: (mailboxId, body) =>
      mailboxes[body['is_suspended'] ? 'suspend' : 'unsuspend']({ params: { mailboxId }, body: {} }),
    webhook: (webhookId, body) =>
      createClient(webhooksContract, transport).updateWebhook({ params: { webhookId }, body }),
    client: (clientId, body) => clients.changeClient({ params: { clientId }, body }),
    'client-status': (clientId, body) =>
      clients.setStatus({ params: { clientId }, body: body as { status: 'active' } }),
    tag: async (id, body) => {
      const tags = createClient(campaignsContract, transport);
      const known = (await tags.listTags({})).tags.find((tag) => tag.id === id);
      if (!known) throw notFound('This tag');
      return tags.saveTag({ body: { id, name: known.name, color: known.color, ...body } });
    },
    category: (categoryId, body) =>
      createClient(categoriesContract, transport).updateCategory({ params: { categoryId }, body }),
    folder: (folderId, body) =>
      createClient(foldersContract, transport).renameFolder({ params: { folderId }, body: body as { name: string } }),
    member: (memberId, body) => createClient(teamContract, transport).changeMember({ params: { memberId }, body }),
    campaign: (campaignId, body) =>
      createClient(campaignsContract, transport).updateCampaign({ params: { campaignId }, body }),
    retention: (_id, body) => createClient(auditContract, transport).setRetention({ body: body as { keep_days: 730 } }),
    'webhook-again': (_id, body) =>
      createClient(webhooksContract, transport).createWebhook({ body: body as { name: string; event_types: [] } }),
    'step-template-again': (_id, body) =>
      createClient(stepTemplatesContract, transport).saveStepTemplate({
        body: body as { name: string; email_body: string },
      }),
    'client-rule-again': (_id, { client_id: clientId, ...condition }) =>
      createClient(mailboxClientRulesContract, transport).addClientRule({
        body: { condition: condition as { domain: string }, client_id: clientId as number },
      }),
    addBlockEntries: (body: { entries: string[]; client_id: ClientId | null }) =>
      createClient(blockListContract, transport).addBlockEntries({ body }),
    removeBlockEntry: (entryId: number) =>
      createClient(blockListContract, transport).removeBlockEntry({ params: { entryId } }),
  } satisfies Record<UndoCall['call'], Put> & {
    addBlockEntries: (body: { entries: string[]; client_id: ClientId | null }) => Promise<unknown>;
    removeBlockEntry: (id: number) => Promise<unknown>;
  };
}
