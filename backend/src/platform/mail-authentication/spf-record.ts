import ipaddr from 'ipaddr.js';
import type { TextsAt } from './dmarc-record';
import { syntaxProblem } from './strict-spf';

/** The look-ups that a record asks for. Each gives none where there is no such record, and throws when DNS did not answer. */
export interface SpfLookUps {
  textsAt: TextsAt;
  mailServersOf?: (name: string) => Promise<string[]>;
  addressesOf?: (name: string) => Promise<string[]>;
}

/** Look-ups and answers without a record that receivers allow (RFC 7208, 4.6.4), and where counting ends. */
const mostLookUps = 10;
const mostVoids = 2;
const mostCounted = 40;
const mostServers = 10;
const longestRecord = 4_000;

export interface SpfReading {
  records: string[];
  /** Look-ups that the record and those it includes ask for, when no term matches before. */
  lookUps: number;
  /** Names that have no such record. */
  voids: string[];
  /** Why receivers treat it as an error. */
  problem: string | null;
  /** What it says of all other servers: `+`, `?`, `~` or `-`; null when it says nothing. */
  otherwise: string | null;
  /** Terms behind the one that decides about all other servers: nobody reads them. */
  unread: string[];
  /** A look-up that was not answered. */
  trouble: string | null;
}

/** Reads the SPF record of a domain with all that it includes. @throws when DNS did not answer for the domain itself */
export async function readSpf(domain: string, ask: SpfLookUps): Promise<SpfReading> {
  const records = await recordsAt(domain, ask);
  const reading: SpfReading = {
    records,
    lookUps: 0,
    voids: [],
    problem: null,
    otherwise: null,
    unread: [],
    trouble: null,
  };
  const [record] = records;
  if (record === undefined) return reading;
  if (records.length > 1)
    return {
      ...reading,
      problem: 'More than one SPF record: receivers treat this as an error (RFC 7208, 4.5). Keep one.',
    };
  await walk({ domain, record, path: [domain], isOuter: true }, reading, ask);
  return reading;
}

const recordsAt = async (name: string, { textsAt }: SpfLookUps): Promise<string[]> =>
  (await textsAt(name)).filter((text) => /^v=spf1(?:\s|$)/i.test(text));

interface Step {
  domain: string;
  record: string;
  /** Domains whose records led here. */
  path: readonly string[];
  /** Whether its last term decides about all other servers: so of the domain's own record and what it redirects to. */
  isOuter: boolean;
}

async function walk(step: Step, reading: SpfReading, ask: SpfLookUps): Promise<void> {
  const wrong = (problem: string) => {
    reading.problem ??= problem;
  };
  const { domain, record } = step;
  const syntax = record.length > longestRecord ? 'The record is too long.' : syntaxProblem(record);
  if (syntax) return wrong(`${syntax}${step.path.length > 1 ? ` (${domain})` : ''}.`.replace(/\.\.$/, '.'));
  let redirect: string | null = null;
  const terms = record.trim().split(/\s+/).slice(1);
  for (const [index, term] of terms.entries()) {
    if (reading.lookUps >= mostCounted) return;
    const [, modifier, value = ''] = /^([a-z][a-z0-9._-]*)=(.*)$/i.exec(term) ?? [];
    if (modifier !== undefined) {
      if (modifier.toLowerCase() === 'redirect') redirect ??= value;
      continue;
    }
    const sign = /^[+?~-]/.exec(term)?.[0] ?? '';
    const name = /^[a-z0-9]+/i.exec(term.slice(sign.length))?.[0] ?? '';
    const behind = term.slice(sign.length + name.length);
    const hasTarget = behind.startsWith(':');
    const target = hasTarget ? behind.slice(1) : behind;
    const mechanism = name.toLowerCase();
    if (mechanism === 'all' && behind === '') {
      if (!step.isOuter) return;
      reading.otherwise = sign || '+';
      reading.unread = terms
        .slice(index + 1)
        .filter((behindAll) => !/^(?:[a-z][a-z0-9._-]*=|[+?~-]?all$)/i.test(behindAll));
      return;
    }
    const problem = await follow({ mechanism, target, hasTarget, term }, step, { reading, ask });
    if (problem !== null) wrong(problem);
  }
  if (redirect === null) return;
  reading.lookUps += 1;
  await enter(redirect, step, { reading, ask, term: `redirect=${redirect}` });
}

interface Term {
  mechanism: string;
  target: string;
  hasTarget: boolean;
  term: string;
}
interface Reader {
  reading: SpfReading;
  ask: SpfLookUps;
}

