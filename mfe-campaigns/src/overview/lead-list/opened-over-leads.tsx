import type { ComponentProps } from 'react';
import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { VerifyDialog } from '../../verification/verify-dialog';
import { WhyLeadDrawer, type ExplainedLead } from '../explain/explain-drawer';
import { HistoryDrawer } from './history-drawer';
import { nameOf } from './lead-columns';
import { LeadListDialog } from './lead-list-dialog';
import type { OpenedOverLeads } from './use-opened-over-leads';

const explainedLead = (row: CampaignLeadRow): ExplainedLead => ({
  enrolmentId: row.enrolment_id,
  leadId: row.lead.id,
  name: nameOf(row),
  email: row.lead.email,
  company: row.lead.company_name,
});

/** The drawers and dialogs over the lead list. */
export function OpenedOverLeads({
  campaign,
  opened,
  onVerifying,
  ...dialog
}: {
  campaign: CampaignView;
  opened: OpenedOverLeads;
  /** A verification of selected leads has begun. */
  onVerifying: () => void;
} & Pick<ComponentProps<typeof LeadListDialog>, 'targets' | 'actions' | 'withSelection'>) {
  return (
    <>
      <WhyLeadDrawer
        campaign={campaign}
        lead={opened.why && explainedLead(opened.why)}
        onClose={() => opened.openWhy(null)}
      />
      <HistoryDrawer campaign={campaign} row={opened.history} onClose={() => opened.openHistory(null)} />
      {opened.verification && (
        <VerifyDialog
          name={campaign.name}
          selection={opened.verification}
          onClose={() => opened.openVerification(null)}
          onStarted={onVerifying}
        />
      )}
      {opened.dialog && <LeadListDialog open={opened.dialog} {...dialog} onClose={() => opened.openDialog(null)} />}
    </>
  );
}
