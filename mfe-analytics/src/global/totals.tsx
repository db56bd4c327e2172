import type { StatisticsView } from '@skein/contracts/analytics/figures';
import { measureDefinitions, repliedWithOutOfOffice, type Measure } from '@skein/contracts/analytics/measures';
import { Stat, Stats, type Trend } from '@skein/ui/stat';

const rated = ['opened', 'clicked', 'replied', 'positive', 'bounced', 'unsubscribed'] as const;
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

/** The change of a count, in percent of the range before. */
function growthOf({ counts, previous }: StatisticsView, measure: 'contacted' | 'sent'): Trend | undefined {
  const before = previous?.counts[measure] ?? 0;
  if (before === 0) return undefined;
  const change = Math.round(((counts[measure] - before) / before) * 100);
  if (change === 0) return { direction: 'flat', text: 'no change' };
  return { direction: change > 0 ? 'up' : 'down', text: `${Math.abs(change)}%` };
}

/** Figures over all campaigns. Each says on hover what it counts and opens to its rows. */
export function Totals({
  data,
  includeOutOfOffice,
  onOpen,
}: {
  data: StatisticsView | undefined;
  includeOutOfOffice: boolean;
  onOpen: (measure: Measure) => void;
}) {
  const common = (measure: Measure) => ({
    label: measureDefinitions[measure].label,
    definition:
      measure === 'replied' && includeOutOfOffice ? repliedWithOutOfOffice : measureDefinitions[measure].definition,
    onOpen: () => onOpen(measure),
    loading: !data,
  });
  return (
    <Stats style={{ flex: 'none' }}>
      {(['contacted', 'sent'] as const).map((measure) => {
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
      })}
      {rated.map((measure) => {
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
      })}
    </Stats>
  );
}
