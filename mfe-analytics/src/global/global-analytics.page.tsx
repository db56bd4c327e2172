import { rateNote } from '@skein/contracts/analytics/measures';
import type { ByCampaignRow, ByMailboxRow } from '@skein/contracts/analytics/workspace-analytics.contract';
import { useAccess } from '@skein/mfe/access';
import { campaignStatusWords } from '@skein/mfe/campaign-status-labels';
import { navigateTo } from '@skein/mfe/navigation';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { formatDayRange } from '@skein/ui/calendar-days';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { dayText, zoneLabel } from '@skein/ui/instant';
import { BareLink } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { SubLine, Text } from '@skein/ui/text';
import { FigureDrawer } from '../figure-rows/figure-drawer';
import { AttentionSection } from '../insights/attention-section';
import { FilterRow } from '../insights/filter-row';
import { GroupsSection } from '../insights/groups-section';
import { SaveReport } from '../reports/save-report';
import { ExportMenu } from './export-menu';
import { FiguresTable } from './figures-table';
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
        {!analytics.isWithoutDays && (
          <Card>
            <Chart
              title="By day"
              kind="column"
              heading="h2"
              categoryLabel="Day"
              height={240}
              loading={isReadingDays}
              categories={days.map((day) => dayText(day.date))}
              onOpen={(index) => {
                const day = days[index];
                if (day) change({ from: day.date, to: day.date });
              }}
              series={[
                { id: 'sent', label: 'Sent', values: days.map((day) => day.sent) },
                { id: 'opened', label: 'Opened', values: days.map((day) => day.opened) },
                {
                  id: 'replied',
                  label: 'Replied',
                  values: days.map((day) => day.replied),
                  draw: 'line',
                  axis: 'right',
                  tone: 'success',
                },
                {
                  id: 'positive',
                  label: 'Positive',
                  values: days.map((day) => day.positive),
                  draw: 'line',
                  axis: 'right',
                  tone: 'info',
                },
              ]}
            />
          </Card>
        )}
        {isByClient && <GroupsSection insights={insights} by="client" title="By client" nameLabel="Client" />}
        <FiguresTable<ByCampaignRow>
          title="By campaign"
          label="Figures by campaign"
          nameLabel="Campaign"
          {...campaigns}
          onOpen={(row, figure) =>
            change({
              figure,
              narrow: { group_by: 'campaign', group_key: row.campaign_id === null ? '' : String(row.campaign_id) },
              of: row.name,
            })
          }
          rowId={(row) => String(row.campaign_id)}
          rowLabel={(row) => row.name}
          name={(row) => (
            <>
              {row.campaign_id === null ? (
                row.name
              ) : (
                <BareLink
                  href={`/app/email-campaign/${row.campaign_id}/overview/analytics?from=${address.from}&to=${address.to}`}
                  style={{ fontWeight: 'var(--w-medium)' }}
                >
                  {row.name}
                </BareLink>
              )}
              <SubLine>
                {[row.client_name, row.status && campaignStatusWords[row.status]].filter(Boolean).join(', ')}
              </SubLine>
            </>
          )}
          address={address.campaigns}
          onAddress={(table) => change({ campaigns: table })}
          onRowOpen={(row) => {
            if (row.campaign_id !== null)
              navigateTo(
                `/app/email-campaign/${row.campaign_id}/overview/analytics?from=${address.from}&to=${address.to}`,
              );
          }}
        />
        <FiguresTable<ByMailboxRow>
          title="By mailbox"
          label="Figures by mailbox"
          nameLabel="Mailbox"
          {...mailboxes}
          onOpen={(row, figure) =>
            change({ figure, narrow: { group_by: 'mailbox', group_key: String(row.mailbox_id) }, of: row.from_email })
          }
          rowId={(row) => String(row.mailbox_id)}
          rowLabel={(row) => row.from_email}
          name={(row) => (
            <>
              {row.is_removed ? (
                row.from_email
              ) : (
                <BareLink
                  href={`/app/email-account/${row.mailbox_id}/overview`}
                  style={{ fontWeight: 'var(--w-medium)' }}
                >
                  {row.from_email}
                </BareLink>
              )}
              <SubLine>{row.is_removed ? 'removed' : row.from_name}</SubLine>
            </>
          )}
          address={address.mailboxes}
          onAddress={(table) => change({ mailboxes: table })}
        />
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
