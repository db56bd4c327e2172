import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Redirect } from '@skein/mfe/redirect';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { PageBody } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';
import { AnalyticsTab } from './analytics/analytics.tab';
import { useCampaign } from './campaign-overview.hooks';
import { useKnownName } from '../known-name';
import { overviewAddress } from '../campaign-address';
import { DedicatedIpTab } from './dedicated-ip/dedicated-ip.tab';
import { WhyCampaignDrawer } from './explain/explain-drawer';
import { OverviewHeader } from './overview-header';
import { useReplyCount } from '../subsequence/subsequence.hooks';

const PerformanceTab = lazy(() =>
  import('./performance/performance.tab').then((module) => ({ default: module.PerformanceTab })),
);
const LeadListTab = lazy(() => import('./lead-list/lead-list.tab').then((module) => ({ default: module.LeadListTab })));
const InboxTab = lazy(() => import('./inbox/inbox.tab').then((module) => ({ default: module.InboxTab })));
const SubsequencesTab = lazy(() =>
  import('../subsequence/subsequences.tab').then((module) => ({ default: module.SubsequencesTab })),
);
const TriggerLogsTab = lazy(() =>
  import('./triggers/trigger-logs.tab').then((module) => ({ default: module.TriggerLogsTab })),
);

const TabLine = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;

/** Tabs of a campaign (docs/permissions.md), in their order. */
const tabs = ['performance', 'analytics', 'inbox', 'lead-list', 'subsequence', 'trigger-logs', 'dedicated-ip'] as const;
type Tab = (typeof tabs)[number];
const isTab = (word: string | undefined): word is Tab => (tabs as readonly string[]).includes(word ?? '');
const labels: Record<Tab, string> = {
  performance: 'Performance',
  analytics: 'Analytics',
  inbox: 'Inbox',
  'lead-list': 'Lead list',
  subsequence: 'Subsequences',
  'trigger-logs': 'Send log',
  'dedicated-ip': 'Dedicated IP',
};

/** One campaign: its state and actions above, one tab of its overview below. */
export function CampaignOverviewPage() {
  const { campaignId, tab } = useParams();
  const { search } = useLocation();
  const { id, campaign, isGone, problem, retry } = useCampaign(campaignId);
  const knownName = useKnownName(id);
  usePage([
    { label: 'Email campaigns', to: '/app/email-campaign/all' },
    { label: campaign?.name ?? knownName ?? 'Campaign' },
  ]);
  // What was shown and is gone was deleted from here or elsewhere: the list says what is left.
  if (campaign && isGone) return <Redirect to="/email-campaign/all" />;
  if (isGone) return <NotFoundPage />;
  // A subsequence stands under its parent, with tabs of its own.
  if (campaign && campaign.parent_campaign_id !== null)
    return (
      <Redirect to={overviewAddress(campaign, tab ?? 'performance', search.replace(/^\?/, '')).replace(/^\/app/, '')} />
    );
  if (!isTab(tab)) return <Redirect to={`/email-campaign/${id}/overview/performance`} />;
  if (!campaign && problem)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The campaign could not be loaded."
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </PageBody>
    );
  if (!campaign) return <PageSkeleton shape="campaign" />;
  return <Overview key={campaign.id} campaign={campaign} tab={tab} />;
}

function Overview({ campaign, tab }: { campaign: CampaignView; tab: Tab }) {
  const now = useCampaignNow(15_000);
  const access = useAccess();
  const [isWhyOpen, setWhyOpen] = useState(false);
  const readsInbox = access.may('inbox.read');
  const replies = useReplyCount(campaign.id, readsInbox);
  const count: Partial<Record<Tab, number>> = { inbox: replies, 'lead-list': campaign.progress.total };
  const items = tabs
    .filter((id) => id !== 'inbox' || readsInbox)
    .map((id) => ({
      id,
      label: labels[id],
      href: `/app/email-campaign/${campaign.id}/overview/${id}`,
      ...(count[id] ? { count: count[id].toLocaleString('en-US') } : {}),
    }));
  const onWhy = () => setWhyOpen(true);
  return (
    <>
      <OverviewHeader campaign={campaign} now={now} onWhy={onWhy} />
      <TabLine>
        <Tabs label="Campaign" items={items} value={tab} line={false} />
      </TabLine>
      <Suspense fallback={<PageSkeleton shape={tab === 'analytics' || tab === 'performance' ? 'figures' : 'rows'} />}>
        {tab === 'lead-list' && <LeadListTab campaign={campaign} now={now} />}
        {tab === 'trigger-logs' && <TriggerLogsTab campaign={campaign} now={now} onWhy={onWhy} />}
        {tab === 'inbox' && <InboxTab campaign={campaign} now={now} />}
        {tab === 'subsequence' && <SubsequencesTab campaign={campaign} now={now} />}
        {tab === 'dedicated-ip' && <DedicatedIpTab campaign={campaign} />}
        {(tab === 'analytics' || tab === 'performance') && (
          <PageBody $well>
            {tab === 'analytics' ? (
              <AnalyticsTab campaign={campaign} />
            ) : (
              <PerformanceTab campaign={campaign} onWhy={onWhy} />
            )}
          </PageBody>
        )}
      </Suspense>
      <WhyCampaignDrawer campaign={campaign} open={isWhyOpen} onClose={() => setWhyOpen(false)} />
    </>
  );
}
