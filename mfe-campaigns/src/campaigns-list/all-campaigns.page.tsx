import { useAccess } from '@skein/mfe/access';
import { KeptAddress } from '@skein/mfe/lists/kept-address';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { CampaignsHead, newCampaignAddress } from './campaigns-head';
import { CampaignsTable } from './campaigns-table';
import { keepAddress } from './list-address';

/** Every campaign of the workspace: /app/email-campaign/all. */
export function AllCampaignsPage() {
  usePage([{ label: 'Email campaigns', to: '/app/email-campaign/all' }, { label: 'All campaigns' }]);
  return (
    <KeptAddress list="all-campaigns" keep={keepAddress}>
      <CampaignsHead tab="all" />
      <CampaignsTable
        empty={
          <EmptyState
            drawing="letter"
            title="No campaigns yet"
            actions={
              useAccess().may('campaign.write') && (
                <Button icon="plus" href={newCampaignAddress()}>
                  New campaign
                </Button>
              )
            }
          >
            A campaign is a list of leads, a sequence of emails, and the mailboxes that send it. It takes about ten
            minutes to the first launch.
          </EmptyState>
        }
      />
    </KeptAddress>
  );
}
