import { z } from 'zod';
import type { AskServer } from '#platform/http/ask-server';
import { isGood, vendorRequests, wordsOf, type VendorAnswer } from './vendor-request';
import { VendorError, type Contact, type DnsRecord, type DomainAnswer, type Registrar } from './vendors';

export interface NameComOptions {
  ask: AskServer;
  username: string;
  token: string;
  baseUrl?: string;
}

const vendor = 'Name.com';
/** The API takes at most so many names in one check. */
const mostNames = 50;
const found = z.object({
  results: z
    .array(
      z.object({
        domainName: z.string(),
        purchasable: z.boolean().optional(),
        premium: z.boolean().optional(),
        purchasePrice: z.number().nonnegative().optional(),
        purchaseType: z.string().optional(),
        reason: z.string().optional(),
      }),
    )
    .default([]),
});
const domain = z.object({ domainName: z.string(), expireDate: z.string() });
const registered = z.object({ domain });
const recordList = z.object({
  records: z
    .array(
      z.object({
        id: z.number(),
        host: z.string().default(''),
        type: z.string(),
        answer: z.string(),
        priority: z.number().nullish(),
      }),
    )
    .default([]),
});
const forwardingList = z.object({
  urlForwarding: z.array(z.object({ host: z.string(), forwardsTo: z.string() })).default([]),
});

/**
 * Name.com by its published Core API v1: chosen because a registration names the registrant of each domain (others
 * register everything to the account's own address) and takes `X-Idempotency-Key`, and because DNS and URL forwarding
 * are part of the same API.
 */
export function createNameCom({ ask, username, token, baseUrl = 'https://api.name.com' }: NameComOptions): Registrar {
  const send = vendorRequests({ name: vendor, ask, baseUrl: `${baseUrl}/core/v1`, user: username, secret: token });
  const path = (name: string) => `/domains/${encodeURIComponent(name)}`;
  return {
    name: vendor,
    async check(names) {
      const answers: DomainAnswer[] = [];
      for (let at = 0; at < names.length; at += mostNames) {
        const part = names.slice(at, at + mostNames);
        const answer = await send('POST', '/domains:checkAvailability', {
          body: { domainNames: part, purchaseType: 'registration' },
        });
        // 422: no ending of the batch is sold there.
        const results = isGood(answer) ? read(found, answer).results : [];
        for (const name of part) answers.push(answerOf(name, results));
      }
      return answers;
    },
    async find(name) {
      const answer = await send('GET', path(name));
      if (answer.status === 404) return null;
      return { expiresAt: new Date(read(domain, must(answer)).expireDate) };
    },
    async register({ name, contact, mostCents, key }) {
      const answer = await send('POST', '/domains', {
        headers: { 'x-idempotency-key': key },
        body: registrationOf(name, contact, mostCents),
      });
      return { expiresAt: new Date(read(registered, must(answer)).domain.expireDate) };
    },
    async renew(name, key) {
      const answer = await send('POST', `${path(name)}:renew`, {
        headers: { 'x-idempotency-key': key },
        body: { years: 1 },
      });
      return { expiresAt: new Date(read(registered, must(answer)).domain.expireDate) };
    },
    async setAutoRenew(name, isOn) {
      must(await send('PATCH', path(name), { body: { autorenewEnabled: isOn } }));
    },
    async publish(name, wanted) {
      const present = read(recordList, must(await send('GET', `${path(name)}/records?perPage=500`))).records.map(
        (record) => ({ ...record, host: record.host === '@' ? '' : record.host }),
      );
      const { obsolete, missing } = compareRecords(present, wanted);
      for (const { id } of obsolete) must(await send('DELETE', `${path(name)}/records/${id}`));
      for (const want of missing)
        must(
          await send('POST', `${path(name)}/records`, {
            body: {
              host: want.host,
              type: want.type,
              answer: want.value,
              ttl: 300,
              ...(want.priority === null ? {} : { priority: want.priority }),
            },
          }),
        );
    },
    async forward(name, to) {
      const target = `https://${to}`;
      const present = read(forwardingList, must(await send('GET', `${path(name)}/url/forwarding`))).urlForwarding;
      for (const host of [name, `www.${name}`]) {
        const known = present.find((one) => one.host === host);
        if (known?.forwardsTo === target) continue;
        const body = { host, forwardsTo: target, type: 'redirect' };
        must(
          known
            ? await send('PUT', `${path(name)}/url/forwarding/${encodeURIComponent(host)}`, { body })
            : await send('POST', `${path(name)}/url/forwarding`, { body }),
        );
      }
    },
  };
}

