import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Drawer } from '@skein/ui/drawer';
import { Grow, Row } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useCampaignMailboxes } from '../overview.hooks';
import { AskWhy } from './ask-why';
import { useWhyCampaign, useWhyLead, useWhyMailbox, type Answer } from './explain.hooks';
import { DecisionLine, Explanation } from './explanation';
import { Fixes } from './fixes';

/** The lead that is asked about. */
export interface ExplainedLead {
  enrolmentId: number;
  leadId: number;
  name: string;
  email: string;
  company: string | null;
}

interface Shown {
  campaign: CampaignView;
  answer: Answer;
  title: string;
  open: boolean;
  onClose: () => void;
  lead?: ExplainedLead | undefined;
}

/** The explanation above, what can be done about it below, always in sight. */
function ExplainDrawer({ campaign, answer, title, open, onClose, lead }: Shown) {
  const now = useCampaignNow(10_000);
  const { data: mailboxes } = useCampaignMailboxes(campaign.id, open);
  const { explanation: data, problem } = answer;
  const { timeZone } = useUi();
  return (
    <Drawer
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      {...(data && !problem
        ? {
            footer: (
              <>
                <Fixes campaign={campaign} data={data} {...(lead ? { lead } : {})} />
                <DecisionLine data={data} timeZone={timeZone} />
              </>
            ),
          }
        : {})}
    >
      {problem && <LoadProblem title="The reason could not be loaded." {...problem} />}
      {!data && !problem && <Loading label="Reading the reason" />}
      {data && !problem && (
        <Explanation
          data={data}
          now={now}
          surroundings={{
            timeZone,
            sendingZone: campaign.schedule.timezone,
            mailboxEmail: (id) => mailboxes?.mailboxes.find((mailbox) => mailbox.id === id)?.from_email ?? null,
          }}
          {...(lead ? { lead: <LeadLine lead={lead} /> } : {})}
        />
      )}
      {data && !problem && lead && <AskWhy campaignId={campaign.id} enrolmentId={lead.enrolmentId} />}
    </Drawer>
  );
}

function LeadLine({ lead }: { lead: ExplainedLead }) {
  return (
    <Row $gap={3}>
      <Avatar name={lead.name || lead.email} size="large" />
      <Grow>
        <Text $weight="bold" $truncate>
          {lead.name || lead.email}
        </Text>
        <SubLine title={lead.email}>{[lead.name ? lead.email : null, lead.company].filter(Boolean).join(', ')}</SubLine>
      </Grow>
      <Button size="small" href={`/app/lead/${lead.leadId}/view`}>
        Open lead
      </Button>
    </Row>
  );
}

/** "Why is nothing sent to this lead now?", beside the list it was asked from. */
export function WhyLeadDrawer({
  campaign,
  lead,
  onClose,
}: {
  campaign: CampaignView;
  lead: ExplainedLead | null;
  onClose: () => void;
}) {
  const answer = useWhyLead(campaign.id, lead?.enrolmentId ?? null);
  return (
    <ExplainDrawer
      campaign={campaign}
      answer={answer}
      title="Why is nothing sent to this lead now?"
      open={lead !== null}
      onClose={onClose}
      lead={lead ?? undefined}
    />
  );
}

/** "Why does this campaign send nothing now?" */
export function WhyCampaignDrawer({
  campaign,
  open,
  onClose,
}: {
  campaign: CampaignView;
  open: boolean;
  onClose: () => void;
}) {
  const answer = useWhyCampaign(campaign.id, open);
  return (
    <ExplainDrawer campaign={campaign} answer={answer} title="Why is nothing sent now?" open={open} onClose={onClose} />
  );
}

/** "Why does this mailbox send nothing for this campaign?" */
export function WhyMailboxDrawer({
  campaign,
  mailbox,
  onClose,
}: {
  campaign: CampaignView;
  mailbox: { id: number } | null;
  onClose: () => void;
}) {
  const answer = useWhyMailbox(campaign.id, mailbox?.id ?? null);
  return (
    <ExplainDrawer
      campaign={campaign}
      answer={answer}
      title="Why is this mailbox silent now?"
      open={mailbox !== null}
      onClose={onClose}
    />
  );
}
