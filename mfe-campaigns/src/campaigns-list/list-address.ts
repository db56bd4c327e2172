import { campaignStatuses, type CampaignStatus } from '@skein/contracts/constants';
import { campaignSorts } from '@skein/contracts/constants';

type CampaignSort = (typeof campaignSorts)[number];

/** What the list of campaigns shows; all of it stands in the URL, so that reload, back and a sent link give the same view. */
export interface ListAddress {
  search: string;
  /** Null is the usual view: everything but archived ones. */
  statuses: CampaignStatus[] | null;
  tagIds: number[];
  /** 0 is "in no folder". */
  folderId: number | null;
  /** Only campaigns changed in these last days. */
  updatedDays: number | null;
  sort: CampaignSort;
  direction: 'asc' | 'desc';
  cursor: string | null;
  /** Rows before this page, for "26 to 50 of 312". */
  offset: number;
}

export const updatedChoices = [7, 30, 90, 365] as const;

/** What a list without parameters shows. */
export const defaultAddress: ListAddress = {
  search: '',
  statuses: null,
  tagIds: [],
  folderId: null,
  updatedDays: null,
  sort: 'activity',
  direction: 'desc',
  cursor: null,
  offset: 0,
};

const isStatus = (word: string): word is CampaignStatus => (campaignStatuses as readonly string[]).includes(word);
const isSort = (word: string): word is CampaignSort => (campaignSorts as readonly string[]).includes(word);
const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Reads an address; what is not understood is left at its default. */
export function readAddress(
  query: URLSearchParams,
  defaults: Pick<ListAddress, 'sort' | 'direction'> = defaultAddress,
): ListAddress {
  const sort = query.get('sort') ?? '';
  const column = sort.replace(/^-/, '');
  const status = query.get('status');
  const days = wholeNumber(query.get('updated'));
  return {
    search: (query.get('q') ?? '').slice(0, 200),
    statuses:
      status === null
        ? null
        : status === 'any'
          ? [...campaignStatuses]
          : status.toUpperCase().split(',').filter(isStatus),
    tagIds: (query.get('tags') ?? '')
      .split(',')
      .map(wholeNumber)
      .filter((id): id is number => id !== null && id > 0),
    folderId: wholeNumber(query.get('folder')),
    updatedDays: days !== null && (updatedChoices as readonly number[]).includes(days) ? days : null,
    ...(isSort(column)
      ? { sort: column, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }
      : { sort: defaults.sort, direction: defaults.direction }),
    cursor: query.get('cursor'),
    offset: query.get('cursor') ? (wholeNumber(query.get('from')) ?? 0) : 0,
  };
}

/** The address as a query; defaults leave no trace. */
export function writeAddress(
  address: ListAddress,
  defaults: Pick<ListAddress, 'sort' | 'direction'> = defaultAddress,
): URLSearchParams {
  const query = new URLSearchParams();
  if (address.search.trim() !== '') query.set('q', address.search.trim());
  if (address.statuses && address.statuses.length > 0)
    query.set(
      'status',
      address.statuses.length === campaignStatuses.length
        ? 'any'
        : address.statuses.map((status) => status.toLowerCase()).join(','),
    );
  if (address.tagIds.length > 0) query.set('tags', address.tagIds.join(','));
  if (address.folderId !== null) query.set('folder', String(address.folderId));
  if (address.updatedDays !== null) query.set('updated', String(address.updatedDays));
  if (address.sort !== defaults.sort || address.direction !== defaults.direction)
    query.set('sort', `${address.direction === 'desc' ? '-' : ''}${address.sort}`);
  if (address.cursor) {
    query.set('cursor', address.cursor);
    if (address.offset > 0) query.set('from', String(address.offset));
  }
  return query;
}

/** What of an address the list keeps from one visit to the next. */
export const keepAddress = (query: URLSearchParams): URLSearchParams =>
  writeAddress({ ...readAddress(query), search: '', cursor: null, offset: 0 });

/** Whether anything but the usual view is asked for: decides between the two empty states. */
export const isFiltered = (address: ListAddress): boolean =>
  address.search !== '' ||
  (address.statuses !== null && address.statuses.length > 0 && address.statuses.length < campaignStatuses.length) ||
  address.tagIds.length > 0 ||
  address.folderId !== null ||
  address.updatedDays !== null;

/** The filter of the server. `now` decides what "last 30 days" means; it is cut to the hour so that the answer can be cached. */
export function toFilter(address: ListAddress, now: Date) {
  const hour = 60 * 60 * 1000;
  return {
    ...(address.search.trim() === '' ? {} : { search: address.search.trim() }),
    ...(address.statuses && address.statuses.length > 0 ? { status: address.statuses } : {}),
    ...(address.tagIds.length > 0 ? { tag_id: address.tagIds } : {}),
    ...(address.folderId === null ? {} : { folder_id: address.folderId }),
    ...(address.updatedDays === null
      ? {}
      : {
          updated_after: new Date(
            Math.floor(now.getTime() / hour) * hour - address.updatedDays * 24 * hour,
          ).toISOString(),
        }),
  };
}
