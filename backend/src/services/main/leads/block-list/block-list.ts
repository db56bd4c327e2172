import type { CampaignId, ClientId } from '@skein/contracts/ids';
import { csvLine } from '@skein/contracts/csv-cell';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { releaseEndedLeads, liftBlock, type LeadBefore, stopMatching } from '#lifecycle/lifecycle.api';
import { explainEntry, readBlockEntry, storableEntry, type BlockEntry } from './block-entry';
import {
  clearBounce,
  clearUnsubscribe,
  countEntries,
  findEndedBy,
  findEntries,
  insertEntries,
  removeEntry,
  removeOwnEntries,
  type BlockFilter,
  type BlockRecord,
} from './block-list.store';
import { blockScopesOf } from './block-scopes';
import { csvAnswer } from '#platform/csv/csv-answer';

type BlockDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

const mostCounted = 10_000;
const batch = 5_000;
/** Entries that are refused with a reason each; a person reads no more of them. */
const mostExplained = 20;
const view = (entry: BlockRecord) => ({
  id: entry.id,
  kind: entry.kind,
  value: entry.value,
  client_id: entry.client_scope === 0 ? null : entry.client_scope,
  client_name: entry.client_name,
  source: entry.source,
  upload_id: entry.upload_id,
  upload_name: entry.upload_name,
  reason: entry.reason,
  created_at: entry.created_at,
  created_by_name: entry.created_by_name,
});

export interface FilterBlockEntries {
  search?: string;
  values?: readonly string[];
  kind?: 'email' | 'domain';
  client_id?: ClientId;
  is_global?: boolean;
  source?: string;
  upload_id?: number;
}
export interface ListBlockEntries extends FilterBlockEntries {
  cursor?: string;
  limit: number;
  offset?: number;
}

const filterOf = (query: FilterBlockEntries, scopes: readonly number[] | null): BlockFilter => ({
  search: query.search,
  values: query.values,
  kind: query.kind,
  source: query.source,
  scopes,
  clientScope: query.client_id,
  isGlobal: query.is_global,
  uploadId: query.upload_id,
});

/** Entries, newest first. A client sees its own list, a member with limited access those of clients they see. */
export const listBlockEntries = (deps: BlockDeps, who: Who, query: ListBlockEntries) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const filter = filterOf(query, await blockScopesOf(sql, who));
    const found = await findEntries(who.workspaceId, sql, {
      ...filter,
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
      offset: query.offset,
    });
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    const total = await countEntries(who.workspaceId, sql, filter, mostCounted);
    return {
      rows: page.map(view),
      next_cursor: found.length > query.limit && last ? encodeCursor([last.id]) : null,
      total: Math.min(total, mostCounted),
      total_is_capped: total > mostCounted,
    };
  });

/** What the list's sources are called outside of it. */
const sourceWords: Record<string, string> = {
  manual: 'manually',
  api: 'API',
  upload: 'upload',
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  category: 'category',
  verification: 'verification',
};

/** The list as CSV, streamed, newest first. Erased people, who are known by a hash alone, are not in it. */
export async function exportBlockEntries(deps: BlockDeps, who: Who, query: FilterBlockEntries): Promise<Response> {
  const filter = {
    ...filterOf(query, await deps.db.tenantSql(who.workspaceId, (sql) => blockScopesOf(sql, who))),
    withoutHashes: true,
  };
  let before: number | null = null;
  return csvAnswer(
    'block-list.csv',
    ['address or domain', 'kind', 'applies to', 'source', 'reason', 'file', 'by', 'since'],
    async () => {
      const rows: BlockRecord[] = await deps.db.tenantSql(who.workspaceId, (sql) =>
        findEntries(who.workspaceId, sql, { ...filter, before, limit: batch }),
      );
      before = rows.at(-1)?.id ?? before;
      return rows.map((row) =>
        csvLine([
          row.value,
          row.kind === 'email' ? 'address' : 'domain',
          row.client_scope === 0 ? 'whole workspace' : (row.client_name ?? `client ${row.client_scope}`),
          sourceWords[row.source] ?? row.source,
          row.reason ?? '',
          row.upload_name ?? '',
          row.created_by_name ?? '',
          row.created_at.toISOString(),
        ]),
      );
    },
  );
}

export interface AddBlockEntries {
  entries: readonly string[];
  client_id?: ClientId | null;
  reason?: string;
  source?: 'manual' | 'api' | 'upload' | 'verification';
}

