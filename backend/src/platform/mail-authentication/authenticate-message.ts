import ipaddr from 'ipaddr.js';
import { isAbsent, textsOf, tolerantLookUp, type LookUp } from '../dns-reputation/look-up';
import { judgeAlignment } from './dmarc-alignment';
import { findDmarc, type DmarcFound } from './dmarc-record';
import { domainOfAddress, returnPathOf } from './return-path';
import { heloName, strictSpfLookUp } from './strict-spf';

/** One server that a message passed, in the order in which it did. `seconds`: how long after the one before. */
export interface Hop {
  from: string;
  by: string;
  ip: string | null;
  at: string | null;
  seconds: number | null;
  /** The protocol of RFC 3848 that ends in S or SA is one over TLS. */
  isEncrypted: boolean;
}

export interface MessageAuthentication {
  ip: string | null;
  sender: string;
  spf: { result: string; domain: string | null; record: string | null; text: string };
  dkim: { result: string; domain: string | null; selector: string | null; isAligned: boolean; text: string }[];
  dmarc: {
    result: string;
    domain: string | null;
    policy: string | null;
    record: string | null;
    isSpfAligned: boolean;
    isDkimAligned: boolean;
    text: string;
  };
  arc: string;
  bimi: { result: string; location: string | null };
  /** The id of the MTA-STS policy that the domain of the sender publishes for its own mail, or null. */
  mtaSts: string | null;
  /** Whether the last hop to the receiver's provider was encrypted; null where its line does not say. */
  isEncrypted: boolean | null;
}

/** Ranges that are of a machine or a network inside one house; every other address is on the way between two. */
const innerRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified']);
const isOuter = (address: string): boolean =>
  ipaddr.isValid(address) && !innerRanges.has(ipaddr.process(address).range());
const mostText = 400;

/** The servers a message passed: its Received lines from the last to the first (RFC 5321, 4.4). */
export function readRoute(headers: string): Hop[] {
  const lines = headers
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => /^received:/i.test(line))
    .slice(0, 50)
    .reverse();
  let before: number | null = null;
  return lines.map((line) => {
    const at = Date.parse(line.slice(line.lastIndexOf(';') + 1).trim());
    const seconds = Number.isNaN(at) || before === null ? null : Math.round((at - before) / 1_000);
    if (!Number.isNaN(at)) before = at;
    return {
      from: (/\bfrom\s+([^\s;]+)/i.exec(line)?.[1] ?? '').slice(0, 255),
      by: (/\bby\s+([^\s;]+)/i.exec(line)?.[1] ?? '').slice(0, 255),
      ip: /\[(?:IPv6:)?([0-9a-f.:]{3,45})\]/i.exec(line)?.[1] ?? null,
      at: Number.isNaN(at) ? null : new Date(at).toISOString(),
      seconds,
      isEncrypted: /\bwith\s+(?:utf8)?(?:e?smtp|lmtp)sa?\b/i.test(line) || /\b(?:version=)?TLS_?v?1/i.test(line),
    };
  });
}

/** The hop by which a message came to the receiver's provider: the last one from an address outside its own network. */
const entryOf = (route: readonly Hop[]): Hop | null =>
  route.toReversed().find(({ ip }) => ip !== null && isOuter(ip)) ?? null;

/**
 * Evaluates SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489), ARC (RFC 8617) and BIMI on the bytes of a message as it lies in a mailbox:
 * for the address that handed it over, read from its Received lines, and the sender in Return-Path.
 */
