import {
  inboxEmailStatuses,
  inboxFolders,
  inboxSorts,
  type InboxFolder,
  type InboxSort,
} from '@skein/contracts/main/inbox-choices';
import type { ListQuery } from '../api';

/** What the address of the inbox says: reload, back and a sent link give the same view. */
export interface InboxAddress {
  folder: InboxFolder;
  /** The open conversation (an enrolment's id). */
  conversation: number | null;
  search: string;
  /** Category ids; -1 is "not assigned". */
  categories: number[];
  campaigns: number[];
  mailboxes: number[];
  statuses: (typeof inboxEmailStatuses)[number][];
  /** Days, both counted, in the person's zone. */
  from: string | null;
  to: string | null;
  /** Hours that a reply has waited for an answer. */
  waiting: number | null;
  sort: InboxSort | null;
}

/** The untracked replies stand beside the folders, as a list of their own. */
export const untrackedFolder = 'untracked';
export const root = '/app/master-inbox';
/** What was done within a day, to be undone. */
export const recentAddress = `${root}/recent-changes`;

export const emptyAddress: InboxAddress = {
  folder: 'replies',
  conversation: null,
  search: '',
  categories: [],
  campaigns: [],
  mailboxes: [],
  statuses: [],
  from: null,
  to: null,
  waiting: null,
  sort: null,
};

const among = <T extends string>(list: readonly T[], word: string | null | undefined): T | null =>
  list.find((entry) => entry === word) ?? null;
const numbers = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .filter((part) => /^(?:-1|\d{1,9})$/.test(part))
    .map(Number)
    .slice(0, 10);
const day = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

const hours = (text: string | null): number | null => {
  const value = /^[1-9]\d{0,2}$/.test(text ?? '') ? Number(text) : 0;
  return value >= 1 && value <= 720 ? value : null;
};

/** Reads an address; what is not understood is left at its default. `path` is what follows `/master-inbox/`. */
export function readAddress(path: string, query: URLSearchParams): InboxAddress {
  const [folder, conversation] = path.split('/');
  return {
    folder: among(inboxFolders, folder?.replace(/-/g, '_')) ?? 'replies',
    conversation: conversation !== undefined && /^[1-9]\d{0,9}$/.test(conversation) ? Number(conversation) : null,
    search: (query.get('q') ?? '').slice(0, 200),
    categories: numbers(query.get('category')),
    campaigns: numbers(query.get('campaign')).filter((id) => id > 0),
    mailboxes: numbers(query.get('mailbox')).filter((id) => id > 0),
    statuses: (query.get('status') ?? '').split(',').flatMap((word) => among(inboxEmailStatuses, word) ?? []),
    from: day(query.get('from')),
    to: day(query.get('to')),
    waiting: hours(query.get('waiting')),
    sort: among(inboxSorts, query.get('sort')),
  };
}

/** The address as text; defaults leave no trace. */
export function writeAddress(address: InboxAddress): string {
  const query = new URLSearchParams();
  if (address.search.trim() !== '') query.set('q', address.search.trim());
  if (address.categories.length > 0) query.set('category', address.categories.join(','));
  if (address.campaigns.length > 0) query.set('campaign', address.campaigns.join(','));
  if (address.mailboxes.length > 0) query.set('mailbox', address.mailboxes.join(','));
  if (address.statuses.length > 0) query.set('status', address.statuses.join(','));
  if (address.from) query.set('from', address.from);
  if (address.to) query.set('to', address.to);
  if (address.waiting) query.set('waiting', String(address.waiting));
  if (address.sort) query.set('sort', address.sort);
  const path =
    address.folder === 'replies' && address.conversation === null
      ? root
      : `${root}/${address.folder.replace(/_/g, '-')}${address.conversation === null ? '' : `/${address.conversation}`}`;
  const text = query.toString().replace(/%2C/g, ',');
  return text === '' ? path : `${path}?${text}`;
}

/** What of an address the inbox keeps from one visit to the next: no days, which would hide tomorrow's replies. */
export const keepAddress = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    writeAddress({ ...readAddress('', query), search: '', from: null, to: null, waiting: null }).split('?')[1],
  );

/** Whether something besides the folder narrows the list: decides between the two empty states. */
export const isFiltered = (address: InboxAddress): boolean =>
  address.search.trim() !== '' ||
  address.categories.length + address.campaigns.length + address.mailboxes.length + address.statuses.length > 0 ||
  address.from !== null ||
  address.waiting !== null ||
  address.to !== null;

/** The same view without its filters. */
export const withoutFilters = (address: InboxAddress): InboxAddress => ({
  ...emptyAddress,
  folder: address.folder,
  sort: address.sort,
});

/** What the server is asked. `startOf` gives the instant at which a day begins in the person's zone. */
export function toQuery(address: InboxAddress, startOf: (day: string, offset: number) => string): ListQuery {
  const search = address.search.trim();
  return {
    folder: address.folder,
    ...(search.length >= 2 ? { search } : {}),
    ...(address.categories.length > 0 ? { category_ids: address.categories } : {}),
    ...(address.campaigns.length > 0 ? { campaign_ids: address.campaigns } : {}),
    ...(address.mailboxes.length > 0 ? { mailbox_ids: address.mailboxes } : {}),
    ...(address.statuses.length > 0 ? { email_statuses: address.statuses } : {}),
    ...(address.from ? { replied_after: startOf(address.from, 0) } : {}),
    ...(address.to ? { replied_before: startOf(address.to, 1) } : {}),
    ...(address.waiting ? { waiting_hours: address.waiting } : {}),
    ...(address.sort ? { sort: address.sort } : {}),
  };
}
