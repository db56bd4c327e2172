import { getDomain } from 'tldts';

/** The texts at a name, none where there is no such record. Throws when DNS did not answer. */
export type TextsAt = (name: string) => Promise<string[]>;

type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** What receivers find for a domain. `domain` is where it is published: the domain itself, or the organizational one above it. */
export type DmarcFound =
  | { kind: 'none' }
  | { kind: 'policy'; domain: string; record: string; policy: DmarcPolicy; isInherited: boolean }
  | { kind: 'broken'; domain: string; record: string; text: string; repaired: string | null };

/** The domain that was registered: one label below a public suffix, which `co.uk` is (RFC 7489, 3.2). */
const organizationalDomain = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain;

const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text);
/** Meant as a record, though receivers take it for none. */
const meansDmarc = (text: string): boolean => /^v[=:]dmarc/i.test(text.replace(/[\s"\\]+/g, ''));

/** Looks the policy of a domain up as receivers do (RFC 7489, 6.6.3). Throws when DNS did not answer. */
export async function findDmarc(domain: string, textsAt: TextsAt): Promise<DmarcFound> {
  const own = domain.toLowerCase().replace(/\.$/, '');
  let unread: DmarcFound | null = null;
  for (const name of new Set([own, organizationalDomain(own)])) {
    const texts = (await textsAt(`_dmarc.${name}`)).map((text) => text.trim());
    const records = texts.filter(isDmarc);
    if (records.length > 1)
      return {
        kind: 'broken',
        domain: name,
        record: records.join(' | '),
        text: 'More than one DMARC record: receivers then use none of them (RFC 7489, 6.6.3). Keep one.',
        repaired: null,
      };
    const [record] = records;
    if (record !== undefined) return readRecord(name, record, name !== own);
    const meant = texts.find(meansDmarc);
    if (meant !== undefined)
      unread ??= {
        kind: 'broken',
        domain: name,
        record: meant,
        text: 'Receivers do not read this record: it must begin with v=DMARC1; and separate its parts by semicolons.',
        repaired: repaired(meant),
      };
  }
  return unread ?? { kind: 'none' };
}

const isPolicy = (text: string | undefined): text is DmarcPolicy => /^(?:none|quarantine|reject)$/.test(text ?? '');

function readRecord(domain: string, record: string, isInherited: boolean): DmarcFound {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    const [name = '', ...value] = part.split('=');
    const tag = name.trim().toLowerCase();
    if (!tags.has(tag)) tags.set(tag, value.join('=').trim());
  }
  const own = tags.get('p')?.toLowerCase();
  const below = tags.get('sp')?.toLowerCase();
  const policy = isInherited && isPolicy(below) ? below : own;
  if (isPolicy(policy) && isPolicy(own)) return { kind: 'policy', domain, record, policy, isInherited };
  return { kind: 'broken', domain, record, text: 'The record has no policy (p=).', repaired: repaired(record) };
}

/** The record as it was most likely meant. A policy that can be read in it is never weakened. */
function repaired(record: string): string {
  const words = record
    .replace(/["\\]/g, '')
    .split('=')
    .map((word) => word.trim())
    .join('=')
    .split(/[;\s]+/);
  const policy = words.map((word) => /^p[=:](none|quarantine|reject)$/i.exec(word)?.[1]).find(Boolean) ?? 'none';
  const rest = words.filter((word) => /^(?!p=|v=)[a-z]+=./i.test(word));
  return ['v=DMARC1', `p=${policy.toLowerCase()}`, ...rest].join('; ');
}

export interface DmarcVerdict {
  verdict: 'pass' | 'warn' | 'fail';
  record: string | null;
  text: string;
  /** The record that puts it right, and where it goes; null where there is nothing to paste. */
  paste: { name: string; value: string } | null;
}

/** What to say of a domain's policy. A new record begins by watching only; one that is there keeps its strictness. */
export function judgeDmarc(domain: string, found: DmarcFound): DmarcVerdict {
  if (found.kind === 'none')
    return {
      verdict: 'fail',
      record: null,
      text: 'No DMARC record. Gmail and Yahoo require one from bulk senders: publish _dmarc with v=DMARC1; p=none at least.',
      paste: { name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` },
    };
  const { record, text = '' } = { text: '', ...found };
  const name = `_dmarc.${found.domain}`;
  if (found.kind === 'broken')
    return {
      verdict: 'fail',
      record,
      text,
      paste: found.repaired === null ? null : { name, value: found.repaired },
    };
  const from = found.isInherited ? `, from ${found.domain}` : '';
  if (found.policy !== 'none') return { verdict: 'pass', record, text: `Policy ${found.policy}${from}.`, paste: null };
  const tag = found.isInherited && /(?:^|;)\s*sp\s*=/i.test(record) ? 'sp' : 'p';
  return {
    verdict: 'warn',
    record,
    text: `${tag}=none${from} only watches; move to ${tag}=quarantine once reports are clean.`,
    paste: {
      name,
      value: record.replace(new RegExp(`(^|;)(\\s*)${tag}\\s*=\\s*none`, 'i'), `$1$2${tag}=quarantine`),
    },
  };
}