export async function authenticateMessage(raw: Buffer, given: LookUp): Promise<MessageAuthentication> {
  // Loaded with the first message: a process that evaluates none does not carry the library.
  const { authenticate } = await import('mailauth');
  const lookUp = tolerantLookUp(given);
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.subarray(0, end < 0 ? raw.length : end).toString('utf8');
  const entry = entryOf(readRoute(headers));
  const sender = returnPathOf(headers);
  const resolve = entry?.ip ? strictSpfLookUp(lookUp, entry.ip) : lookUp;
  const result = await authenticate(raw, {
    ...(entry?.ip ? { ip: entry.ip, helo: heloName(entry.from) } : {}),
    sender,
    mta: 'skein',
    resolver: (name, type) => resolve(name, type as 'TXT') as Promise<string[] | string[][]>,
  });
  const { spf, dkim, dmarc, arc, bimi } = result;
  // The library begins its comments with the name of the server that judges.
  const cut = (text: string | undefined | null) => (text ?? '').replace(/^skein: /, '').slice(0, mostText);
  const from = dkim.headerFrom?.[0]?.split('@')[1];
  const alignment = dmarc
    ? judgeAlignment(dmarc, {
        from,
        signers: dkim.results.flatMap((each) => (each.status.result === 'pass' && each.signingDomain) || []),
        spfDomain: (spf && spf.status.result === 'pass' && spf.domain) || null,
      })
    : null;
  const broken = dmarc && dmarc.rr ? null : await brokenPolicyOf(from, lookUp);
  const isStrict = Boolean(dmarc && dmarc.alignment?.dkim?.strict);
  const domain = domainOfAddress(sender) || domainOfAddress(dkim.headerFrom?.[0] ?? '');
  return {
    ip: entry?.ip ?? null,
    sender,
    spf: {
      result: spf ? spf.status.result : 'none',
      domain: (spf && spf.domain) || null,
      record: (spf && spf.rr) || null,
      text: cut(spf ? spf.status.comment : 'No address of the sending server is in the headers.'),
    },
    dkim: dkim.results.slice(0, 10).map((each) => ({
      result: each.status.result,
      domain: each.signingDomain ?? null,
      selector: each.selector ?? null,
      isAligned:
        Boolean(each.status.aligned) && (!isStrict || each.signingDomain?.toLowerCase() === from?.toLowerCase()),
      text: cut(each.status.comment) || (each.status.result === 'pass' ? 'The signature is valid.' : ''),
    })),
    dmarc: {
      result: alignment ? alignment.result : 'none',
      domain: (dmarc && dmarc.domain) || null,
      policy: (dmarc && (dmarc.policy ?? dmarc.p)) || null,
      record: (dmarc && dmarc.rr) || (broken?.record ?? null),
      isSpfAligned: alignment?.spf ?? false,
      isDkimAligned: alignment?.dkim ?? false,
      text: cut(broken ? broken.text : dmarc ? dmarc.status.comment : 'No DMARC record.'),
    },
    arc: (arc && arc.status?.result) || 'none',
    bimi: {
      result: (bimi && bimi.status?.result) || 'none',
      location: (bimi && bimi.location?.slice(0, 500)) || null,
    },
    mtaSts: domain ? await policyIdOf(domain, lookUp) : null,
    isEncrypted: entry ? entry.isEncrypted : null,
  };
}

/** A record that receivers pass over: it was meant to be one, and a new one beside it or in its place could be weaker. */
async function brokenPolicyOf(
  domain: string | undefined,
  lookUp: LookUp,
): Promise<Extract<DmarcFound, { kind: 'broken' }> | null> {
  if (!domain) return null;
  try {
    const found = await findDmarc(domain, async (name) =>
      textsOf(
        await lookUp(name, 'TXT').catch((error: unknown) => {
          if (isAbsent(error)) return [];
          throw error;
        }),
      ),
    );
    return found.kind === 'broken' ? found : null;
  } catch {
    return null;
  }
}

/** RFC 8461, 3.1. */
async function policyIdOf(domain: string, lookUp: LookUp): Promise<string | null> {
  try {
    const record = textsOf(await lookUp(`_mta-sts.${domain}`, 'TXT')).find((text) => text.startsWith('v=STSv1'));
    return /\bid=([a-zA-Z0-9]{1,32})/.exec(record ?? '')?.[1] ?? null;
  } catch {
    return null;
  }
}
