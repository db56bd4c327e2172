import { isDay } from './calendar-days';
import type { Day } from './calendar-days';

/** Days from `from` to `to`, both counted, in the zone the page shows. */
export interface DateRangeValue {
  from: Day;
  to: Day;
  /** The preset it came from, so that "last 7 days" stays so tomorrow. */ preset?: string;
}

/** A range that is being chosen: typed ends may be no days yet. */
export interface RangeDraft {
  from: string;
  to: string;
  preset?: string;
  /** Whether the first day was picked and the last one is next. */ isPicking: boolean;
}

/** A range that nothing of is picked yet. */
export const rangeDraft = (value: DateRangeValue | null): RangeDraft => ({
  ...(value ?? { from: '', to: '' }),
  isPicking: false,
});

/** The first day that is picked begins a range, the second ends it, whichever is the earlier one. */
export function pickDay({ from, isPicking }: RangeDraft, day: Day): RangeDraft {
  if (!isPicking || !isDay(from)) return { from: day, to: day, isPicking: true };
  return day < from ? { from: day, to: from, isPicking: false } : { from, to: day, isPicking: false };
}

/** Types an end. */
export const typeEnd = (draft: RangeDraft, end: 'from' | 'to', text: string): RangeDraft => ({
  from: draft.from,
  to: draft.to,
  [end]: text,
  isPicking: draft.isPicking,
});

/** Why a range cannot be used; null when it can. */
export function problemOf({ from, to }: RangeDraft, { min, max }: { min?: Day | undefined; max?: Day | undefined }) {
  if (from === '' || to === '') return 'Choose a first and a last day';
  const fits = isDay(from) && isDay(to) && from <= to && (!min || from >= min) && (!max || to <= max);
  return fits ? null : 'The first day must not be after the last';
}
