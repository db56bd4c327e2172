import { fullInstant } from '@skein/contracts/instant';
import { knownRefusal } from '@skein/contracts/mail-refusals';
import { noticeKinds, type NoticeKindName } from '@skein/contracts/notice-kinds';
import { recoveredWords, silenceWords } from './recovery-texts';
import { senderCauses, type SenderCauseName } from '@skein/contracts/sender-causes';

interface NoticeWords {
  title: string;
  text: string;
  href: string | null;
}

const whole = new Intl.NumberFormat('en-US');
const counted = (count: number, one: string, many: string) => `${whole.format(count)} ${count === 1 ? one : many}`;
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A server's own words as a sentence: many end without a full stop. */
function saidBy(words: unknown): string {
  const said = text(words).trim();
  return `The server said: ${said}${/[.!?]$/.test(said) ? '' : '.'}`;
}

/** What somebody did to a deployed area. */
function areaTitle({ title, action, to, percent, workspace_id }: Record<string, unknown>): string {
  const area = text(title);
  const version = text(to);
  switch (action) {
    case 'deploy':
      return `${area} ${version} is live`;
    case 'rollback':
      return `${area} was rolled back to ${version}`;
    case 'canary':
      return `${text(percent)} % of workspaces get ${area} ${version}`;
    case 'canary-ended':
      return `The canary of ${area} ended`;
    case 'pin':
      return `Workspace ${text(workspace_id)} is pinned to ${area} ${version}`;
    case 'unpin':
      return `Workspace ${text(workspace_id)} gets the current ${area} again`;
    case 'off':
      return `${area} was switched off`;
    case 'on':
      return `${area} is on again`;
    default:
      return `${area} was removed`;
  }
}

/** That an event starts soon, or is not as it was when the person registered. */
function eventWords(facts: Record<string, unknown>): { title: string; text: string } {
  const title = text(facts['title']);
  if (facts['change'] === 'canceled')
    return {
      title: `${title} was canceled`,
      text: 'Your registration is removed. Choose another date on the events page.',
    };
  if (facts['change'] === 'moved') {
    const at = fullInstant(text(facts['starts_at']), text(facts['time_zone']) || 'UTC');
    return { title: `${title} was moved`, text: `It now starts ${at}. You stay registered.` };
  }
  return {
    title: `${title} starts in ${text(facts['minutes'])} minutes`,
    text: `With ${text(facts['host'])}. Join ${facts['join_url'] ? `at ${text(facts['join_url'])}` : 'from the events page'}.`,
  };
}

/** Of a purchased domain: its DNS fails, or its term ends. */
function purchaseTexts(facts: Record<string, unknown>): { title: string; text: string } {
  const name = text(facts['name']);
  switch (facts['what']) {
    case 'dns':
      return {
        title: `The DNS of ${name} fails`,
        text: `Its ${text(facts['record'])} record is missing or differs. Publish the records again.`,
      };
    case 'expired':
      return {
        title: `${name} has expired`,
        text: `It was not renewed. Its ${counted(number(facts['mailboxes']), 'mailbox', 'mailboxes')} no longer send and are not charged again.`,
      };
    default:
      return {
        title: `${name} expires in ${counted(number(facts['days']), 'day', 'days')}`,
        text: facts['order_id']
          ? 'Pay its renewal to keep the domain and its mailboxes.'
          : 'It is not renewed. Its mailboxes stop sending and receiving when it ends.',
      };
  }
}

