import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
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
import { inArea, overviewAddress } from '../campaign-address';
import { useCampaign } from '../overview/campaign-overview.hooks';
import { WhyCampaignDrawer } from '../overview/explain/explain-drawer';
import { OverviewHeader } from '../overview/overview-header';
import { useReplyCount } from './subsequence.hooks';
import { PerformanceTab } from '../overview/performance/performance.tab';
import { PushesCard } from './pushes-card';

const AnalyticsTab = lazy(() =>
  import('../overview/analytics/analytics.tab').then((module) => ({ default: module.AnalyticsTab })),
);
const InboxTab = lazy(() => import('../overview/inbox/inbox.tab').then((module) => ({ default: module.InboxTab })));
const LeadListTab = lazy(() =>
  import('../overview/lead-list/lead-list.tab').then((module) => ({ default: module.LeadListTab })),
);

const TabLine = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;

/** Tabs of a subsequence (docs/permissions.md), in their order. */
const tabs = ['performance', 'analytics', 'inbox', 'lead-list'] as const;
type Tab = (typeof tabs)[number];
const isTab = (word: string | undefined): word is Tab => (tabs as readonly string[]).includes(word ?? '');
const labels: Record<Tab, string> = {
  performance: 'Performance',
  analytics: 'Analytics',
  inbox: 'Inbox',
  'lead-list': 'Lead list',
};

/** One subsequence: /app/campaign/{parentId}/subsequence/{id}/overview/{tab}. */
export function SubsequenceOverviewPage() {
  const { parentId, campaignId, tab } = useParams();
  const parent = useCampaign(parentId);
  const { campaign, isGone, problem, retry } = useCampaign(campaignId);
  usePage([
    { label: 'Email campaigns', to: '/app/email-campaign/all' },
    { label: parent.campaign?.name ?? 'Campaign', to: `/app/email-campaign/${parent.id}/overview/subsequence` },
    { label: campaign?.name ?? 'Subsequence' },
  ]);
  if (campaign && isGone) return <Redirect to={`/email-campaign/${parent.id}/overview/subsequence`} />;
  if (isGone || parent.isGone || (campaign && campaign.parent_campaign_id !== parent.id)) return <NotFoundPage />;
  if (!campaign && problem)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The subsequence could not be loaded."
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
  if (!campaign) return <PageSkeleton />;
  if (!isTab(tab)) return <Redirect to={inArea(overviewAddress(campaign, 'performance'))} />;
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
      href: overviewAddress(campaign, id),
      ...(count[id] ? { count: count[id].toLocaleString('en-US') } : {}),
    }));
  const onWhy = () => setWhyOpen(true);
  return (
    <>
      <OverviewHeader campaign={campaign} now={now} onWhy={onWhy} />
      <TabLine>
        <Tabs label="Subsequence" items={items} value={tab} line={false} />
      </TabLine>
      <Suspense fallback={<PageSkeleton shape="rows" />}>
        {tab === 'lead-list' && <LeadListTab campaign={campaign} now={now} />}
        {tab === 'inbox' && <InboxTab campaign={campaign} now={now} />}
        {tab === 'analytics' && (
          <PageBody $well>
            <AnalyticsTab campaign={campaign} />
          </PageBody>
        )}
        {tab === 'performance' && (
          <PageBody $well>
            <PushesCard campaign={campaign} now={now} />
            <PerformanceTab campaign={campaign} onWhy={onWhy} />
          </PageBody>
        )}
      </Suspense>
      <WhyCampaignDrawer campaign={campaign} open={isWhyOpen} onClose={() => setWhyOpen(false)} />
    </>
  );
}
