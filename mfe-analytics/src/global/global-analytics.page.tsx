import { rateNote } from '@skein/contracts/analytics/measures';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { formatDayRange } from '@skein/ui/calendar-days';
import { Callout } from '@skein/ui/callout';
import { zoneLabel } from '@skein/ui/instant';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { Text } from '@skein/ui/text';
import { FigureDrawer } from '../figure-rows/figure-drawer';
import { AttentionSection } from '../insights/attention-section';
import { FilterRow } from '../insights/filter-row';
import { GroupsSection } from '../insights/groups-section';
import { SaveReport } from '../reports/save-report';
import { DaysChart } from './days-chart';
import { ExportMenu } from './export-menu';
import { FiguresByCampaign } from './figures-by-campaign';
import { FiguresByMailbox } from './figures-by-mailbox';
import { useGlobalAnalytics } from './global-analytics.hooks';
import { Totals } from './totals';

/** What all campaigns did in a range of days: figures, days, by campaign and by mailbox. The parts sum to the whole. */
export function GlobalAnalyticsPage() {
  usePage([{ label: 'Analytics' }]);
  const analytics = useGlobalAnalytics();
  const { insights, query, statistics, days, isReadingDays, problem, retry, campaigns, mailboxes } = analytics;
  const { address, change, zone, search } = insights;
  const access = useAccess();
  const isAgency = access.may('insights.read') && access.has('global-analytics');
  const isByClient = isAgency && address.view === 'clients';
  return (
    <>
      <PageHeader
        title="Analytics"
        {...(Object.keys(insights.filter).length === 0 ? { detail: 'all campaigns' } : {})}
        actions={
          <>
            <Button size="small" icon="list" href="/app/global-analytics/reports">
              Reports
            </Button>
            <SaveReport page="global-analytics" address={search} />
          </>
        }
      />
      <PageBody $well>
        <FilterRow insights={insights}>
          {isAgency && (
            <Segmented
              label="View"
              value={address.view}
              onValueChange={(view) => change({ view })}
              items={[
                { id: 'agency', label: 'Agency' },
                { id: 'clients', label: 'Clients' },
              ]}
            />
          )}
          <ExportMenu query={query} />
        </FilterRow>
        {problem && (
          <Callout
            tone="danger"
            role="alert"
            title="Could not load analytics"
            actions={
              <Button size="small" icon="refresh" onClick={retry}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Callout>
        )}
        {isAgency && <AttentionSection insights={insights} />}
        {!analytics.isWithoutTotals && (
          <Totals
            data={statistics}
            includeOutOfOffice={address.includeOutOfOffice}
            onOpen={(figure) => change({ figure })}
          />
        )}
        {statistics && statistics.counts.replied > statistics.counts.contacted && (
          <Callout tone="info">{rateNote}</Callout>
        )}
        {!analytics.isWithoutDays && <DaysChart days={days} isReading={isReadingDays} change={change} />}
        {isByClient && <GroupsSection insights={insights} by="client" title="By client" nameLabel="Client" />}
        <FiguresByCampaign insights={insights} campaigns={campaigns} />
        <FiguresByMailbox insights={insights} mailboxes={mailboxes} />
        <Text $tone="muted" $size={2}>
          Days are counted in {zoneLabel(zone)}.{' '}
          {statistics?.previous &&
            `Changes compare with ${formatDayRange(statistics.previous.from, statistics.previous.to, 'en-GB')}.`}
        </Text>
      </PageBody>
      <FigureDrawer insights={insights} />
    </>
  );
}
