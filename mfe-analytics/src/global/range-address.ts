import { measures, type Measure, type TimeAxis } from '@skein/contracts/analytics/measures';
import { placedFigures, type PlacedFigure } from '@skein/contracts/analytics/placed-emails.contract';
import { narrowingSchema, type Narrowing } from '@skein/contracts/analytics/narrowing';
import { limits } from '@skein/contracts/constants';
import { addDays, countDays, dayIn, isDay, type Day } from '@skein/ui/calendar-days';

const tableSorts = ['name', ...measures] as const;
export type TableSort = (typeof tableSorts)[number];
/** Sort and page of one of the two tables. */
export interface TableAddress {
  sort: TableSort;
  direction: 'asc' | 'desc';
  page: number;
}

/** What has rows behind it: a measure of events, or the emails that a share in spam is of. */
export type Figure = Measure | PlacedFigure;
const figures: readonly Figure[] = [...measures, ...placedFigures];
export const isPlaced = (figure: Figure | null): figure is PlacedFigure =>
  placedFigures.some((placed) => placed === figure);

/** What the page shows; all of it stands in the URL. */
export interface GlobalAddress {
  from: Day;
  to: Day;
  zone: string | null;
  axis: TimeAxis;
  includeOutOfOffice: boolean;
  /** The whole agency, or client by client. */
  view: 'agency' | 'clients';
  figure: Figure | null;
  /** What the rows behind the figure are narrowed to. */
  narrow: Narrowing | null;
  /** What the row of the figure is called: for the title of the list, never for what is read. */
  of: string | null;
  campaigns: TableAddress;
  mailboxes: TableAddress;
}

/** As much of a name as a title has room for. */
const mostName = 80;
const nameText = (text: string | null | undefined): string | null => text?.trim().slice(0, mostName) || null;

const usualTable: TableAddress = { sort: 'sent', direction: 'desc', page: 1 };

function isZone(zone: string | null): zone is string {
  if (!zone) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function readTable(text: string | null): TableAddress {
  const found = /^(-?)([a-z_]+)(?:\.(\d{1,4}))?$/.exec(text ?? '');
  const sort = tableSorts.find((known) => known === found?.[2]);
  return found && sort
    ? { sort, direction: found[1] ? 'desc' : 'asc', page: Math.max(1, Number(found[3] ?? 1)) }
    : usualTable;
}

function readNarrow(text: string | null): Narrowing | null {
  if (!text) return null;
  const read = narrowingSchema.safeParse(Object.fromEntries(new URLSearchParams(text)));
  return read.success && Object.keys(read.data).length > 0 ? read.data : null;
}

const writeNarrow = (narrow: Narrowing | null | undefined): string | null =>
  narrow
    ? new URLSearchParams(
        Object.entries(narrow)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : null;

function writeTable({ sort, direction, page }: TableAddress): string | null {
  if (sort === usualTable.sort && direction === usualTable.direction && page === 1) return null;
  return `${direction === 'desc' ? '-' : ''}${sort}${page > 1 ? `.${page}` : ''}`;
}

/** Reads the address; without days the last 31 are meant. `personZone` is the zone of the person. */
export function readGlobal(query: URLSearchParams, now: Date, personZone: string): GlobalAddress {
  const zone = isZone(query.get('zone')) ? query.get('zone') : null;
  const today = dayIn(zone ?? personZone, now);
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  const isRange = isDay(from) && isDay(to) && from <= to && countDays(from, to) <= limits.analyticsDays;
  const figure = figures.find((known) => known === query.get('figure')) ?? null;
  const narrow = figure ? readNarrow(query.get('rows')) : null;
  return {
    ...(isRange ? { from, to } : { from: addDays(today, 1 - limits.analyticsDays), to: today }),
    zone,
    axis: query.get('by') === 'sent' ? 'sent' : 'event',
    includeOutOfOffice: query.get('ooo') === 'counted',
    view: query.get('view') === 'clients' ? 'clients' : 'agency',
    figure,
    narrow,
    of: narrow && nameText(query.get('of')),
    campaigns: readTable(query.get('campaigns')),
    mailboxes: readTable(query.get('mailboxes')),
  };
}

/** Writes what changed; a change of the range begins the tables at their first page. */
export function writeGlobal(query: URLSearchParams, change: Partial<GlobalAddress>): URLSearchParams {
  const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  if (change.from && change.to) {
    set('from', change.from);
    set('to', change.to);
  }
  if (change.zone !== undefined) set('zone', change.zone);
  if (change.axis) set('by', change.axis === 'sent' ? 'sent' : null);
  if (change.includeOutOfOffice !== undefined) set('ooo', change.includeOutOfOffice ? 'counted' : null);
  if (change.view) set('view', change.view === 'clients' ? 'clients' : null);
  if (change.figure !== undefined) {
    set('figure', change.figure);
    set('rows', writeNarrow(change.narrow));
    set('of', change.narrow ? nameText(change.of) : null);
  }
  for (const name of ['campaigns', 'mailboxes'] as const) {
    if (change[name]) set(name, writeTable(change[name]));
    else if (change.from || change.zone !== undefined || change.axis)
      set(name, writeTable({ ...readTable(query.get(name)), page: 1 }));
  }
  return query;
}
