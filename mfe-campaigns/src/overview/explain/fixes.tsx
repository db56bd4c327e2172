import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { Menu } from '@skein/ui/menu';
import { Heading, SubLine } from '@skein/ui/text';
import { editAddress, overviewAddress } from '../../campaign-address';
import { useCampaignMailboxes } from '../overview.hooks';
import { useRemedies } from './explain.hooks';

const List = styled.ul`
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    min-height: 40px;
    padding: 6px 0;
    & > :first-child {
      flex: 1;
      min-width: 0;
    }
    & + li {
      border-top: 1px solid var(--border);
    }
  }
`;

interface Concern {
  campaign: CampaignView;
  data: ExplanationView;
  lead?: { enrolmentId: number; leadId: number };
}

const raiseBy = 10;
const formTab = (campaign: CampaignView, tab: string) => editAddress(campaign, tab);

/** Where a remedy is done on another page; null for what is done here. */
function placeOf(action: string, { campaign, data, lead }: Concern): { label: string; href: string } | null {
  const mailboxId = Number(data.binding?.facts['mailbox_id']);
  switch (action) {
    case 'ADD_MAILBOX':
      return { label: 'Choose mailboxes', href: formTab(campaign, 'setup') };
    case 'EDIT_SCHEDULE':
    case 'EDIT_SETTINGS':
      return { label: 'Open setup', href: formTab(campaign, 'setup') };
    case 'EDIT_SEQUENCE':
      return { label: 'Open sequence', href: formTab(campaign, 'sequences') };
    case 'RECONNECT_MAILBOX':
      return mailboxId ? { label: 'Open mailbox', href: `/app/email-account/${mailboxId}/error-state` } : null;
    case 'EDIT_MAILBOX':
      return mailboxId ? { label: 'Open mailbox', href: `/app/email-account/${mailboxId}/management` } : null;
    case 'EDIT_WARMUP':
      return { label: 'Open warmup settings', href: '/app/email-accounts/warmup' };
    case 'OPEN_FLEET':
      return { label: 'Open fleet', href: '/app/email-accounts/fleet#responses' };
    case 'OPEN_BOUNCES':
      return { label: 'Show bounces', href: overviewAddress(campaign, 'lead-list', 'tab=blocked') };
    case 'UPGRADE_PLAN':
      return { label: 'See plans', href: '/app/settings/subscription' };
    case 'OPEN_LEAD':
    case 'FILL_FIELDS':
    case 'REVIEW_IN_DOUBT':
      return lead ? { label: 'Open lead', href: `/app/lead/${lead.leadId}/view` } : null;
    default:
      return null;
  }
}

/** How a campaign that is stopped or archived runs again; null where it may not. */
function startOf({ name, actions }: CampaignView) {
  const allowed = actions.filter((edge) => edge.is_allowed);
  const back = allowed.find((edge) => edge.action === 'UNARCHIVE');
  if (back) return { action: back.action, label: 'Bring back', title: `${name} is out of the archive` };
  const start = allowed.find((edge) => edge.action === 'RESUME' || edge.action === 'START');
  return start ? { action: start.action, label: 'Resume', title: `${name} resumed` } : null;
}

