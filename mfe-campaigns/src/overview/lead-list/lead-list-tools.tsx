import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import type { useListChoice } from '@skein/mfe/lists/list-choice';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { Button } from '@skein/ui/button';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { editAddress } from '../../campaign-address';
import { VerifyButton } from '../../verification/verify-dialog';
import { ExportLeads } from './export-leads';
import type { LeadFilterQuery, LeadTab } from './lead-address';
import type { LeadColumns } from './lead-columns';

/** The end of the filters: leads to add, to verify and to export, saved views, and the columns. */
export function LeadListTools({
  campaign,
  filter,
  hasLeads,
  columns,
  choice,
}: {
  campaign: CampaignView;
  filter: LeadFilterQuery & { tab: LeadTab };
  hasLeads: boolean;
  columns: LeadColumns;
  choice: ReturnType<typeof useListChoice>;
}) {
  const access = useAccess();
  return (
    <>
      {access.may('lead.write') && campaign.parent_campaign_id === null && (
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
      {hasLeads && access.may('lead.export') && <ExportLeads campaign={campaign} filter={filter} />}
      <SavedViews list="campaign-leads" />
      <ColumnChooser columns={columns} view={choice.view} onViewChange={choice.setView} />
    </>
  );
}
