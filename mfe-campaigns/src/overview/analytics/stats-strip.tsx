import type { StatisticsView } from '@skein/contracts/analytics/figures';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import { Stat, Stats } from '@skein/ui/stat';
import { countTrendOf, definitionOf, number, percent, share, trendOf } from './figure-texts';

type Statistics = StatisticsView & { imported: number; planned: number };
const rated = ['opened', 'replied', 'positive', 'bounced'] as const;
const further = ['clicked', 'unsubscribed', 'sender_bounced'] as const;

const countTrend = (statistics: Statistics | undefined, measure: 'contacted' | 'sent') => {
  const trend = statistics && countTrendOf(statistics, measure);
  return trend ? { trend } : {};
};

/** The figures of a range. Each says on hover what it counts and opens to its rows. */
export function StatsStrip({
  statistics,
  onOpen,
}: {
  statistics: Statistics | undefined;
  onOpen: (measure: Measure) => void;
}) {
  const counts = statistics?.counts;
  const includeOutOfOffice = statistics?.range.include_out_of_office ?? false;
  const common = (measure: Measure) => ({
    label: measureDefinitions[measure].label,
    definition: definitionOf(measure, includeOutOfOffice),
    onOpen: () => onOpen(measure),
    loading: !statistics,
  });
  return (
    <Stats style={{ flex: 'none' }}>
      <Stat
        {...common('contacted')}
        value={counts ? number(counts.contacted) : null}
        {...countTrend(statistics, 'contacted')}
        detail={
          statistics && `${share(statistics.counts.contacted, statistics.imported)} of ${number(statistics.imported)}`
        }
      />
      <Stat
        {...common('sent')}
        value={counts ? number(counts.sent) : null}
        {...countTrend(statistics, 'sent')}
        detail={statistics && `of ${number(statistics.planned)} planned`}
      />
      {rated.map((measure) => {
        const trend = statistics && trendOf(statistics, measure);
        return (
          <Stat
            key={measure}
            {...common(measure)}
            value={statistics ? percent(statistics.rates[measure]) : null}
            detail={counts && number(counts[measure])}
            {...(trend ? { trend } : {})}
          />
        );
      })}
    </Stats>
  );
}

/** What is looked at less often: further rates, and what machines did, which is in no other figure. */
export function FurtherFigures({
  statistics,
  onOpen,
}: {
  statistics: Statistics | undefined;
  onOpen: (measure: Measure) => void;
}) {
  const happenings = statistics?.happenings;
  return (
    <Stats style={{ flex: 'none' }}>
      {further.map((measure) => {
        const trend = statistics && trendOf(statistics, measure);
        return (
          <Stat
            key={measure}
            size="small"
            label={measureDefinitions[measure].label}
            definition={measureDefinitions[measure].definition}
            onOpen={() => onOpen(measure)}
            loading={!statistics}
            value={statistics ? percent(statistics.rates[measure]) : null}
            detail={statistics && number(statistics.counts[measure])}
            {...(trend ? { trend } : {})}
          />
        );
      })}
      <Stat
        size="small"
        label="Automatic replies"
        definition="All out-of-office and other automatic replies."
        value={happenings ? number(happenings.automatic_replies) : null}
        loading={!statistics}
        detail={statistics?.range.include_out_of_office ? 'counted as replies' : 'not counted as replies'}
      />
      <Stat
        size="small"
        label="Machine opens"
        definition="Opens by mail proxies and security scanners. Not included in any other figure."
        value={happenings ? number(happenings.machine_opens) : null}
        loading={!statistics}
        detail={happenings && `${number(happenings.opens)} by people`}
      />
    </Stats>
  );
}
