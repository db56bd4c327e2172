import {
  alternativeWords,
  domainEndings,
  findOffer,
  isRestrictedSenderName,
  localPartOf,
  mailboxPatterns,
  type MailboxPattern,
  type Offer,
} from '@skein/contracts/smart-senders/offers';
import type { FoundDomain } from '@skein/contracts/smart-senders/purchase-views';
import { SkeinError, invalidField } from '#platform/http/skein-error';
import { findHeldDomains } from './ordered-domains.store';
import type { PurchaseDeps } from './purchases.deps';
import { VendorError, type DomainAnswer } from './vendors/vendors';

const mostAnswers = 24;

/** The names that are looked at for what somebody typed: it itself under each ending, then alternatives of it. Pure. */
function namesFor(typed: string, endings: readonly string[]): string[] {
  const plain =
    typed
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .split('/')[0] ?? '';
  const [first = '', ...rest] = plain.split('.');
  const label = first
    .replace(/[^a-z0-9-]/g, '')
    .split('-')
    .filter(Boolean)
    .join('-')
    .slice(0, 50);
  if (label === '') return [];
  const wanted = rest.length > 0 && /^[a-z]{2,20}(\.[a-z]{2,20})?$/.test(rest.join('.')) ? [rest.join('.')] : [];
  const all = [...new Set([...wanted, ...endings])];
  const base = all[0] ?? 'com';
  const before = ['get', 'try', 'hello', 'join', 'use'];
  const others = alternativeWords.map((word) => (before.includes(word) ? `${word}${label}` : `${label}${word}`));
  return [...new Set([...all.map((ending) => `${label}.${ending}`), ...others.map((name) => `${name}.${base}`)])]
    .filter((name) => name.split('.')[0]?.length !== undefined && name.length <= 253)
    .slice(0, mostAnswers);
}

/** What of it can be bought at the price of the offer. @throws SkeinError UNAVAILABLE, VALIDATION, UPSTREAM */
export async function searchDomains(
  deps: PurchaseDeps,
  input: { name: string; offer_id: number; endings?: string[] },
): Promise<{ rows: FoundDomain[]; is_sandbox: boolean }> {
  const { registrar } = deps;
  if (!registrar) throw new SkeinError('UNAVAILABLE', 'No registrar is set up on this installation.');
  const offer = findOffer(input.offer_id) as Offer;
  const names = namesFor(input.name, input.endings?.length ? input.endings : domainEndings);
  if (names.length === 0) throw invalidField('name', 'needs letters or digits');
  const held = await deps.db.systemSql((sql) => findHeldDomains(sql, names));
  const answers = await registrar.check(names).catch((error: unknown) => {
    throw error instanceof VendorError ? new SkeinError('UPSTREAM', error.message) : error;
  });
  return {
    rows: answers.map((answer) =>
      foundAtPrice(offer, held.includes(answer.name) ? { ...answer, state: 'TAKEN' } : answer),
    ),
    is_sandbox: deps.isSandbox,
  };
}

/** Every domain of an offer has its price: what costs more at the registrar is not sold here. */
function foundAtPrice(offer: Offer, { name, state, costCents, reason }: DomainAnswer): FoundDomain {
  if (state === 'AVAILABLE' && (costCents === null || costCents <= offer.domain_cents))
    return { name, state, price_cents: offer.domain_cents, reason: null };
  if (state === 'AVAILABLE' || state === 'PREMIUM')
    return { name, state: 'PREMIUM', price_cents: costCents, reason: 'Costs more than this offer includes.' };
  return { name, state, price_cents: null, reason };
}

/** Addresses for people on each domain. A restricted name falls back on another pattern, a repeated one gets a number. Pure. */
export function generateMailboxes(input: {
  offer_id: number;
  domains: string[];
  senders: { first_name: string; last_name: string }[];
  per_domain?: number;
  pattern: MailboxPattern;
}): { name: string; mailboxes: { local_part: string; first_name: string; last_name: string }[] }[] {
  const offer = findOffer(input.offer_id) as Offer;
  const [least, most] = offer.mailboxes;
  const wanted = Math.min(most, Math.max(least, input.per_domain ?? Math.max(least, Math.min(3, most))));
  const people = input.senders.length > 0 ? input.senders : sampleSenders;
  return [...new Set(input.domains)].map((name) => {
    const used = new Set<string>();
    return {
      name,
      mailboxes: Array.from({ length: wanted }, (_, index) => {
        const person = people[index % people.length] as (typeof people)[number];
        const local_part = freeName(input.pattern, person, used);
        used.add(local_part);
        return { local_part, first_name: person.first_name, last_name: person.last_name };
      }),
    };
  });
}

/** Names to begin with where nobody named senders. */
const sampleSenders = [
  { first_name: 'Nora', last_name: 'Whitlock' },
  { first_name: 'Felix', last_name: 'Brandt' },
  { first_name: 'Ines', last_name: 'Moreau' },
  { first_name: 'Amir', last_name: 'Haddad' },
  { first_name: 'Eva', last_name: 'Lindqvist' },
];

function freeName(
  pattern: MailboxPattern,
  person: { first_name: string; last_name: string },
  used: ReadonlySet<string>,
): string {
  const patterns = [pattern, ...mailboxPatterns.filter((each) => each !== pattern)];
  const made = patterns.map((each) => localPartOf(each, person.first_name, person.last_name));
  const isGood = (name: string) => name !== '' && !isRestrictedSenderName(name) && !used.has(name);
  const found = made.find(isGood);
  if (found) return found;
  const base = made.find((name) => name !== '' && !isRestrictedSenderName(name)) ?? 'sender';
  for (let number = 2; ; number += 1) if (isGood(`${base}${number}`)) return `${base}${number}`;
}
