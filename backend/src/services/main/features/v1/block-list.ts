import type { RequestActor } from '../../../../platform/http/request-actor';
import { notFound } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { readBlockEntry } from '../block-list/block-entry';
import { addBlockEntries, listBlockEntries, removeBlockEntry } from '../block-list/manage-block-list';

/** `api` for entries that came in by key, so that the list tells where an entry is from. */
const sourceOf = (who: RequestActor) => (who.via === 'api-key' ? ('api' as const) : ('manual' as const));

export const blockEntries = (deps: MainDeps, who: RequestActor, entries: string[], clientId?: number | null) => addBlockEntries(deps, who, { entries, client_id: clientId, source: sourceOf(who) });

export interface BlockQuery { offset: number; limit: number; filter_client_id?: number; filter_email_or_domain?: string; filter_email_with_domain?: boolean | string }

/** Entries, newest first. With `filter_email_with_domain` an address finds the entry of its domain as well. */
export async function listWireBlockEntries(deps: MainDeps, who: RequestActor, query: BlockQuery) {
  const text = typeof query.filter_email_with_domain === 'string' ? query.filter_email_with_domain : query.filter_email_or_domain;
  const domain = query.filter_email_with_domain && text?.includes('@') ? text.slice(text.lastIndexOf('@') + 1) : null;
  const most = query.offset + query.limit;
  const find = async (search: string | undefined, isWhole: boolean) => {
    const { rows } = await listBlockEntries(deps, who, { search, client_id: query.filter_client_id, limit: most });
    return isWhole ? rows.filter(({ value }) => value === search?.toLowerCase()) : rows;
  };
  const found = domain === null ? await find(text || undefined, false) : [...(await find(text, true)), ...(await find(domain, true))];
  return found.slice(query.offset, most).map((entry) => ({ id: entry.id, email_or_domain: entry.value, created_at: entry.created_at, source: entry.source, client_id: entry.client_id }));
}

/** Takes off the entry that reads so. @throws SkeinError NOT_FOUND */
export async function removeBlockEntryByName(deps: MainDeps, who: RequestActor, name: string): Promise<{ ok: true }> {
  const wanted = readBlockEntry(name)?.value;
  const { rows } = wanted === undefined ? { rows: [] } : await listBlockEntries(deps, who, { search: wanted, limit: 1_000 });
  const entry = rows.find(({ value }) => value === wanted);
  if (!entry) throw notFound('This entry');
  await removeBlockEntry(deps, who, entry.id);
  return { ok: true };
}
