import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { zoneLabel } from '@skein/ui/instant';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';
import { Text } from '@skein/ui/text';
import { FigureDrawer } from '../figure-rows/figure-drawer';
import { SaveReport } from '../reports/save-report';
import { AgencyTotals, DaysAndClients } from './agency-sections';
import { FilterRow } from './filter-row';
import { GroupsSection } from './groups-section';
import { insightPages, type InsightPageId } from './insight-pages';
import { useInsights, type Insights } from './insights.hooks';
import { AttentionSection } from './attention-section';
import { DaysSection, TotalsSection } from './overview-sections';
import { HealthSection } from './health-section';
import { MailboxStatesSection } from './mailbox-states';
import { MatrixSection } from './matrix-section';
import { CategoriesSection, ReplyTimesSection } from './response-sections';
import { TeamSection } from './team-section';
import { WaitingSection } from './waiting-section';

/** What each page shows below the filter. */
const sections: Record<InsightPageId, (insights: Insights) => ReactNode> = {
  'agency-insights': (insights) => (
    <>
      <AgencyTotals insights={insights} />
      <AttentionSection insights={insights} />
      <DaysAndClients insights={insights} />
      <GroupsSection insights={insights} by="client" title="Clients" nameLabel="Client" />
    </>
  ),
  'performance-metrics': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['FEWER_POSITIVE', 'BOUNCING']} />
      <TotalsSection insights={insights} />
      <DaysSection insights={insights} />
      <GroupsSection insights={insights} by="mailbox_tag" title="By mailbox tag" nameLabel="Tag" />
    </>
  ),
  'overall-client-performance': (insights) => (
    <>
      <AttentionSection
        insights={insights}
        kinds={['UNANSWERED', 'BOUNCING', 'FEWER_POSITIVE', 'LEADS_RUN_OUT', 'MAILBOX_FAILING']}
      />
      <GroupsSection insights={insights} by="client" title="Clients" nameLabel="Client" />
      <TotalsSection insights={insights} />
      <GroupsSection insights={insights} by="campaign" title="Campaigns" nameLabel="Campaign" />
    </>
  ),
  'lead-response': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['UNANSWERED']} />
      <ReplyTimesSection insights={insights} />
    </>
  ),
  'team-board': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['UNANSWERED']} />
      <TeamSection insights={insights} />
      <WaitingSection insights={insights} />
    </>
  ),
  'email-health-metrics': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['MAILBOX_FAILING', 'BOUNCING']} />
      <HealthSection insights={insights} />
      <MailboxStatesSection insights={insights} />
      <GroupsSection insights={insights} by="mailbox" title="Mailboxes" nameLabel="Mailbox" />
    </>
  ),
  'domain-health-metrics': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['MAILBOX_FAILING', 'BOUNCING']} />
      <HealthSection insights={insights} />
      <MailboxStatesSection insights={insights} />
      <GroupsSection insights={insights} by="domain" title="Domains" nameLabel="Domain" />
      <MatrixSection insights={insights} />
    </>
  ),
  'campaign-performance': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['BOUNCING', 'FEWER_POSITIVE', 'LEADS_RUN_OUT']} />
      <TotalsSection insights={insights} />
      <GroupsSection insights={insights} by="campaign" title="Campaigns" nameLabel="Campaign" />
    </>
  ),
  'campaign-response-analysis': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['UNANSWERED', 'FEWER_POSITIVE']} />
      <CategoriesSection insights={insights} />
      <WaitingSection insights={insights} />
    </>
  ),
  'email-provider-performance': (insights) => (
    <>
      <AttentionSection insights={insights} kinds={['BOUNCING', 'MAILBOX_FAILING']} />
      <MatrixSection insights={insights} />
      <GroupsSection insights={insights} by="provider" title="Mailbox providers" nameLabel="Provider" />
    </>
  ),
};

/** One page of analytics v2; an unknown name is no page. */
export function InsightsPage() {
  const { page } = useParams();
  const known = insightPages.find((one) => one.id === page);
  return known ? <KnownPage key={known.id} page={known} /> : <NotFoundPage />;
}

function KnownPage({ page }: { page: (typeof insightPages)[number] }) {
  const insights = useInsights();
  const { zone, search } = insights;
  usePage([{ label: 'Analytics', to: '/app/global-analytics' }, { label: page.label }]);
  return (
    <>
      <PageHeader
        title="Analytics"
        tabs={
          <Tabs
            label="Pages of analytics"
            line={false}
            value={page.id}
            items={insightPages.map(({ id, label }) => ({
              id,
              label,
              href: `/app/analytics-v2/${id}${search ? `?${search}` : ''}`,
            }))}
          />
        }
      />
      <PageBody $well>
        <FilterRow insights={insights}>
          <SaveReport page={page.id} address={search} />
        </FilterRow>
        {sections[page.id](insights)}
        <Text $tone="muted" $size={2}>
          Days are counted in {zoneLabel(zone)}. Changes compare with the period before.
        </Text>
      </PageBody>
      <FigureDrawer insights={insights} />
    </>
  );
}
