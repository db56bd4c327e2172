import { isProspectAddress, prospectRefusal } from './behaviour';

/** A domain that takes any address, as some companies' servers do. */
const catchAllDomain = 'catchall.test';

/**
 * What the servers of the sandbox's domains answer to RCPT without a login; null takes it. At prospects.test there are the people of
 * the demo: `rejects.…` and names that begin with `no-such` have no mailbox, `full.…` has a full one, `shy.…` is not told, and
 * `greylisted.…` is put off the first time it is asked.
 */
export function answerProbe(address: string, putOff: Set<string>): { code: number; text: string } | null {
  const name = address.toLowerCase();
  const domain = name.slice(name.lastIndexOf('@') + 1);
  if (domain === catchAllDomain) return null;
  if (!isProspectAddress(name)) return { code: 550, text: '5.7.1 Relaying denied; log in first' };
  const reason = prospectRefusal(name);
  if (reason) return { code: 550, text: reason };
  const word = name.split(/[.+@]/)[0];
  if (name.startsWith('no-such')) return { code: 550, text: '5.1.1 The recipient does not exist' };
  if (word === 'full') return { code: 552, text: '5.2.2 The mailbox is full' };
  if (word === 'shy') return { code: 550, text: '5.7.1 Recipients are not told to strangers' };
  if (word === 'greylisted' && !putOff.has(name)) {
    if (putOff.size < 100_000) putOff.add(name);
    return { code: 451, text: '4.7.1 Greylisted, please come back later' };
  }
  return null;
}