const plain = (text: string) => text.replace(/\.$/, '').toLowerCase();

type PresentRecord = z.output<typeof recordList>['records'][number];

const isSame = (record: PresentRecord, want: DnsRecord) =>
  record.type === want.type &&
  record.host === want.host &&
  plain(record.answer) === plain(want.value) &&
  (want.priority === null || record.priority === want.priority);

/** A second copy is as wrong as another value: two SPF records are an error for receivers (RFC 7208, 4.5). */
function compareRecords(present: readonly PresentRecord[], wanted: readonly DnsRecord[]) {
  const kept = new Set(wanted.map((want) => present.find((record) => isSame(record, want))?.id));
  return {
    obsolete: present.filter(
      (record) => !kept.has(record.id) && wanted.some((want) => replaces(want, record) || isSame(record, want)),
    ),
    missing: wanted.filter((want) => !present.some((record) => isSame(record, want))),
  };
}

/**
 * One SPF record, one CNAME, one DMARC record: another of the kind at the same host would contradict it. Other TXT
 * records are none of ours.
 */
function replaces(want: DnsRecord, record: { host: string; type: string; answer: string }): boolean {
  if (record.type !== want.type || record.host !== want.host) return false;
  if (want.kind === 'SPF') return /^v=spf1\b/i.test(record.answer);
  if (want.kind === 'DMARC') return /^v=dmarc1\b/i.test(record.answer);
  return want.kind !== 'VERIFICATION';
}

function answerOf(name: string, results: z.output<typeof found>['results']): DomainAnswer {
  const known = results.find((result) => result.domainName.toLowerCase() === name);
  if (!known) return { name, state: 'UNKNOWN', costCents: null, reason: `${vendor} does not sell this ending.` };
  const costCents = known.purchasePrice === undefined ? null : Math.round(known.purchasePrice * 100);
  // Listings of resellers and expiring names are other people's.
  if (!known.purchasable || (known.purchaseType !== undefined && known.purchaseType !== 'registration'))
    return { name, state: 'TAKEN', costCents: null, reason: known.reason ?? null };
  return { name, state: known.premium ? 'PREMIUM' : 'AVAILABLE', costCents, reason: null };
}

const contactOf = (contact: Contact) => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  ...(contact.company ? { companyName: contact.company } : {}),
  address1: contact.address,
  ...(contact.address2 ? { address2: contact.address2 } : {}),
  city: contact.city,
  ...(contact.state ? { state: contact.state } : {}),
  zip: contact.postalCode,
  country: contact.country,
  phone: contact.phone.replace(/[^\d+.]/g, ''),
  email: contact.email,
});

function registrationOf(name: string, contact: Contact, mostCents: number) {
  const person = contactOf(contact);
  return {
    domain: {
      domainName: name,
      autorenewEnabled: false,
      privacyEnabled: true,
      contacts: { registrant: person, admin: person, tech: person, billing: person },
    },
    years: 1,
    purchasePrice: mostCents / 100,
    purchaseType: 'registration',
  };
}

/** @throws VendorError what the registrar refuses is final: the name, the registrant or the price has to change */
function must(answer: VendorAnswer): VendorAnswer {
  if (isGood(answer)) return answer;
  const reply = wordsOf(answer.body);
  const isTaken = answer.status === 409 || /not available|already registered|unavailable/i.test(reply ?? '');
  throw new VendorError(
    isTaken ? 'The domain was registered by someone else.' : `${vendor} refused the request (${answer.status}).`,
    true,
    { reply, isTaken },
  );
}

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw new VendorError(`${vendor}’s answer could not be read.`, false);
  return parsed.data;
}
