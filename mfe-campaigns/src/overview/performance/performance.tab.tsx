import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { openLeadsOf } from '../../campaigns-list/campaign-actions';
import { FiguresCard } from './figures-card';
import { ForecastCard } from './forecast-card';
import { LeadStates } from './lead-states';
import { MailboxesCard } from './mailboxes-card';
import { VariantTests } from './variant-tests';

/** What came of the campaign, how far it is, when it will be done, and the mailboxes that send for it. */
export function PerformanceTab({ campaign, onWhy }: { campaign: CampaignView; onWhy: () => void }) {
  const isWaitingForLeads = campaign.parent_campaign_id !== null && openLeadsOf(campaign) === 0;
  return (
    <>
      {campaign.status !== 'DRAFTED' && <FiguresCard campaign={campaign} />}
      <LeadStates campaign={campaign} onWhy={onWhy} />
      {(campaign.status === 'ACTIVE' || campaign.status === 'PAUSED') && !isWaitingForLeads && (
        <ForecastCard campaign={campaign} />
      )}
      <VariantTests campaign={campaign} />
      <MailboxesCard campaign={campaign} />
    </>
  );
}