/** Counts what a term asks for. @returns why receivers cannot read it, or null */
async function follow(
  { mechanism, target, hasTarget, term }: Term,
  step: Step,
  reader: Reader,
): Promise<string | null> {
  const { reading, ask } = reader;
  if (mechanism === 'ip4' || mechanism === 'ip6')
    return isNetwork(mechanism, target) ? null : `${term} names no network.`;
  const isMechanism = ['a', 'mx', 'ptr', 'exists', 'include'].includes(mechanism);
  if (!isMechanism || (!hasTarget && !/^(?:\/\/?\d.*)?$/.test(target)))
    return `“${term.slice(0, 60)}” is no term of SPF.`;
  if ((mechanism === 'include' || mechanism === 'exists') && !hasTarget) return `${mechanism} names no domain.`;
  reading.lookUps += 1;
  const name = (hasTarget ? target : step.domain).replace(/\/\d{1,2}(?:\/\/?\d{1,3})?$|\/\/\d{1,3}$/, '');
  if (mechanism === 'include') {
    await enter(name, { ...step, isOuter: false }, { ...reader, term });
    return null;
  }
  // A macro stands for something else in each email.
  if (name.includes('%{') || mechanism === 'ptr') return null;
  const look = mechanism === 'mx' ? ask.mailServersOf : ask.addressesOf;
  const found = await answered(reading, () => look?.(name));
  if (found?.length === 0) reading.voids.push(term);
  return mechanism === 'mx' && (found?.length ?? 0) > mostServers
    ? `${term} leads to ${found?.length} mail servers; receivers look at ${mostServers}.`
    : null;
}

/** Goes on with the record of another domain. */
async function enter(name: string, step: Step, { reading, ask, term }: Reader & { term: string }): Promise<void> {
  if (name.includes('%{')) return;
  const domain = name.toLowerCase().replace(/\.$/, '');
  if (step.path.includes(domain)) {
    reading.problem ??= `${term} leads back to a record that is being read.`;
    return;
  }
  const records = await answered(reading, () => recordsAt(domain, ask));
  const [record] = records ?? [];
  if (records?.length === 0) reading.voids.push(term);
  if (records && records.length !== 1)
    reading.problem ??= `${term} leads to ${records.length === 0 ? 'no SPF record' : 'more than one SPF record'}: receivers treat this as an error (RFC 7208, 5.2).`;
  else if (record !== undefined)
    await walk({ domain, record, path: [...step.path, domain], isOuter: step.isOuter }, reading, ask);
}

/** The answer, or undefined when there was none; that is noted. */
async function answered<Answer>(
  reading: SpfReading,
  look: () => Promise<Answer> | undefined,
): Promise<Answer | undefined> {
  try {
    return await look();
  } catch (error) {
    reading.trouble ??= (error as { code?: string }).code ?? (error as Error).message;
    return undefined;
  }
}

function isNetwork(mechanism: 'ip4' | 'ip6', text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const reader = mechanism === 'ip4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const isAddress = mechanism === 'ip4' ? ipaddr.IPv4.isValidFourPartDecimal(address) : reader.isValid(address);
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (mechanism === 'ip4' ? 32 : 128));
  return isAddress && isLength && more.length === 0;
}

export interface SpfVerdict {
  verdict: 'pass' | 'warn' | 'fail' | 'unknown';
  record: string | null;
  text: string;
  /** Whether it is put right by another ending. */
  needsEnding: boolean;
}

/** What to say of a domain's record. */
export function judgeSpf({ records, lookUps, voids, problem, otherwise, unread, trouble }: SpfReading): SpfVerdict {
  const record = records.length === 0 ? null : records.join(' | ');
  const say = (verdict: SpfVerdict['verdict'], text: string, needsEnding = false): SpfVerdict => ({
    verdict,
    record,
    text,
    needsEnding,
  });
  if (record === null)
    return say('fail', 'No SPF record. Publish a TXT record that begins with v=spf1 and names your provider.');
  if (lookUps > mostLookUps)
    return say(
      'fail',
      `The record takes ${lookUps >= mostCounted ? `${mostCounted} or more` : lookUps} DNS look-ups, and receivers stop with an error at more than ${mostLookUps} (RFC 7208, 4.6.4). Remove services that no longer send for you.`,
    );
  if (problem !== null) return say('fail', problem);
  if (voids.length > mostVoids)
    return say(
      'fail',
      `${voids.length} look-ups of the record lead to nothing (${voids.slice(0, 5).join(', ')}), and receivers stop with an error at more than ${mostVoids} (RFC 7208, 4.6.4). Remove them.`,
    );
  if (otherwise === '+')
    return say('fail', 'The record lets every server send for you (+all). End it with ~all or -all.', true);
  if (unread.length > 0)
    return say(
      'warn',
      `Receivers stop at “${otherwise}all” and never read what follows it (${unread.slice(0, 5).join(', ').slice(0, 200)}). Move “${otherwise}all” to the end.`,
    );
  if (trouble !== null) return say('unknown', `DNS did not answer (${trouble}). It is looked up again within a day.`);
  if (otherwise !== '~' && otherwise !== '-')
    return say('warn', 'The record does not say what to do with other servers. End it with ~all or -all.', true);
  return say('pass', lookUps === 0 ? 'Published.' : `Published. It takes ${lookUps} of ${mostLookUps} DNS look-ups.`);
}
