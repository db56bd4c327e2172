import type { ClientId } from '@skein/contracts/ids';
import type { AttentionItem, AttentionKind } from '@skein/contracts/analytics/insights.contract';
import type { FailingMailbox } from './attention.store';

/** An item before it is known whether the person snoozed it. */
export type Finding = Omit<AttentionItem, 'snoozed_until'>;

/** What is wrong with one campaign. */
export interface CampaignFinding extends Pick<Finding, 'kind' | 'tone' | 'title' | 'text' | 'action' | 'href'> {
  campaign: { id: number; name: string; clientId: ClientId | null; clientName: string | null };
  /** Replies of UNANSWERED, leads left of LEADS_RUN_OUT, positive replies lost of FEWER_POSITIVE, the rate of BOUNCING. */
  amount: number;
  since: string | null;
}

/** From so many campaigns of one client on, what they have in common is one item. */
const fewestTogether = 3;
const plain = (count: number) => count.toLocaleString('en-US');
export const people = (count: number) => (count === 1 ? '1 lead' : `${plain(count)} leads`);

/** Mailboxes of one domain and client fail for one reason as a rule, and are mended in one place. Pure. */
export function mailboxItem(box: FailingMailbox): Finding {
  const isOne = box.mailboxes === 1;
  const waiting =
    box.waiting > 0
      ? `${people(box.waiting)} ${box.waiting === 1 ? 'waits' : 'wait'} for ${isOne ? 'it' : 'them'}. `
      : '';
  return {
    key: `MAILBOX_FAILING:${box.domain}:${box.client_id ?? 'none'}`,
    kind: 'MAILBOX_FAILING',
    group: 'mailboxes',
    count: box.mailboxes,
    tone: 'danger',
    subject: isOne ? box.from_email : `${plain(box.mailboxes)} mailboxes on ${box.domain}`,
    detail: box.client_name,
    title: 'Cannot sign in',
    text: `${waiting}${box.error ?? ''}`.trim().slice(0, 300),
    action: isOne ? 'Reconnect' : `Reconnect ${plain(box.mailboxes)}`,
    href: isOne
      ? `/app/email-account/${box.id}/overview`
      : `/app/email-accounts?state=failing&client=${box.client_id ?? 'none'}&domain=${encodeURIComponent(box.domain)}`,
    since: box.since?.toISOString() ?? null,
  };
}

const sum = (found: readonly CampaignFinding[]) => found.reduce((total, { amount }) => total + amount, 0);
const names = (found: readonly CampaignFinding[]) =>
  found.length > 3
    ? `${found
        .slice(0, 3)
        .map(({ campaign }) => campaign.name)
        .join(', ')} and ${found.length - 3} more.`
    : `${found.map(({ campaign }) => campaign.name).join(', ')}.`;

/** What several campaigns of a client say together; they come with the worst first. */
const together: Record<
  Exclude<AttentionKind, 'MAILBOX_FAILING'>,
  (found: readonly CampaignFinding[]) => { title: string; text: string }
> = {
  UNANSWERED: (found) => ({
    title: `${plain(sum(found))} positive replies wait longer than 4 h`,
    text: `In ${found.length} campaigns. ${found[0]?.text ?? ''}`,
  }),
  BOUNCING: (found) => ({ title: `${found.length} campaigns bounce too much`, text: names(found) }),
  LEADS_RUN_OUT: (found) => ({
    title: `${found.length} campaigns run out of leads`,
    text: `${sum(found) === 0 ? 'No lead is left' : `${people(sum(found))} left`} to contact in ${names(found)}`,
  }),
  FEWER_POSITIVE: (found) => ({
    title: `Positive replies fell in ${found.length} campaigns`,
    text: `${plain(sum(found))} fewer than in the range before, in ${names(found)}`,
  }),
};

const single = ({ campaign, amount, ...item }: CampaignFinding): Finding => ({
  ...item,
  key: `${item.kind}:campaign-${campaign.id}`,
  group: 'campaigns',
  count: item.kind === 'UNANSWERED' ? amount : 1,
  subject: campaign.name,
  detail: campaign.clientName,
});

function merged(found: readonly CampaignFinding[]): Finding {
  const [worst] = found as [CampaignFinding];
  const { clientId, clientName } = worst.campaign;
  const kind = worst.kind as keyof typeof together;
  const list = `/app/analytics-v2/campaign-performance${clientId === null ? '' : `?client=${clientId}`}`;
  return {
    key: `${kind}:client-${clientId ?? 'none'}`,
    kind,
    group: clientId === null ? 'campaigns' : 'clients',
    count: kind === 'UNANSWERED' ? sum(found) : found.length,
    tone: worst.tone,
    subject: clientName ?? `${found.length} campaigns`,
    detail: clientName === null ? null : `${found.length} campaigns`,
    ...together[kind](found),
    action: kind === 'UNANSWERED' ? `Answer ${plain(sum(found))}` : 'Open campaigns',
    href: kind === 'UNANSWERED' ? worst.href : list,
    since: worst.since,
  };
}

/** One item for what several campaigns of a client have in common, one for each other campaign. Pure. */
export function campaignItems(found: readonly CampaignFinding[]): Finding[] {
  const alike = new Map<string, CampaignFinding[]>();
  for (const finding of found) {
    const key = `${finding.kind} ${finding.campaign.clientId}`;
    alike.set(key, [...(alike.get(key) ?? []), finding]);
  }
  return [...alike.values()].flatMap((group) => (group.length >= fewestTogether ? [merged(group)] : group.map(single)));
}
