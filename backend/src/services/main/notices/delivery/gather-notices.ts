import type { NoticeKindName } from '@skein/contracts/notice-kinds';
import { describeNotice } from './describe-notice';
import { recoveredTogether } from './recovery-texts';
import type { UnmailedNotice } from './recipients.store';

interface GatheredWords {
  title: (count: string) => string;
  /** The fact that names what each of them is about. */
  named: 'email' | 'domain' | 'name';
  href: string;
  /** What all of them come to, and where it is seen; without it, a reason that they share. */
  together?: (all: readonly UnmailedNotice['facts'][]) => { text: string; href: string };
}

/** Kinds of which one cause brings many: a provider that refuses every mailbox, a DNS host that is down. */
const words = {
  'mailbox-failing': {
    title: (count) => `${count} mailboxes cannot send`,
    named: 'email',
    href: '/app/email-accounts',
  },
  'mailbox-unreadable': {
    title: (count) => `${count} mailboxes cannot be read`,
    named: 'email',
    href: '/app/email-accounts',
  },
  'mailbox-resting': {
    title: (count) => `${count} mailboxes are resting`,
    named: 'email',
    href: '/app/email-accounts',
  },
  'mailbox-dns': {
    title: (count) => `The DNS of ${count} sending domains failed`,
    named: 'domain',
    href: '/app/email-accounts',
  },
  'tracking-domain': {
    title: (count) => `${count} tracking domains have a problem`,
    named: 'domain',
    href: '/app/email-accounts',
  },
  'replies-recovered': {
    title: (count) => `${count} mailboxes are read again`,
    named: 'email',
    href: '/app/master-inbox',
    together: recoveredTogether,
  },
  'placement-fell': {
    title: (count) => `Placement of ${count} mailboxes fell`,
    named: 'email',
    href: '/app/email-deliverability',
  },
  'campaign-paused': {
    title: (count) => `${count} campaigns are paused`,
    named: 'name',
    href: '/app/email-campaigns/all',
  },
} satisfies Partial<Record<NoticeKindName, GatheredWords>>;

type GatheredKind = keyof typeof words;

/** Kinds that come to a person together when several happen within a short time. */
export const gatheredKinds = Object.keys(words) as GatheredKind[];
export const isGathered = (kind: NoticeKindName): kind is GatheredKind => kind in words;

/** Names that one message lists; it says how many more there are. */
const mostNamed = 20;

/** Several notices of one kind as one message, with what they come to. A reason that all of them give is said once. */
export function describeTogether(
  kind: GatheredKind,
  notices: readonly Pick<UnmailedNotice, 'facts'>[],
): { title: string; text: string; href: string } {
  const { title, named, href, together }: GatheredWords = words[kind];
  const names = [...new Set(notices.map(({ facts }) => String(facts[named])))];
  const more = names.length - mostNamed;
  const listed = `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  const single = notices.map(({ facts }) => describeNotice(kind, facts));
  // The same one several times: its last notice names it.
  const heading = names.length === 1 ? single.at(-1)!.title : title(names.length.toLocaleString('en-US'));
  const sum = together?.(notices.map(({ facts }) => facts));
  if (sum) return { title: heading, text: `${listed} ${sum.text}`, href: sum.href };
  const [reason, ...others] = new Set(single.map((notice) => notice.text));
  return {
    title: heading,
    text: others.length === 0 ? `${listed} ${reason}` : listed,
    href,
  };
}
