import type { UntrackedBlocks } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { findBlocks, lockBlocks, replaceBlocks, type BlockEntry } from '#platform/mail/untracked-blocks.store';
import { isPublicSuffix } from '#platform/mail/covering-domains';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { UntrackedDeps } from './untracked-replies';
import type { UndoClocks, UndoKeeper } from './undo-keeper';
import { countStates, findBlocked, ignoreReplies } from './untracked-blocks.store';
import type { Viewer } from './untracked-replies.store';

type BlockDeps = Pick<UntrackedDeps, 'db' | 'live'>;

const kindOf = { emails: 'EMAIL', domains: 'DOMAIN', subjects: 'SUBJECT', keywords: 'KEYWORD' } as const;
type List = keyof typeof kindOf;
const listNames = Object.keys(kindOf) as List[];
/** Replies that a preview names; their number is told whole. */
const samples = 5;

const entriesOf = (lists: UntrackedBlocks): BlockEntry[] =>
  listNames.flatMap((list) => [...new Set(lists[list])].map((value) => ({ kind: kindOf[list], value })));

const listsOf = (entries: readonly BlockEntry[]): UntrackedBlocks => {
  const of = (list: List) => entries.filter((entry) => entry.kind === kindOf[list]).map((entry) => entry.value);
  return { emails: of('emails'), domains: of('domains'), subjects: of('subjects'), keywords: of('keywords') };
};

/**
 * The lists are the workspace's: limited members, who see their own mailboxes only, and clients change none.
 * @throws SkeinError FORBIDDEN
 */
function requireWhole(viewer: Viewer): void {
  if (viewer.client || viewer.role === 'LIMITED_FULL_MEMBER_ACCESS')
    throw new SkeinError('FORBIDDEN', 'These lists are for people who see every mailbox of the workspace.');
}

export async function readBlocks(deps: BlockDeps, viewer: Viewer) {
  requireWhole(viewer);
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => ({
    lists: listsOf(await findBlocks(viewer.workspaceId, sql)),
    counts: await countStates(viewer.workspaceId, sql),
  }));
}

/** A domain covers its subdomains: below a public suffix are strangers. @throws SkeinError VALIDATION */
function requireOwnDomains({ domains }: UntrackedBlocks): void {
  const suffix = domains.find(isPublicSuffix);
  if (suffix === undefined) return;
  throw invalidField('domains', `can’t include ${suffix}, which covers every domain under it`);
}

/** What these lists would do to the replies that are open now. @throws SkeinError VALIDATION */
export async function previewBlocks(deps: BlockDeps, viewer: Viewer, lists: UntrackedBlocks) {
  requireWhole(viewer);
  requireOwnDomains(lists);
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    const found = await findBlocked(viewer.workspaceId, sql, entriesOf(lists));
    return {
      count: found.length,
      samples: found
        .slice(0, samples)
        .map(({ from_email, subject, at, entry }) => ({ from_email, subject, at: at.toISOString(), entry })),
    };
  });
}

const textOf = (entries: readonly BlockEntry[]): string =>
  JSON.stringify(entries.map(({ kind, value }) => `${kind} ${value}`).sort());

/**
 * Saves the lists and ignores what is open under them. Taking an entry away brings nothing back: that is done in the list of the ignored.
 */
export async function saveBlocks(
  deps: BlockDeps & { undos: UndoKeeper } & UndoClocks,
  viewer: Viewer,
  lists: UntrackedBlocks,
) {
  requireWhole(viewer);
  requireOwnDomains(lists);
  const entries = entriesOf(lists);
  return deps.db.tenantSql(viewer.workspaceId, async (sql) => {
    await lockBlocks(viewer.workspaceId, sql);
    const before = await findBlocks(viewer.workspaceId, sql);
    await replaceBlocks(viewer.workspaceId, sql, entries, viewer.userId);
    const found = await findBlocked(viewer.workspaceId, sql, entries);
    const ignored = await ignoreReplies(
      viewer.workspaceId,
      sql,
      found.map((reply) => reply.id),
    );
    if (ignored.length > 0) await deps.live.publish(sql, viewer.workspaceId, ['inbox', 'untracked-replies']);
    const isSame = ignored.length === 0 && textOf(before) === textOf(entries);
    return {
      lists: listsOf(await findBlocks(viewer.workspaceId, sql)),
      ignored: ignored.length,
      change_key: isSame
        ? null
        : await deps.undos.keepBlockLists(deps, sql, viewer, { before, after: entries, ignored }),
    };
  });
}
