import type { Permission } from './permissions';

export interface NoticeKind {
  label: string;
  /** When it is written, as a sentence. */
  explanation: string;
  tone: 'success' | 'info' | 'warning' | 'danger';
  /** What a person must be allowed to see it. */
  may: Permission;
  /** Whether people of a client get those that are about their own things. */
  forClients: boolean;
  /** What holds until a person chooses. */
  inApp: boolean;
  byMail: boolean;
  /** As by email unless it says otherwise. A push reaches only browsers that a person allowed it in. */
  byPush?: boolean;
}

/** Kinds that only an installation with plans has. */
export const noticesOfPlans: readonly string[] = ['trial-ending', 'payment-failed', 'credits-low'];

/** Kinds for the people who run the installation, whatever their role. */
export const noticesOfOperators: readonly string[] = ['area-deployed'];

/** Every kind of notice. The person's choice of `mailbox-failing` by mail is the specification's notify_on_disconnect. */
export const noticeKinds = {
  reply: {
    label: 'A lead replies',
    explanation: 'You choose below which replies: by category, client and mailbox.',
    tone: 'info',
    may: 'inbox.read',
    forClients: true,
    inApp: true,
    byMail: false,
    byPush: true,
  },
  'mailbox-failing': {
    label: 'A mailbox cannot send',
    explanation: 'Its server refused the login or cannot be reached. Campaigns skip it until it works again.',
    tone: 'danger',
    may: 'mailbox.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'mailbox-unreadable': {
    label: 'A mailbox cannot be read',
    explanation: 'Its inbox is refused or cannot be reached. Its replies are not seen, and its follow-ups wait.',
    tone: 'danger',
    may: 'mailbox.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'mailbox-resting': {
    label: 'A mail server stops sending for a mailbox',
    explanation: 'Its sending limit is reached, or the provider blocks it. The mailbox rests and its leads wait.',
    tone: 'warning',
    may: 'mailbox.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'mailbox-dns': {
    label: 'A domain’s DNS check failed',
    explanation: 'MX, SPF, DKIM or DMARC passed before and now fail.',
    tone: 'warning',
    may: 'mailbox.read',
    forClients: true,
    inApp: true,
    byMail: true,
  },
  'tracking-domain': {
    label: 'A tracking domain stopped working',
    explanation: 'Its CNAME or certificate passed before and now fails.',
    tone: 'warning',
    may: 'mailbox.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'campaign-paused': {
    label: 'The bounce guard paused a campaign',
    explanation: 'Too many of its emails bounced.',
    tone: 'warning',
    may: 'campaign.read',
    forClients: true,
    inApp: true,
    byMail: true,
  },
  'import-on-hold': {
    label: 'New leads of an import are put on hold',
    explanation:
      'Too many of its addresses bounced. Its leads that were not emailed yet wait; follow-ups keep sending.',
    tone: 'warning',
    may: 'mailbox.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'campaign-completed': {
    label: 'A campaign is done',
    explanation: 'All its leads are done.',
    tone: 'success',
    may: 'campaign.read',
    forClients: true,
    inApp: true,
    byMail: false,
  },
  'import-finished': {
    label: 'An import is done',
    explanation: 'With the number of leads imported.',
    tone: 'success',
    may: 'lead.read',
    forClients: true,
    inApp: true,
    byMail: false,
  },
  'import-failed': {
    label: 'An import failed',
    explanation: 'The rest of the file was not imported.',
    tone: 'danger',
    may: 'lead.read',
    forClients: true,
    inApp: true,
    byMail: true,
  },
  'webhook-failing': {
    label: 'A webhook delivery failed',
    explanation: 'Retried for 72 hours without success. At most one notification a day for each webhook.',
    tone: 'warning',
    may: 'webhook.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'task-due': {
    label: 'A task is due',
    explanation: 'Assigned to you or created by you.',
    tone: 'info',
    may: 'lead.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'event-soon': {
    label: 'An event you registered for starts soon or changes',
    explanation: 'One hour before it starts, with the link to join, and when it is moved or canceled.',
    tone: 'info',
    may: 'profile',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'order-finished': {
    label: 'An order is finished',
    explanation: 'Purchased domains and mailboxes are ready, or an order failed.',
    tone: 'info',
    may: 'purchase.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  reminder: {
    label: 'A reminder is due',
    explanation: 'The time of a reminder that you set on a conversation has come.',
    tone: 'info',
    may: 'inbox.read',
    forClients: true,
    inApp: true,
    byMail: true,
  },
  'replies-recovered': {
    label: 'A mailbox is read again',
    explanation: 'After an outage. Counts the replies and bounces that arrived in the meantime, and what they stopped.',
    tone: 'info',
    may: 'inbox.read',
    forClients: true,
    inApp: true,
    byMail: false,
  },
  mention: {
    label: 'You are mentioned in a note',
    explanation: 'A colleague wrote your name in a note of a conversation.',
    tone: 'info',
    may: 'inbox.read',
    forClients: true,
    inApp: true,
    byMail: true,
  },
  'trial-ending': {
    label: 'The trial or the subscription ends',
    explanation: 'Three days before, one day before, and when it has ended.',
    tone: 'warning',
    may: 'profile',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'purchase-attention': {
    label: 'A purchased domain needs attention',
    explanation: 'Its DNS fails, or it expires: 30 days, 7 days and one day before.',
    tone: 'warning',
    may: 'purchase.read',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'placement-fell': {
    label: 'The placement of a mailbox fell',
    explanation: 'A placement test with notifications found a mailbox below its threshold.',
    tone: 'danger',
    may: 'deliverability.read',
    forClients: true,
    inApp: true,
    byMail: true,
  },
  'payment-failed': {
    label: 'A payment for the plan failed',
    explanation: 'On the day it failed, three days later, and on the last day before nothing is sent.',
    tone: 'danger',
    may: 'billing.manage',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'credits-low': {
    label: 'Credits run out',
    explanation: 'At 80 % and at 100 % of the leads or emails of the plan.',
    tone: 'warning',
    may: 'profile',
    forClients: false,
    inApp: true,
    byMail: true,
  },
  'area-deployed': {
    label: 'A deployed area changed',
    explanation: 'Another person deployed, rolled back, pinned, switched off or removed an area of this installation.',
    tone: 'info',
    may: 'profile',
    forClients: false,
    inApp: true,
    byMail: false,
  },
} as const satisfies Record<string, NoticeKind>;

export type NoticeKindName = keyof typeof noticeKinds;

/** Whether a person who chose nothing is notified of a kind by push. */
export function isPushedByDefault(kind: NoticeKindName): boolean {
  const { byPush, byMail }: NoticeKind = noticeKinds[kind];
  return byPush ?? byMail;
}
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKindName, ...NoticeKindName[]];
