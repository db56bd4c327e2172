import type { LeadStatus } from '@skein/contracts/constants';
import type { PanelView } from '@skein/contracts/main/inbox-views';
import { useAccess } from '@skein/mfe/access';
import { Icon } from '@skein/ui/icon';
import { Link } from '@skein/ui/link';
import { DataLines } from './data-lines';

/** How a lead stands in another campaign, within a line. */
const leadStatusWords: Record<LeadStatus, string> = /* text */ {
  STARTED: 'not contacted yet',
  INPROGRESS: 'in progress',
  COMPLETED: 'completed',
  STOPPED: 'stopped',
  PAUSED: 'paused',
  BLOCKED: 'blocked',
};

/** The other campaigns that the lead is in, and how it stands there. */
export function OtherCampaigns({ campaigns }: { campaigns: PanelView['other_campaigns'] }) {
  const mayRead = useAccess().may('campaign.read');
  if (campaigns.length === 0) return null;
  return (
    <>
      <h3>In other campaigns</h3>
      <DataLines>
        {campaigns.map((other) => (
          <li key={other.enrolment_id}>
            <Icon name="send" size={14} />
            <span>
              {mayRead ? (
                <Link href={`/app/email-campaign/${other.campaign_id}/overview/analytics`}>{other.campaign_name}</Link>
              ) : (
                other.campaign_name
              )}
              , {leadStatusWords[other.status]}
            </span>
          </li>
        ))}
      </DataLines>
    </>
  );
}
