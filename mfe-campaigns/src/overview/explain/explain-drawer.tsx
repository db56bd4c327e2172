import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Grow, Row } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useOverviewExplainCampaignQuery, useOverviewExplainLeadQuery, useOverviewMailboxesQuery } from '../api';
import { Explanation } from './explanation';
import { Fixes } from './fixes';

/** The lead that is asked about. */
export interface ExplainedLead { enrolmentId: number; leadId: number; name: string; email: string; company: string | null }

interface Answer { data?: ExplanationView | undefined; error?: { message?: string | undefined } | undefined; refetch: () => unknown }

function Body({ campaign, answer, lead }: { campaign: CampaignView; answer: Answer; lead?: ExplainedLead }) {
  const now = useCampaignNow(10_000);
  const { data: mailboxes } = useOverviewMailboxesQuery({ params: { campaignId: campaign.id } });
  const { data, error } = answer;
  if (error) return <Callout tone="danger" role="alert" title="The reason could not be read." actions={<Button size="small" onClick={() => void answer.refetch()}>Try again</Button>}>{error.message}</Callout>;
  if (!data) return <Loading label="Reading the reason" />;
  return (
    <Explanation data={data} now={now} surroundings={{ timeZone: campaign.schedule.timezone, mailboxEmail: (id) => mailboxes?.mailboxes.find((mailbox) => mailbox.id === id)?.from_email ?? null }}
      {...(lead ? {
        lead: (
          <Row $gap={3}>
            <Avatar name={lead.name || lead.email} size="large" />
            <Grow><Text $weight="bold" $truncate>{lead.name || lead.email}</Text><SubLine>{[lead.name ? lead.email : null, lead.company].filter(Boolean).join(', ')}</SubLine></Grow>
            <Button size="small" href={`/app/lead/${lead.leadId}/view`}>Open lead</Button>
          </Row>
        ),
      } : {})}
      fixes={<Fixes campaign={campaign} data={data} {...(lead ? { lead } : {})} />} />
  );
}

function LeadBody({ campaign, lead }: { campaign: CampaignView; lead: ExplainedLead }) {
  const answer = useOverviewExplainLeadQuery({ params: { campaignId: campaign.id, enrolmentId: lead.enrolmentId } }, { pollingInterval: 15_000, skipPollingIfUnfocused: true });
  return <Body campaign={campaign} answer={answer} lead={lead} />;
}

function CampaignBody({ campaign }: { campaign: CampaignView }) {
  const answer = useOverviewExplainCampaignQuery({ params: { campaignId: campaign.id } }, { pollingInterval: 15_000, skipPollingIfUnfocused: true });
  return <Body campaign={campaign} answer={answer} />;
}

/** "Why was this lead not mailed?", beside the list it was asked from. */
export function WhyLeadDrawer({ campaign, lead, onClose }: { campaign: CampaignView; lead: ExplainedLead | null; onClose: () => void }) {
  return <Drawer open={lead !== null} onOpenChange={(open) => { if (!open) onClose(); }} title="Why was this lead not mailed?">{lead && <LeadBody key={lead.enrolmentId} campaign={campaign} lead={lead} />}</Drawer>;
}

/** "Why does this campaign send nothing now?" */
export function WhyCampaignDrawer({ campaign, open, onClose }: { campaign: CampaignView; open: boolean; onClose: () => void }) {
  return <Drawer open={open} onOpenChange={(isOpen) => { if (!isOpen) onClose(); }} title="Why is nothing sent now?">{open && <CampaignBody campaign={campaign} />}</Drawer>;
}
