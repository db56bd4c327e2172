import { usePage } from '@skein/mfe/page';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { AreaTabs, GroupTable, Problem, Simulated } from '../parts';
import { base, useInsights } from '../placement.hooks';

/** How each mailbox fared over all of its tests. */
export function InsightsPage() {
  usePage([{ label: 'SmartDelivery', to: `/app${base}/auto/all-tests` }, { label: 'Mailbox insights' }]);
  const insights = useInsights();
  return (
    <>
      <PageHeader title="Mailbox insights" tabs={<AreaTabs value="insights" />} />
      <PageBody>
        <Simulated />
        {insights.problem && <Problem title="Could not load mailbox insights" problem={insights.problem} />}
        <GroupTable label="Mailboxes" first="Mailbox" rows={insights.rows} loading={insights.isLoading} gutter={24} />
      </PageBody>
    </>
  );
}
