import type { TimeAxis } from '@skein/contracts/analytics/measures';
import { limits } from '@skein/contracts/constants';
import { addDays, countDays, dayIn, isDay, type Day } from '@skein/ui/calendar-days';

/** What the analytics tab shows; all of it stands in the URL. Without days the whole campaign is shown, at most its last 31 days. */
export interface RangeAddress {
  from: Day | null;
  to: Day | null;
  axis: TimeAxis;
  includeOutOfOffice: boolean;
}

export function readRange(query: URLSearchParams): RangeAddress {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  const isRange = isDay(from) && isDay(to) && from <= to && countDays(from, to) <= limits.analyticsDays;
  return {
    from: isRange ? from : null,
    to: isRange ? to : null,
    axis: query.get('by') === 'sent' ? 'sent' : 'event',
    includeOutOfOffice: query.get('ooo') === 'counted',
  };
}

/** The address as a query beside what else stands there; defaults leave no trace. */
export function writeRange(query: URLSearchParams, change: Partial<RangeAddress>): URLSearchParams {
  const next = { ...readRange(query), ...change };
  const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  set('from', next.from);
  set('to', next.to);
  set('by', next.axis === 'sent' ? 'sent' : null);
  set('ooo', next.includeOutOfOffice ? 'counted' : null);
  return query;
}

/**
 * The days that are shown when none are chosen: the life of the campaign where its e-mails fit into 31 days, with the days after
 * the last one as far as they fit; else the last 31 days, or those around the last e-mail where that is long ago. A campaign that
 * has not sent shows the last seven days.
 */
export function usualDays(
  extent: { first_sent_at: string | null; last_sent_at: string | null },
  now: Date,
  timeZone: string,
): { from: Day; to: Day } {
  const today = dayIn(timeZone, now);
  if (!extent.first_sent_at || !extent.last_sent_at) return { from: addDays(today, -6), to: today };
  const first = dayIn(timeZone, new Date(extent.first_sent_at));
  const last = dayIn(timeZone, new Date(extent.last_sent_at));
  const most = limits.analyticsDays - 1;
  if (countDays(first, last) <= limits.analyticsDays) return { from: first, to: earlier(today, addDays(first, most)) };
  // Answers come for some days after the last e-mail.
  const end = earlier(today, addDays(last, 13));
  return { from: addDays(end, -most), to: end };
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