/** What can be done about the binding rule: done here with a button, or on the page where it is done. */
export function Fixes(concern: Concern) {
  const { campaign, data, lead } = concern;
  const access = useAccess();
  const { data: mailboxes } = useCampaignMailboxes(campaign.id);
  const { busy, run, ...remedies } = useRemedies(campaign.id);
  const mailboxId = Number(data.binding?.facts['mailbox_id']) || null;
  const mailbox = mailboxes?.mailboxes.find((other) => other.id === mailboxId);

  const button = (action: string, label: string, title: string, work: () => Promise<unknown>) => (
    <Button size="small" loading={busy === action} onClick={() => void run(action, title, work)}>
      {label}
    </Button>
  );

  const hereOf = (action: string): { text?: string; control: ReactNode } | null => {
    if (action === 'RESUME_LEAD' && lead && access.may('lead.write'))
      return {
        control: button(action, 'Resume', 'Lead resumed', () => remedies.resumeLead(lead.enrolmentId)),
      };
    if (action === 'COMPLETE_TASK' && lead && access.may('lead.write'))
      return {
        control: button(action, 'Mark as done', 'Step done; the sequence continues', () =>
          remedies.completeStep(lead.enrolmentId),
        ),
      };
    if (action === 'START_CAMPAIGN' && access.may('campaign.write')) {
      if (campaign.status === 'DRAFTED')
        return {
          control: (
            <Button size="small" href={formTab(campaign, 'final-review')}>
              Review and start
            </Button>
          ),
        };
      const start = startOf(campaign);
      return start && { control: button(action, start.label, start.title, () => remedies.setStatus(start.action)) };
    }
    if (action === 'RESUME_MAILBOX' && mailboxId && access.may('mailbox.write'))
      return {
        control: button(action, 'Resume mailbox', 'Mailbox resumed', () => remedies.resumeMailbox(mailboxId)),
      };
    if (action === 'RAISE_MAILBOX_CAP' && mailbox && access.may('mailbox.write')) {
      if (mailbox.cap_today < mailbox.message_per_day)
        return {
          text: `End the slow start of ${mailbox.from_email}`,
          control: button(
            action,
            'End it',
            `${mailbox.from_email} can send ${mailbox.message_per_day} emails a day`,
            () => remedies.endSlowStart(mailbox.id),
          ),
        };
      const to = mailbox.message_per_day + raiseBy;
      return {
        text: `Raise the cap of ${mailbox.from_email} to ${to}`,
        control: button(action, 'Raise', `${mailbox.from_email} can send ${to} a day`, () =>
          remedies.setCap(mailbox.id, to),
        ),
      };
    }
    return null;
  };

  const others = mailboxes?.mailboxes.filter((other) => other.id !== mailboxId && other.state === 'CONNECTED') ?? [];
  const canMove =
    lead &&
    access.may('lead.write') &&
    others.length > 0 &&
    (data.binding?.scope === 'MAILBOX' || data.binding?.code === 'MAILBOX_DETACHED');
  const lines = data.remedies.map((remedy) => {
    const here = hereOf(remedy.action);
    const place = here ? null : placeOf(remedy.action, concern);
    return {
      key: remedy.action,
      text: here?.text ?? remedy.text,
      detail: remedy.detail ?? (here?.text ? remedy.text : null),
      control:
        here?.control ??
        (place && (
          <Button size="small" href={place.href}>
            {place.label}
          </Button>
        )),
    };
  });
  if (lines.length === 0 && !canMove) return null;
  return (
    <section>
      <Heading as="h3" $size={3}>
        What you can do
      </Heading>
      <List>
        {lines.map((line) => (
          <li key={line.key}>
            <div>
              {line.text}
              {line.detail && <SubLine>{line.detail}</SubLine>}
            </div>
            {line.control}
          </li>
        ))}
        {canMove && (
          <MoveToMailbox
            others={others.slice(0, 20)}
            isMoving={busy === 'MOVE'}
            onMove={(other) =>
              void run('MOVE', `Moved to ${other.from_email}`, () => remedies.moveLead(lead.enrolmentId, other.id))
            }
          />
        )}
      </List>
    </section>
  );
}

type Sender = NonNullable<ReturnType<typeof useCampaignMailboxes>['data']>['mailboxes'][number];

function MoveToMailbox({
  others,
  isMoving,
  onMove,
}: {
  others: readonly Sender[];
  isMoving: boolean;
  onMove: (other: Sender) => void;
}) {
  return (
    <li>
      <div>
        Move the lead to another mailbox<SubLine>Its next step then starts a new thread</SubLine>
      </div>
      <Menu
        align="end"
        trigger={
          <Button size="small" iconEnd="chevron-down" loading={isMoving}>
            Move
          </Button>
        }
        entries={others.map((other) => ({
          label: other.from_email,
          detail: `${other.sent_today} of ${other.cap_today} today`,
          onSelect: () => onMove(other),
        }))}
      />
    </li>
  );
}
