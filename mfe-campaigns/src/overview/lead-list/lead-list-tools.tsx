import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import type { useListChoice } from '@skein/mfe/lists/list-choice';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { Button } from '@skein/ui/button';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { editAddress } from '../../campaign-address';
import { VerifyButton } from '../../verification/verify-dialog';
import type { LeadColumns } from './lead-columns';

/** The end of the filters: leads to add and to verify, saved views, and the columns. */
export function LeadListTools({
  campaign,
  hasLeads,
  columns,
  choice,
}: {
  campaign: CampaignView;
  hasLeads: boolean;
  columns: LeadColumns;
  choice: ReturnType<typeof useListChoice>;
}) {
  const mayWrite = useAccess().may('lead.write');
  return (
    <>
      {mayWrite && campaign.parent_campaign_id === null && (
        <Button size="small" icon="plus" href={editAddress(campaign, 'import-leads')}>
          Add leads
        </Button>
      )}
      {hasLeads && (
        <VerifyButton
          small
          name={campaign.name}
          selection={{ filter: { campaign_id: campaign.id }, excluded_ids: [] }}
        />
      )}
      <SavedViews list="campaign-leads" />
      <ColumnChooser columns={columns} view={choice.view} onViewChange={choice.setView} />
    </>
  );
}
