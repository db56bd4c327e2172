import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { counted } from '../when';

const middle = { margin: 'auto' };

/** The campaign's conversations stand in the master inbox, filtered by the campaign. */
export function InboxTab({ campaign }: { campaign: CampaignView }) {
  const { replied } = campaign.counts;
  return (
    <div style={middle}>
      <EmptyState icon="inbox" title={replied === 0 ? 'No replies yet' : `${counted(replied, 'lead')} replied`} actions={<Button icon="inbox" href={`/app/master-inbox?campaign_ids=${campaign.id}`}>Open in the master inbox</Button>}>
        The conversations of this campaign are read and answered in the master inbox.
      </EmptyState>
    </div>
  );
}

/** Subsequences are not part of this version; the page says so. */
export function SubsequenceTab() {
  return <div style={middle}><EmptyState icon="branch" title="Subsequences" note="Not available in this version.">A sequence of its own for leads that did something: opened, clicked, or answered in a certain way.</EmptyState></div>;
}

/** Needs access to dedicated-IP servers (specification, section 6); says what opens it. */
export function DedicatedIpTab() {
  const refusal = useAccess().refusal({ feature: 'smart-servers' });
  return (
    <div style={middle}>
      {refusal
        ? <EmptyState icon="lock" title={refusal.by === 'plan' ? 'Dedicated IP is not in your plan' : 'Dedicated IP is closed to you'}>{refusal.reason} {refusal.unlock}</EmptyState>
        : <EmptyState icon="server" title="Dedicated IP" note="Not available in this version.">The servers that send for this campaign, with their addresses and their reputation.</EmptyState>}
    </div>
  );
}
