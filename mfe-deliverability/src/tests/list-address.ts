import type { PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';

/** What a list of tests shows; all of it stands in the URL. */
export interface TestsAddress {
  search: string;
  status: PlacementTestRow['status'] | null;
  /** The page's first row as text; pages are steps of the history. */
  cursor: string | null;
  offset: number;
}

export const statusWords = {
  PASS: 'Passed',
  FAIL: 'Failed',
  RUNNING: 'Running',
  STOPPED: 'Stopped',
  DRAFT: 'Draft',
} as const;
const statuses = Object.keys(statusWords) as (keyof typeof statusWords)[];

export function readAddress(query: URLSearchParams): TestsAddress {
  const from = query.get('from') ?? '';
  const offset = /^\d{1,4}$/.test(from) ? Number(from) : 0;
  return {
    search: (query.get('q') ?? '').slice(0, 100),
    status: statuses.find((status) => status.toLowerCase() === query.get('result')) ?? null,
    cursor: offset > 0 ? String(offset) : null,
    offset,
  };
}

export function writeAddress({ search, status, offset }: TestsAddress): URLSearchParams {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('q', search.trim());
  if (status !== null) query.set('result', status.toLowerCase());
  if (offset > 0) query.set('from', String(offset));
  return query;
}

export const isFiltered = ({ search, status }: TestsAddress): boolean => search.trim() !== '' || status !== null;
