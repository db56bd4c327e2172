import type { ReactNode } from 'react';
import type { StatisticsView } from '@skein/contracts/analytics/figures';
import { measureDefinitions, repliedWithOutOfOffice, type Measure } from '@skein/contracts/analytics/measures';
import { Stat, Stats, type Trend } from '@skein/ui/stat';

const rated = ['opened', 'clicked', 'replied', 'positive', 'bounced', 'unsubscribed'] as const;
const counted = ['contacted', 'sent', 'meetings'] as const;
const usual: readonly Measure[] = ['contacted', 'sent', ...rated];
const isCounted = (measure: Measure): measure is (typeof counted)[number] =>
  (counted as readonly Measure[]).includes(measure);
const isRated = (measure: Measure): measure is (typeof rated)[number] =>
  (rated as readonly Measure[]).includes(measure);
const number = (count: number) => count.toLocaleString('en-US');

/** The change against the range before: of a rate in points. */
function trendOf({ rates, previous }: StatisticsView, measure: (typeof rated)[number]): Trend | undefined {
  const now = rates[measure];
  const before = previous?.rates[measure] ?? null;
  if (now === null || before === null) return undefined;
  const change = Math.round((now - before) * 10) / 10;
  if (change === 0) return { direction: 'flat', text: 'no change' };
  return {
    direction: change > 0 ? 'up' : 'down',
    text: `${Math.abs(change).toFixed(1)} pt`,
    good: (measure === 'bounced' || measure === 'unsubscribed') !== change > 0,
  };
}

/** The change of a count, in percent of the range before; "from 3" where there was next to none, nothing where there was none. */
function growthOf({ counts, previous }: StatisticsView, measure: 'contacted' | 'sent' | 'meetings'): Trend | undefined {
  const before = previous?.counts[measure] ?? 0;
  if (before === 0) return undefined;
  // A share of next to nothing tells nothing: "+1267%".
  if (counts[measure] > before * 10) return { direction: 'up', text: `from ${number(before)}` };
  const change = Math.round(((counts[measure] - before) / before) * 100);
  if (change === 0) return { direction: 'flat', text: 'no change' };
  return { direction: change > 0 ? 'up' : 'down', text: `${Math.abs(change)}%` };
}

/** Figures over all campaigns. Each says on hover what it counts and opens to its rows. */
export function Totals({
  data,
  includeOutOfOffice,
  onOpen,
  only = usual,
  children,
}: {
  data: StatisticsView | undefined;
  includeOutOfOffice: boolean;
  onOpen: (measure: Measure) => void;
  /** All but meeting requests when left out. */ only?: readonly Measure[];
  /** Further figures behind them. */ children?: ReactNode;
}) {
  const common = (measure: Measure) => ({
    label: measureDefinitions[measure].label,
    definition:
      measure === 'replied' && includeOutOfOffice ? repliedWithOutOfOffice : measureDefinitions[measure].definition,
    onOpen: () => onOpen(measure),
    loading: !data,
  });
  const countOf = (measure: (typeof counted)[number]) => {
    const trend = data && growthOf(data, measure);
    return (
      <Stat
        key={measure}
        {...common(measure)}
        value={data ? number(data.counts[measure]) : null}
        detail={measure === 'sent' ? 'emails' : 'leads'}
        {...(trend ? { trend } : {})}
      />
    );
  };
  const shareOf = (measure: (typeof rated)[number]) => {
    const trend = data && trendOf(data, measure);
    const rate = data?.rates[measure] ?? null;
    return (
      <Stat
        key={measure}
        {...common(measure)}
        value={rate === null ? null : `${rate.toFixed(1)}%`}
        detail={data && number(data.counts[measure])}
        {...(trend ? { trend } : {})}
      />
    );
  };
  return (
    <Stats style={{ flex: 'none' }}>
      {only.map((measure) => (isCounted(measure) ? countOf(measure) : isRated(measure) ? shareOf(measure) : null))}
      {children}
    </Stats>
  );
}
