import type { ClientId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound } from '#platform/http/skein-error';
import { coveringDomains } from '#platform/mail/covering-domains';
import type { MainDeps } from '#main/deps';
import { readBlockEntry, addBlockEntries, listBlockEntries, removeBlockEntry } from '#leads/leads.api';

/** `api` for entries that came in by key, so that the list tells where an entry is from. */
const sourceOf = (who: RequestActor) => (who.via === 'api-key' ? ('api' as const) : ('manual' as const));

export const blockEntries = (deps: MainDeps, who: RequestActor, entries: string[], clientId?: ClientId | null) =>
  addBlockEntries(deps, who, { entries, client_id: clientId, source: sourceOf(who) });

export interface BlockQuery {
  offset: number;
  limit: number;
  filter_client_id?: number;
  filter_email_or_domain?: string;
  filter_email_with_domain?: boolean | string;
}

/** Entries, newest first. With `filter_email_with_domain` an address finds the entries that cover its domain as well. */
export async function listWireBlockEntries(deps: MainDeps, who: RequestActor, query: BlockQuery) {
  const text =
    typeof query.filter_email_with_domain === 'string' ? query.filter_email_with_domain : query.filter_email_or_domain;
  const domain = query.filter_email_with_domain && text?.includes('@') ? text.slice(text.lastIndexOf('@') + 1) : null;
  const named =
    domain === null
      ? { search: text || undefined }
      : { values: [(text as string).toLowerCase(), ...coveringDomains(domain.toLowerCase())] };
  const { rows } = await listBlockEntries(deps, who, {
    ...named,
    client_id: query.filter_client_id,
    limit: query.limit,
    offset: query.offset,
  });
  return rows.map((entry) => ({
    id: entry.id,
    email_or_domain: entry.value,
    created_at: entry.created_at,
    source: entry.source,
    client_id: entry.client_id,
  }));
}

/** Takes off the entry that reads so. @throws SkeinError NOT_FOUND */
export async function removeBlockEntryByName(deps: MainDeps, who: RequestActor, name: string): Promise<{ ok: true }> {
  // What was blocked before it was refused, such as a public suffix, can be taken off all the same.
  const wanted = readBlockEntry(name)?.value ?? name.trim().toLowerCase();
  const { rows } = await listBlockEntries(deps, who, { values: [wanted], limit: 100 });
  // What holds for everybody before what holds for one client.
  const entry = rows.find((row) => row.client_id === null) ?? rows[0];
  if (!entry) throw notFound('This entry');
  await removeBlockEntry(deps, who, entry.id);
  return { ok: true };
}
