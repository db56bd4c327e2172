import { useState } from 'react';
import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { VerificationSelection } from '@skein/contracts/main/verification.contract';
import type { OpenLeadDialog } from './lead-menus';

export type OpenedOverLeads = ReturnType<typeof useOpenedOverLeads>;

/** What is open over the lead list: a dialog about some leads, why one of them waits, its messages, or a verification. */
export function useOpenedOverLeads() {
  const [dialog, openDialog] = useState<OpenLeadDialog | null>(null);
  const [verification, openVerification] = useState<VerificationSelection | null>(null);
  const [why, openWhy] = useState<CampaignLeadRow | null>(null);
  const [history, openHistory] = useState<CampaignLeadRow | null>(null);
  return { dialog, openDialog, verification, openVerification, why, openWhy, history, openHistory };
}