/**
 * Blocks addresses and domains. In the same transaction every open enrolment they match ends BLOCKED and what was reserved for it is
 * cancelled, so that nothing leaves to it after the commit, in whichever campaign.
 */
export const addBlockEntries = (deps: BlockDeps, who: Who, input: AddBlockEntries) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const at = new Date(deps.campaignClock.now());
    const entries = new Map<string, BlockEntry>();
    const invalid: string[] = [];
    for (const text of input.entries) {
      const entry = readBlockEntry(text);
      if (entry) entries.set(`${entry.kind}:${entry.value}`, entry);
      else invalid.push(text);
    }
    const clientScope = who.client?.id ?? input.client_id ?? 0;
    await checkClient(who.workspaceId, sql, clientScope, scopeOf(who).memberId);
    const given = [...entries.values()];
    const added = await insertEntries(who.workspaceId, sql, given, {
      clientScope,
      source: input.source ?? 'manual',
      reason: input.reason ?? null,
      userId: who.userId,
      at,
    });
    let blocked = 0;
    let cancelled = 0;
    const campaigns = new Set<number>();
    for (let after: number | null = 0; after !== null;) {
      const stopped = await stopMatching(who.workspaceId, sql, {
        entries: given,
        clientScope,
        after,
        limit: batch,
        at,
      });
      cancelled += stopped.emails;
      blocked += stopped.leads;
      for (const id of stopped.campaignIds) campaigns.add(id);
      after = stopped.next;
    }
    await deps.live.publish(sql, who.workspaceId, [
      'block-list',
      'leads',
      'campaigns',
      ...[...campaigns].slice(0, 50).map((id) => `campaign:${id}`),
    ]);
    return {
      added: added.length,
      already_there: given.length - added.length,
      invalid,
      problems: invalid
        .slice(0, mostExplained)
        .map((entry) => ({ entry, problem: explainEntry(storableEntry(entry)) })),
      leads_blocked: blocked,
      cancelled_emails: cancelled,
      entry_ids: added,
    };
  });

/** ms of campaign time for which a block can be undone. */
const undoTime = 24 * 3_600_000;
/** Leads that one request resumes: their campaigns wait meanwhile. */
const mostToResume = 1_000;

/**
 * Undoes what this person blocked within the last day: takes those entries off, and the leads that they stopped
 * continue as they were. A lead that another entry covers, or that ended by something else since, stays as it is.
 */
export const undoBlockEntries = (deps: BlockDeps, who: Who, entryIds: readonly number[]) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const at = new Date(deps.campaignClock.now());
    const scopes = await blockScopesOf(sql, who);
    const removed = await removeOwnEntries(who.workspaceId, sql, {
      entryIds,
      userId: who.userId,
      scopes,
      after: new Date(at.getTime() - undoTime),
    });
    const ended = new Map<number, { campaign_id: CampaignId; before: LeadBefore }>();
    for (const entry of removed)
      for (const { id, ...lead } of await findEndedBy(who.workspaceId, sql, entry)) ended.set(id, lead);
    if (ended.size > mostToResume)
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        `This block stopped ${ended.size.toLocaleString('en-US')} leads, too many to undo at once. Remove the entry from the block list and resume the leads in their campaigns.`,
      );
    const before = new Map([...ended].map(([id, lead]) => [id, lead.before]));
    const resumed = await releaseEndedLeads(who.workspaceId, sql, before, at);
    await deps.live.publish(sql, who.workspaceId, [
      'block-list',
      'leads',
      'campaigns',
      ...[...new Set([...ended.values()].map((lead) => `campaign:${lead.campaign_id}`))].slice(0, 50),
    ]);
    return { removed: removed.length, leads_resumed: resumed, leads_kept: ended.size - resumed };
  });

/** Takes an entry off. Leads that were stopped by it stay stopped until somebody resumes them. @throws SkeinError NOT_FOUND */
export const removeBlockEntry = (deps: BlockDeps, who: Who, entryId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const entry = await removeEntry(who.workspaceId, sql, entryId, await blockScopesOf(sql, who));
    if (!entry) throw notFound('This entry');
    if (entry.kind === 'email') {
      // The own list of a client says nothing of whoever unsubscribed from everything.
      if (entry.source === 'unsubscribe' && entry.client_scope === 0)
        await clearUnsubscribe(who.workspaceId, sql, entry.value);
      if (entry.source === 'bounce') await clearBounce(who.workspaceId, sql, entry.value);
      await liftBlock(who.workspaceId, sql, entry);
    }
    await deps.live.publish(sql, who.workspaceId, ['block-list', 'leads']);
    return { done: true as const };
  });
