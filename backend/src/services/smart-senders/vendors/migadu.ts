import { z } from 'zod';
import type { AskServer } from '#platform/http/ask-server';
import { isGood, vendorRequests, wordsOf, type VendorAnswer } from './vendor-request';
import { VendorError, type DnsRecord, type MailHost } from './vendors';

export interface MigaduOptions {
  ask: AskServer;
  user: string;
  key: string;
  baseUrl?: string;
  servers?: Pick<MailHost, 'smtp' | 'imap'>;
}

const vendor = 'Migadu';
const record = z.object({
  type: z.string(),
  name: z.string(),
  value: z.string(),
  priority: z.number().nullish(),
});
const recordSet = z.object({
  dns_verification: record.nullish(),
  mx_records: z.array(record).min(1),
  spf: record,
  dkim: z.array(record).min(1),
  dmarc: record,
});

/**
 * Migadu by its published admin API: chosen because its mailboxes are plain SMTP and IMAP with a password that we set,
 * so that a mailbox can be made, found again after a crash and connected without a person's consent, and because it
 * prices accounts and not mailboxes.
 */
export function createMigadu({
  ask,
  user,
  key,
  baseUrl = 'https://api.migadu.com',
  servers = {
    smtp: { host: 'smtp.migadu.com', port: 465, portType: 'SSL' },
    imap: { host: 'imap.migadu.com', port: 993, portType: 'SSL' },
  },
}: MigaduOptions): MailHost {
  const send = vendorRequests({ name: vendor, ask, baseUrl: `${baseUrl}/v1`, user, secret: key });
  const path = (name: string) => `/domains/${encodeURIComponent(name)}`;
  const account = (domain: string, localPart: string) => `${path(domain)}/mailboxes/${encodeURIComponent(localPart)}`;
  return {
    name: vendor,
    ...servers,
    async addDomain(name) {
      const known = await send('GET', path(name));
      if (isGood(known)) return;
      must(await send('POST', '/domains', { body: { name, hosted_dns: false, create_default_addresses: false } }));
    },
    async records(name) {
      const answer = must(await send('GET', `${path(name)}/records`));
      const read = recordSet.safeParse(answer.body);
      if (!read.success) throw new VendorError(`${vendor}’s answer could not be read.`, false);
      const { dns_verification: verification, mx_records: mx, spf, dkim, dmarc } = read.data;
      return [
        ...mx.map((each) => recordOf('MX', name, each)),
        recordOf('SPF', name, spf),
        ...dkim.map((each) => recordOf('DKIM', name, each)),
        recordOf('DMARC', name, dmarc),
        ...(verification ? [recordOf('VERIFICATION', name, verification)] : []),
      ];
    },
    async activate(name) {
      const answer = await send('GET', `${path(name)}/activate`);
      // 422: its own look at the DNS does not pass yet.
      if (answer.status === 422) return false;
      must(answer);
      return true;
    },
    async createMailbox({ domain, localPart, name, password }) {
      const answer = await send('POST', `${path(domain)}/mailboxes`, {
        body: { local_part: localPart, name, password },
      });
      if (isGood(answer)) return;
      const reply = wordsOf(answer.body);
      if (answer.status === 409 || /already|taken|exists/i.test(reply ?? ''))
        throw new VendorError(`The vendor already has ${localPart} on ${domain}.`, true, { reply, isTaken: true });
      must(answer);
    },
    async setPassword({ domain, localPart, password }) {
      must(await send('PUT', account(domain, localPart), { body: { password } }));
    },
    async removeMailbox(domain, localPart) {
      const answer = await send('DELETE', account(domain, localPart));
      if (answer.status !== 404) must(answer);
    },
  };
}

/** Names come whole, relative, or as `@`. */
function recordOf(
  kind: DnsRecord['kind'],
  domain: string,
  { type, name, value, priority }: z.output<typeof record>,
): DnsRecord {
  const plain = name.replace(/\.$/, '').toLowerCase();
  const host =
    plain === '@' || plain === domain ? '' : plain.endsWith(`.${domain}`) ? plain.slice(0, -domain.length - 1) : plain;
  const known = type.toUpperCase();
  if (known !== 'MX' && known !== 'TXT' && known !== 'CNAME')
    throw new VendorError(`${vendor} asks for a ${type} record, which is not known here.`, true);
  return {
    kind,
    type: known,
    host,
    value: known === 'TXT' ? value : value.replace(/\.$/, ''),
    priority: known === 'MX' ? (priority ?? 10) : null,
  };
}

/** @throws VendorError */
function must(answer: VendorAnswer): VendorAnswer {
  if (!isGood(answer))
    throw new VendorError(`${vendor} refused the request (${answer.status}).`, true, { reply: wordsOf(answer.body) });
  return answer;
}
