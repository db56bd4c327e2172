import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { editAddress } from '../../campaign-address';

/** A campaign without leads: where they come from. */
export function NoLeads({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  if (campaign.parent_campaign_id !== null)
    return (
      <EmptyState
        icon="branch"
        title="No leads yet"
        {...(mayWrite
          ? { actions: <Button href={editAddress(campaign, 'lead-condition')}>View triggers</Button> }
          : {})}
      >
        Leads arrive when a trigger matches, or when you move them here from the parent campaign’s lead list.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="users"
      title="No leads yet"
      {...(mayWrite
        ? {
            actions: (
              <Button variant="primary" href={editAddress(campaign, 'import-leads')}>
                Add leads
              </Button>
            ),
          }
        : {})}
    >
      Import a file, paste rows, or add leads one by one.
    </EmptyState>
  );
}
