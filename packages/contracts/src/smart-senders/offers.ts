/** Where the mailboxes of an offer are hosted. */
export const mailboxHosts = ['SMTP', 'GOOGLE', 'OUTLOOK'] as const;
export type MailboxHost = (typeof mailboxHosts)[number];

/**
 * Campaign emails that a purchased mailbox sends a day at most, whatever its own limit says, unless the campaign
 * ignores it: more costs a young domain its reputation (docs/domain.md, Purchased mailboxes).
 */
export const purchasedPerDay: Record<MailboxHost, number> = { SMTP: 40, GOOGLE: 30, OUTLOOK: 30 };

export interface Offer {
  id: number;
  vendor: number;
  name: string;
  host: MailboxHost;
  /** Price of a mailbox for a month, and of a domain for a year, in US cents. */
  mailbox_cents: number;
  domain_cents: number;
  /** Mailboxes on each domain, and domains in an order: least and most. */
  mailboxes: readonly [number, number];
  domains: readonly [number, number];
}

/** Six offers of five vendors, in the order in which they are shown (docs/domain.md, Purchased mailboxes). */
export const offers: readonly Offer[] = [
  {
    id: 1,
    vendor: 1,
    name: /* text */ 'Vendor 1',
    host: 'SMTP',
    mailbox_cents: 400,
    domain_cents: 1_500,
    mailboxes: [1, 5],
    domains: [1, 20],
  },
  {
    id: 2,
    vendor: 2,
    name: /* text */ 'Vendor 2',
    host: 'SMTP',
    mailbox_cents: 500,
    domain_cents: 1_600,
    mailboxes: [3, 5],
    domains: [2, 20],
  },
  {
    id: 3,
    vendor: 3,
    name: /* text */ 'Vendor 3',
    host: 'SMTP',
    mailbox_cents: 399,
    domain_cents: 1_900,
    mailboxes: [0, 5],
    domains: [0, 15],
  },
  {
    id: 4,
    vendor: 4,
    name: /* text */ 'Vendor 4',
    host: 'GOOGLE',
    mailbox_cents: 450,
    domain_cents: 1_500,
    mailboxes: [1, 5],
    domains: [1, 20],
  },
  {
    id: 5,
    vendor: 4,
    name: /* text */ 'Vendor 4',
    host: 'OUTLOOK',
    mailbox_cents: 450,
    domain_cents: 1_500,
    mailboxes: [1, 5],
    domains: [1, 20],
  },
  {
    id: 6,
    vendor: 5,
    name: /* text */ 'Vendor 5',
    host: 'SMTP',
    mailbox_cents: 250,
    domain_cents: 1_500,
    mailboxes: [1, 5],
    domains: [1, 20],
  },
];

export const findOffer = (id: number): Offer | null => offers.find((offer) => offer.id === id) ?? null;

/** Names that no purchased mailbox may have: receivers expect a role behind them (docs/domain.md, Validation). */
export const restrictedSenderNames = [
  'webmaster',
  'stats',
  'mail',
  'email',
  'test',
  'office',
  'admin',
  'info',
  'contact',
  'support',
  'hi',
  'hello',
  'billing',
  'team',
  'information',
  'help',
  'postmaster',
  'abuse',
] as const;

export const isRestrictedSenderName = (localPart: string): boolean =>
  (restrictedSenderNames as readonly string[]).includes(localPart.trim().toLowerCase());

/** What an order of so many domains and mailboxes costs, in US cents: domains for their first year, mailboxes for their first month. */
export function priceOf(offer: Offer, domains: number, mailboxes: number) {
  const domainCents = domains * offer.domain_cents;
  const mailboxCents = mailboxes * offer.mailbox_cents;
  return { domain_cents: domainCents, mailbox_cents: mailboxCents, total_cents: domainCents + mailboxCents };
}

/** Endings that are searched unless others are named, and words that alternatives are made of. */
export const domainEndings = ['com', 'net', 'io', 'co', 'group'] as const;
export const alternativeWords = ['get', 'try', 'hello', 'join', 'team', 'use', 'group', 'growth'] as const;

/** How addresses are made from names of people. */
export const mailboxPatterns = ['first.last', 'first', 'flast', 'f.last', 'firstl'] as const;
export type MailboxPattern = (typeof mailboxPatterns)[number];

/** The part of an address before the @ that a name gives; empty when nothing of the name can stand in an address. */
export function localPartOf(pattern: MailboxPattern, firstName: string, lastName: string): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/ß/g, 'ss')
      .replace(/[^a-z0-9]/g, '');
  const first = plain(firstName);
  const last = plain(lastName);
  const made = {
    'first.last': [first, last].filter(Boolean).join('.'),
    first,
    flast: first.slice(0, 1) + last,
    'f.last': [first.slice(0, 1), last].filter(Boolean).join('.'),
    firstl: first + last.slice(0, 1),
  }[pattern];
  return made.slice(0, 64);
}
