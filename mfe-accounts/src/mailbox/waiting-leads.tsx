import { useState } from 'react';
import { useUi } from '@skein/ui/ui-provider';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Drawer } from '@skein/ui/drawer';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { RuleList } from '@skein/ui/rule-list';
import { Loading } from '@skein/ui/skeleton';
import { Heading } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import type { MailboxCampaign } from './campaigns-card';
import { useCampaignsOfMailbox, useWhyMailbox } from './mailbox.hooks';
import type { TabProps } from './tab-props';

function Explanation({ campaign, mailboxId }: { campaign: MailboxCampaign; mailboxId: number }) {
  const { timeZone } = useUi();
  const { data, problem } = useWhyMailbox(campaign.id, mailboxId);
  const reached = (data?.checks ?? []).filter((check) => check.is_met !== null);
  const later = (data?.checks.length ?? 0) - reached.length;
  return (
    <Stack as="section" $gap={2} aria-label={campaign.name}>
      <Heading as="h3" $size={3}>
        {campaign.name}
      </Heading>
      {problem && <LoadProblem title="The reason could not be read." {...problem} />}
      {!data && !problem && <Loading label={`Reading the reason for ${campaign.name}`} />}
      {data && (
        <>
          <span>{data.answer}</span>
          {data.next_eligible_at && <Hint>Resumes {fullInstant(data.next_eligible_at, timeZone)}</Hint>}
          {reached.length > 0 && <RuleList checks={reached} />}
          {later > 0 && (
            <Hint>
              {counted(later, 'more rule')} {later === 1 ? 'comes' : 'come'} after {reached.length > 0 ? 'these' : 'it'}{' '}
              and {later === 1 ? 'was' : 'were'} not reached.
            </Hint>
          )}
          {data.remedies.map((remedy) => (
            <div key={`${remedy.action}-${remedy.text}`}>
              {remedy.text}
              {remedy.detail && <Hint>{remedy.detail}</Hint>}
            </div>
          ))}
        </>
      )}
    </Stack>
  );
}

/** Why the mailbox sends nothing now, campaign by campaign, as the planner decides it. */
function WhyDrawer({ mailbox, onClose }: TabProps & { onClose: () => void }) {
  const { data, problem } = useCampaignsOfMailbox(mailbox.id);
  const concerned = (data?.rows ?? []).filter(
    (row) => row.leads > 0 && (row.status === 'ACTIVE' || row.status === 'PAUSED'),
  );
  const shown = concerned.slice(0, 5);
  return (
    <Drawer open onOpenChange={onClose} title={`Why leads wait for ${mailbox.from_email}`}>
      <Stack $gap={5}>
        {problem && !data && <LoadProblem title="The campaigns could not be read." {...problem} />}
        {!data && !problem && <Loading label="Reading the campaigns" />}
        {data && shown.length === 0 && (
          <span>
            No running campaign has leads at this mailbox. The waiting leads belong to campaigns that have ended.
          </span>
        )}
        {shown.map((campaign) => (
          <Explanation key={campaign.id} campaign={campaign} mailboxId={mailbox.id} />
        ))}
        {concerned.length > shown.length && (
          <Hint>{counted(concerned.length - shown.length, 'more campaign')} with leads here; see their own pages.</Hint>
        )}
      </Stack>
    </Drawer>
  );
}

/** Leads in the middle of a sequence that keep this mailbox, with Why?. */
export function WaitingLeads({ mailbox }: TabProps) {
  const [open, setOpen] = useState(false);
  const leads = mailbox.waiting_leads;
  return (
    <>
      <Callout
        icon="clock"
        title={
          leads === 0
            ? 'No lead waits for this mailbox.'
            : `${counted(leads, 'lead')} ${leads === 1 ? 'waits' : 'wait'} for this mailbox.`
        }
        style={{ background: 'var(--surface)' }}
        {...(leads > 0
          ? {
              actions: (
                <Button size="small" onClick={() => setOpen(true)}>
                  Why?
                </Button>
              ),
            }
          : {})}
      >
        {leads > 0 && 'They are in the middle of a sequence; their next step is sent from here.'}
      </Callout>
      {open && <WhyDrawer mailbox={mailbox} onClose={() => setOpen(false)} />}
    </>
  );
}
