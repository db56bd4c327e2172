import type { StatisticsView } from '@skein/contracts/analytics/figures';
import { measureDefinitions, repliedWithOutOfOffice, type Measure } from '@skein/contracts/analytics/measures';
import type { Trend } from '@skein/ui/stat';

export const number = (count: number): string => count.toLocaleString('en-US');
/** A rate with its unit; an en dash where there is nothing to compare with. */
export const percent = (rate: number | null): string => (rate === null ? '–' : `${rate.toFixed(1)}%`);
/** A share of a whole in percent. */
export const share = (part: number, whole: number): string => (whole === 0 ? '–' : percent((part / whole) * 100));

type Rated = keyof StatisticsView['rates'];

/** The change of a rate against the range before, in percentage points; nothing where one of them has no rate. */
export function trendOf(
  { rates, previous }: Pick<StatisticsView, 'rates' | 'previous'>,
  measure: Rated,
): Trend | undefined {
  const now = rates[measure];
  const before = previous?.rates[measure] ?? null;
  if (now === null || before === null) return undefined;
  const change = Math.round((now - before) * 10) / 10;
  if (change === 0) return { direction: 'flat', text: 'no change' };
  const rises = change > 0;
  const isWelcome =
    measure === 'bounced' || measure === 'sender_bounced' || measure === 'unsubscribed' ? !rises : rises;
  return { direction: rises ? 'up' : 'down', text: `${Math.abs(change).toFixed(1)} pt`, good: isWelcome };
}

/** The change of a count in percent of the range before; "from 3" where that was next to none, nothing where it was none. */
export function countTrendOf(
  { counts, previous }: Pick<StatisticsView, 'counts' | 'previous'>,
  measure: 'contacted' | 'sent',
): Trend | undefined {
  const before = previous?.counts[measure] ?? 0;
  if (before === 0) return undefined;
  // A share of next to nothing tells nothing: "+1267%".
  if (counts[measure] > before * 10) return { direction: 'up', text: `from ${number(before)}`, good: true };
  const change = Math.round(((counts[measure] - before) / before) * 100);
  if (change === 0) return { direction: 'flat', text: 'no change' };
  return { direction: change > 0 ? 'up' : 'down', text: `${Math.abs(change)}%`, good: change > 0 };
}

export const definitionOf = (measure: Measure, includeOutOfOffice: boolean): string =>
  measure === 'replied' && includeOutOfOffice ? repliedWithOutOfOffice : measureDefinitions[measure].definition;
