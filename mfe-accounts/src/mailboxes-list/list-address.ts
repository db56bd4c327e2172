/** The states that the tabs show. */
export const listStates = ['connected', 'failing', 'suspended'] as const;
export type ListState = (typeof listStates)[number];
export const providerTypes = ['GMAIL', 'OUTLOOK', 'ZOHO', 'SMTP'] as const;
type ProviderType = (typeof providerTypes)[number];
export const ages = ['under_7', '7_to_30', '30_to_90', 'over_90'] as const;
export type Age = (typeof ages)[number];
const sorts = ['newest', 'email', 'sent_today'] as const;
export type MailboxSort = (typeof sorts)[number];

const uses = ['yes', 'no', 'active'] as const;

/** What the list of mailboxes shows; all of it stands in the URL, so that reload, back and a sent link give the same view. */
export interface ListAddress {
  search: string;
  /** These mailboxes alone; empty is all. */
  ids: number[];
  /** Null is every state. */
  state: ListState | null;
  type: ProviderType | null;
  /** By a campaign, by none, or by one that is running. */
  inUse: (typeof uses)[number] | null;
  tagIds: number[];
  /** `none`: mailboxes of no client. */
  client: number | 'none' | null;
  domain: string;
  warmup: 'on' | 'off' | null;
  smtp: 'ok' | 'failing' | null;
  imap: 'ok' | 'failing' | null;
  age: Age | null;
  sort: MailboxSort;
  cursor: string | null;
  /** Rows before this page, for "26 to 50 of 312". */
  offset: number;
}

export const defaultAddress: ListAddress = {
  search: '',
  ids: [],
  state: null,
  type: null,
  inUse: null,
  tagIds: [],
  client: null,
  domain: '',
  warmup: null,
  smtp: null,
  imap: null,
  age: null,
  sort: 'newest',
  cursor: null,
  offset: 0,
};

const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((word) => word.toLowerCase() === text?.toLowerCase()) ?? null;
const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

const idsIn = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .map(wholeNumber)
    .filter((id): id is number => id !== null && id > 0);

const serverStates = ['ok', 'failing'] as const;
const askedUse = { yes: 'true', no: 'false', active: 'active' } as const;

/** Reads an address; what is not understood is left at its default. */
export function readAddress(query: URLSearchParams): ListAddress {
  return {
    search: (query.get('q') ?? '').slice(0, 100),
    state: oneOf(listStates, query.get('state')),
    type: oneOf(providerTypes, query.get('provider')),
    inUse: oneOf(uses, query.get('used')),
    ids: idsIn(query.get('ids')),
    tagIds: idsIn(query.get('tags')),
    client: query.get('client') === 'none' ? 'none' : wholeNumber(query.get('client')) || null,
    domain: (query.get('domain') ?? '').toLowerCase().slice(0, 253),
    warmup: oneOf(['on', 'off'] as const, query.get('warmup')),
    smtp: oneOf(serverStates, query.get('smtp')),
    imap: oneOf(serverStates, query.get('imap')),
    age: oneOf(ages, query.get('age')),
    sort: oneOf(sorts, query.get('sort')) ?? 'newest',
    cursor: query.get('cursor'),
    offset: query.get('cursor') ? (wholeNumber(query.get('from')) ?? 0) : 0,
  };
}

/** The address as a query; defaults leave no trace. */
export function writeAddress(address: ListAddress): URLSearchParams {
  const query = new URLSearchParams();
  if (address.search.trim() !== '') query.set('q', address.search.trim());
  if (address.ids.length > 0) query.set('ids', address.ids.join(','));
  if (address.state) query.set('state', address.state);
  if (address.type) query.set('provider', address.type.toLowerCase());
  if (address.inUse) query.set('used', address.inUse);
  if (address.tagIds.length > 0) query.set('tags', address.tagIds.join(','));
  for (const name of ['client', 'domain', 'warmup', 'smtp', 'imap', 'age'] as const)
    if (address[name]) query.set(name, String(address[name]));
  if (address.sort !== 'newest') query.set('sort', address.sort);
  if (address.cursor) {
    query.set('cursor', address.cursor);
    if (address.offset > 0) query.set('from', String(address.offset));
  }
  return query;
}

/** What of an address the list keeps from one visit to the next. */
export const keepAddress = (query: URLSearchParams): URLSearchParams =>
  writeAddress({ ...readAddress(query), search: '', ids: [], cursor: null, offset: 0 });

/** Whether anything is left out: decides between the two empty states. */
export const isFiltered = (address: ListAddress): boolean => Object.keys(toFilter(address)).length > 0;

/** The filter of the server. */
export const toFilter = (address: ListAddress) => ({
  ...(address.search.trim() === '' ? {} : { search: address.search.trim() }),
  ...(address.ids.length > 0 ? { ids: address.ids } : {}),
  ...(address.state ? { state: address.state } : {}),
  ...(address.type ? { type: address.type } : {}),
  ...(address.inUse === null ? {} : { in_use: askedUse[address.inUse] }),
  ...(address.tagIds.length > 0 ? { tag_ids: address.tagIds } : {}),
  ...(address.client === 'none' ? { no_client: 'true' as const } : address.client ? { client_id: address.client } : {}),
  ...(address.domain === '' ? {} : { domain: address.domain }),
  ...(address.warmup ? { warmup: address.warmup } : {}),
  ...(address.smtp ? { smtp: address.smtp } : {}),
  ...(address.imap ? { imap: address.imap } : {}),
  ...(address.age ? { age: address.age } : {}),
});

/** The address of a tab: the same search and filters, the first page of that state. */
export function tabAddress(address: ListAddress, state: ListState | null): string {
  const query = writeAddress({ ...address, state, cursor: null, offset: 0 }).toString();
  return `/app/email-accounts${query ? `?${query}` : ''}`;
}

/** The server sorts each column one way only; another press brings back the usual order. */
export const tableSort = (sort: MailboxSort): { column: string; direction: 'asc' | 'desc' } | null =>
  sort === 'email'
    ? { column: 'mailbox', direction: 'asc' }
    : sort === 'sent_today'
      ? { column: 'last_day', direction: 'desc' }
      : null;
export const sortOf = (wanted: { column: string; direction: 'asc' | 'desc' } | null): MailboxSort => {
  const match = sorts.find(
    (sort) => tableSort(sort)?.column === wanted?.column && tableSort(sort)?.direction === wanted?.direction,
  );
  return match ?? 'newest';
};
