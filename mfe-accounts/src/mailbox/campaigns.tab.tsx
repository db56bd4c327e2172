import { CampaignsCard } from './campaigns-card';
import type { TabProps } from './tab-props';
import { WaitingLeads } from './waiting-leads';

/** The campaigns that send from the mailbox, and what waits for it. */
export function CampaignsTab({ mailbox }: TabProps) {
  return (
    <>
      <WaitingLeads mailbox={mailbox} />
      <CampaignsCard mailbox={mailbox} removable />
    </>
  );
}
