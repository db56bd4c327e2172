import { decodeIdCursor, encodeCursor } from '../../../../platform/db/cursor';
import { notFound } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { cancelReservedFor, writeStatus } from '../campaign-leads/change-leads.store';
import { checkClient } from '../campaigns/campaign-references.store';
import { scopeOf, type Who } from '../campaigns/campaign-scope';
import { readBlockEntry, type BlockEntry } from './block-entry';
import { clearUnsubscribe, countEntries, findEntries, insertEntries, lockMatchingEnrolments, removeEntry, type BlockRecord } from './block-list.store';

type BlockDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

const mostCounted = 10_000;
const batch = 5_000;
const view = (entry: BlockRecord) => ({ id: entry.id, kind: entry.kind, value: entry.value, client_id: entry.client_scope === 0 ? null : entry.client_scope, source: entry.source, reason: entry.reason, created_at: entry.created_at, created_by_name: entry.created_by_name });

export interface ListBlockEntries { search?: string; kind?: 'email' | 'domain'; client_id?: number; source?: string; cursor?: string; limit: number; offset?: number }

/** Entries, newest first. A client sees its own list. */
export const listBlockEntries = (deps: BlockDeps, who: Who, query: ListBlockEntries) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  const filter = { search: query.search, kind: query.kind, source: query.source, clientScope: who.client?.id ?? query.client_id };
  const found = await findEntries(who.workspaceId, sql, { ...filter, before: decodeIdCursor(query.cursor), limit: query.limit + 1, offset: query.offset });
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  const total = await countEntries(who.workspaceId, sql, filter, mostCounted);
  return { rows: page.map(view), next_cursor: found.length > query.limit && last ? encodeCursor([last.id]) : null, total: Math.min(total, mostCounted), total_is_capped: total > mostCounted };
});

export interface AddBlockEntries { entries: readonly string[]; client_id?: number | null; reason?: string; source?: 'manual' | 'api' | 'upload' | 'verification' }

/**
 * Blocks addresses and domains. In the same transaction every open enrolment they match ends BLOCKED and what was reserved for it is
 * cancelled, so that nothing leaves to it after the commit, in whichever campaign.
 */
export const addBlockEntries = (deps: BlockDeps, who: Who, input: AddBlockEntries) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  const at = new Date(deps.campaignClock.now());
  const entries = new Map<string, BlockEntry>();
  const invalid: string[] = [];
  for (const text of input.entries) {
    const entry = readBlockEntry(text);
    if (entry) entries.set(`${entry.kind}:${entry.value}`, entry); else invalid.push(text);
  }
  const clientScope = who.client?.id ?? input.client_id ?? 0;
  await checkClient(who.workspaceId, sql, clientScope, scopeOf(who).memberId);
  const given = [...entries.values()];
  const added = await insertEntries(who.workspaceId, sql, given, { clientScope, source: input.source ?? 'manual', reason: input.reason ?? null, userId: who.userId, at });
  let blocked = 0;
  let cancelled = 0;
  const campaigns = new Set<number>();
  for (let after = 0; given.length > 0;) {
    const rows = await lockMatchingEnrolments(who.workspaceId, sql, given, clientScope, after, batch);
    const ids = rows.map((row) => row.id);
    cancelled += await cancelReservedFor(who.workspaceId, sql, ids, 'SUPPRESSED');
    await writeStatus(who.workspaceId, sql, ids, { status: 'BLOCKED', reason: 'SUPPRESSED', at });
    for (const row of rows) campaigns.add(row.campaign_id);
    blocked += rows.length;
    if (rows.length < batch) break;
    after = ids.at(-1) as number;
  }
  await deps.live.publish(sql, who.workspaceId, ['block-list', 'leads', 'campaigns', ...[...campaigns].slice(0, 50).map((id) => `campaign:${id}`)]);
  return { added: added.length, already_there: given.length - added.length, invalid, leads_blocked: blocked, cancelled_emails: cancelled };
});

/** Takes an entry off. Leads that were stopped by it stay stopped until somebody resumes them. @throws SkeinError NOT_FOUND */
export const removeBlockEntry = (deps: BlockDeps, who: Who, entryId: number) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  const entry = await removeEntry(who.workspaceId, sql, entryId, who.client?.id ?? null);
  if (!entry) throw notFound('This entry');
  if (entry.kind === 'email' && entry.source === 'unsubscribe') await clearUnsubscribe(who.workspaceId, sql, entry.value);
  await deps.live.publish(sql, who.workspaceId, ['block-list', 'leads']);
  return { done: true as const };
});