const writers: Record<NoticeKindName, (facts: Record<string, unknown>) => NoticeWords> = {
  'mailbox-failing': (facts) => ({
    title: `${text(facts['email'])} cannot send`,
    text: text(facts['reason']) || 'Its mail server refused the connection. It is retried automatically.',
    href: `/app/email-account/${text(facts['mailbox_id'])}/error-state`,
  }),
  'mailbox-unreadable': (facts) => ({
    title: `${text(facts['email'])} cannot be read`,
    text: `${saidBy(facts['reason'])} Until it can be read again, its replies are not seen and its follow-ups wait.`,
    href: `/app/email-account/${text(facts['mailbox_id'])}/overview`,
  }),
  'mailbox-resting': (facts) => {
    const words = text(facts['words']);
    const { label, fix } = senderCauses[facts['cause'] as SenderCauseName] ?? senderCauses.LIMIT;
    return {
      title: `${text(facts['email'])}: ${lowerFirst(label)}`,
      text: `${saidBy(words)} ${knownRefusal(words)?.fix ?? fix}`,
      href: `/app/email-account/${text(facts['mailbox_id'])}/overview`,
    };
  },
  'mailbox-dns': (facts) => ({
    title: `${text(facts['records'])} of ${text(facts['domain'])} failed`,
    text: text(facts['reason']) || 'A record passed before and now fails.',
    href: `/app/email-account/${text(facts['mailbox_id'])}/overview`,
  }),
  'tracking-domain': (facts) => ({
    title: facts['is_lost']
      ? `${text(facts['domain'])} no longer tracks your emails`
      : `${text(facts['domain'])} has a problem`,
    text: `${text(facts['reason'])} ${facts['is_lost'] ? 'Emails use the tracking host of the installation until it is verified again.' : ''}`.trim(),
    href: facts['mailbox_id'] ? `/app/email-account/${text(facts['mailbox_id'])}/management` : '/app/email-accounts',
  }),
  'campaign-paused': (facts) => ({
    title: `${text(facts['name'])} is paused`,
    text: 'The bounce guard stopped it: too many of its emails bounced. Look at the bounces before it continues.',
    href: `/app/email-campaign/${text(facts['campaign_id'])}/overview/analytics`,
  }),
  'import-on-hold': (facts) => ({
    title: `${counted(number(facts['leads']), 'new lead', 'new leads')} of ${text(facts['file_name'])} ${number(facts['leads']) === 1 ? 'is' : 'are'} on hold`,
    text: `${text(facts['reason'])}. The hold ends ${fullInstant(text(facts['until']), text(facts['time_zone']) || 'UTC')}, or when you release it. Follow-ups keep sending.`,
    href: '/app/email-accounts/fleet#responses',
  }),
  'campaign-completed': (facts) => ({
    title: `${text(facts['name'])} is done`,
    text: 'All its leads are done.',
    href: `/app/email-campaign/${text(facts['campaign_id'])}/overview/analytics`,
  }),
  'import-finished': (facts) => {
    const counts = (facts['counts'] ?? {}) as Record<string, unknown>;
    const fresh = number(counts['IMPORTED_NEW']);
    const left = number(facts['rows']) - fresh - number(counts['UPDATED_EXISTING']);
    return {
      title: `${text(facts['file_name'])} is imported`,
      text: `${counted(fresh, 'new lead', 'new leads')}${left > 0 ? `, ${counted(left, 'row was', 'rows were')} left out` : ''}.`,
      href: leads(facts),
    };
  },
  'import-failed': (facts) => ({
    title: `${text(facts['file_name'])} was not imported`,
    text: text(facts['error']) || 'The import stopped. Leads already imported stay.',
    href: leads(facts),
  }),
  'webhook-failing': (facts) => ({
    title: `${text(facts['name'])} does not answer`,
    text: `A delivery failed after 72 hours of retries${facts['status'] ? `; the last answer was ${text(facts['status'])}` : ''}.`,
    href: '/app/settings/webhook',
  }),
  reply: (facts) => ({
    title: `${text(facts['lead']) || 'A lead'} replied`,
    text: facts['campaign'] ? `In ${text(facts['campaign'])}.` : 'Open the conversation to read it.',
    href: `/app/master-inbox/replies/${text(facts['enrolment_id'])}`,
  }),
  'task-due': (facts) => ({
    title: `Task due: ${text(facts['name'])}`,
    text: facts['lead'] ? `For ${text(facts['lead'])}.` : 'Open the task to complete it.',
    href: '/app/leads/tasks',
  }),
  'event-soon': (facts) => ({ ...eventWords(facts), href: '/app/events' }),
  'order-finished': (facts) => ({
    title:
      facts['status'] === 'COMPLETED'
        ? `Order ${text(facts['order_id'])} is complete`
        : `Order ${text(facts['order_id'])} failed`,
    text:
      facts['status'] === 'COMPLETED'
        ? 'Its domains and mailboxes are ready.'
        : 'The rest was not set up. Open it to see why.',
    href: `/app/bulk-email-accounts/${text(facts['order_id'])}/view`,
  }),
  reminder: (facts) => ({
    title: `Reminder: ${text(facts['lead'])}`,
    text: text(facts['message']) || 'The reminder you set for this conversation is due.',
    href: `/app/master-inbox/replies/${text(facts['enrolment_id'])}`,
  }),
  'replies-recovered': (facts) => {
    const { text: found, href } = recoveredWords(facts);
    return { title: `${text(facts['email'])} is read again after ${silenceWords(facts)}`, text: found, href };
  },
  mention: (facts) => ({
    title: `${text(facts['by'])} mentioned you on ${text(facts['lead'])}`,
    text: text(facts['note']) || 'Open the conversation to read the note.',
    href: `/app/master-inbox/replies/${text(facts['enrolment_id'])}`,
  }),
  'trial-ending': (facts) => {
    const left = number(facts['days']);
    const what = facts['subscribed'] === true ? 'subscription' : 'trial';
    return {
      title: left <= 0 ? `Your ${what} has ended` : `Your ${what} ends in ${counted(left, 'day', 'days')}`,
      text:
        left <= 0 ? 'Nothing is sent until a plan runs. Everything is kept.' : 'Campaigns stop sending when it ends.',
      href: '/app/settings/subscription',
    };
  },
  'purchase-attention': (facts) => ({
    ...purchaseTexts(facts),
    href: facts['order_id']
      ? `/app/bulk-email-accounts/${text(facts['order_id'])}/view`
      : '/app/bulk-email-accounts/domains',
  }),
  'area-deployed': (facts) => ({
    title: areaTitle(facts),
    text: `By ${text(facts['by'])}${facts['from'] ? `; it was ${text(facts['from'])} before` : ''}.`,
    href: '/app/operator/areas',
  }),
  'placement-fell': (facts) => ({
    title: `Placement of ${text(facts['email'])} fell to ${text(facts['score'])}%`,
    text: `Run ${text(facts['run'])} of ${text(facts['name'])}. ${text(facts['done'])}`.trim(),
    href: `/app/email-deliverability/smart-inbox/${text(facts['test_id'])}/test/action-steps`,
  }),
  'payment-failed': (facts) => {
    const left = number(facts['days']);
    return {
      title: 'The payment for your plan failed',
      text:
        left <= 1
          ? 'Update your card today. From tomorrow on, no emails are sent.'
          : `Update your card. Everything keeps working for ${counted(left, 'more day', 'more days')}.`,
      href: '/app/settings/subscription',
    };
  },
  'credits-low': (facts) => ({
    title: `${whole.format(number(facts['percent']))} % of your ${text(facts['what'])} credits are used`,
    text: `${whole.format(number(facts['used']))} of ${whole.format(number(facts['quota']))}.`,
    href: '/app/settings/subscription',
  }),
};

const leads = (facts: Record<string, unknown>) =>
  facts['campaign_id'] ? `/app/email-campaign/${text(facts['campaign_id'])}/overview/lead-list` : '/app/leads/all';

/** A notice in words. The facts are data of the workspace and hold what people wrote: they are shown as text only. */
export const describeNotice = (kind: NoticeKindName, facts: Record<string, unknown>) => ({
  ...writers[kind](facts),
  tone: noticeKinds[kind].tone,
});
