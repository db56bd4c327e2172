import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Grow, Row } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import {
  useOverviewExplainCampaignQuery,
  useOverviewExplainLeadQuery,
  useOverviewExplainMailboxQuery,
  useOverviewMailboxesQuery,
} from '../api';
import { AskWhy } from './ask-why';
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

interface Answer {
  data?: ExplanationView | undefined;
  error?: { message?: string | undefined } | undefined;
  refetch: () => unknown;
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
  const { data: mailboxes } = useOverviewMailboxesQuery({ params: { campaignId: campaign.id } }, { skip: !open });
  const { data, error } = answer;
  const { timeZone } = useUi();
  return (
    <Drawer
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      {...(data && !error
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
      {error && (
        <Callout
          tone="danger"
          role="alert"
          title="The reason could not be read."
          actions={
            <Button size="small" onClick={() => void answer.refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      )}
      {!data && !error && <Loading label="Reading the reason" />}
      {data && !error && (
        <Explanation
          data={data}
          now={now}
          surroundings={{
            timeZone,
            mailboxEmail: (id) => mailboxes?.mailboxes.find((mailbox) => mailbox.id === id)?.from_email ?? null,
          }}
          {...(lead ? { lead: <LeadLine lead={lead} /> } : {})}
        />
      )}
      {data && !error && lead && <AskWhy campaignId={campaign.id} enrolmentId={lead.enrolmentId} />}
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

/** The state of the world moves on while the drawer is open. */
const polling = { pollingInterval: 15_000, skipPollingIfUnfocused: true };

/** "Why was this lead not mailed?", beside the list it was asked from. */
export function WhyLeadDrawer({
  campaign,
  lead,
  onClose,
}: {
  campaign: CampaignView;
  lead: ExplainedLead | null;
  onClose: () => void;
}) {
  const { currentData, error, refetch } = useOverviewExplainLeadQuery(
    { params: { campaignId: campaign.id, enrolmentId: lead?.enrolmentId ?? 0 } },
    { skip: lead === null, ...polling },
  );
  return (
    <ExplainDrawer
      campaign={campaign}
      answer={{ data: currentData, error, refetch }}
      title="Why was this lead not emailed?"
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
  const { currentData, error, refetch } = useOverviewExplainCampaignQuery(
    { params: { campaignId: campaign.id } },
    { skip: !open, ...polling },
  );
  return (
    <ExplainDrawer
      campaign={campaign}
      answer={{ data: currentData, error, refetch }}
      title="Why is nothing sent now?"
      open={open}
      onClose={onClose}
    />
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
  const { currentData, error, refetch } = useOverviewExplainMailboxQuery(
    { params: { campaignId: campaign.id, mailboxId: mailbox?.id ?? 0 } },
    { skip: mailbox === null, ...polling },
  );
  return (
    <ExplainDrawer
      campaign={campaign}
      answer={{ data: currentData, error, refetch }}
      title="Why is this mailbox silent now?"
      open={mailbox !== null}
      onClose={onClose}
    />
  );
}
