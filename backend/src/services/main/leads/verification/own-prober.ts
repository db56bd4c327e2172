import { randomBytes } from 'node:crypto';
import { isDisposableEmailDomain } from 'disposable-email-domains-js';
import { isEmailAddress } from '@skein/contracts/email-address';
import type { Clock } from '#platform/clock/clock';
import { askRecipients, type RecipientAnswer } from '#platform/mail/ask-recipients';
import type { DnsResolver } from '#platform/mail/check-dns';
import type { MailRoute } from '#platform/mail/mail-route';
import { isRoleAddress } from '../lead-rows/role-address';
import { judgeAnswer, type Finding } from './judge-answer';
import type { Verifier } from './verifier';

/** What the prober remembers for all workspaces. */
export interface ProberMemory {
  /** Takes the next turn at a mail server and answers the ms until it comes; null, and no turn, when it would come later than `longest`. */
  takeTurn(server: string, turn: { gap: number; longest: number; now: Date }): Promise<number | null>;
  /** Whether the domain takes any address, when that was found out after `since`. */
  findCatchAll(domain: string, since: Date): Promise<boolean | null>;
  rememberCatchAll(domain: string, isCatchAll: boolean, at: Date): Promise<void>;
}

export interface ProberOptions {
  resolver: DnsResolver;
  memory: ProberMemory;
  clock: Clock;
  /** Where a mail server is reached. @throws when the name leads nowhere that may be asked */
  route(exchange: string): Promise<MailRoute>;
  helloName: string;
  sender: string;
  /** ms between two conversations with the same server, over all processes. */
  gap: number;
  /** ms of silence before a server is given up. */
  patience: number;
}

/** Addresses of one conversation: more look like a harvest to the server. */
const mostAtOnce = 20;
/** A turn that is further away than this, in ms, is for a later run of the job. */
const longestWait = 20_000;
const catchAllFor = 7 * 86_400_000;
const dnsPatience = 5_000;

type Exchanges = { names: string[] } | { finding: Finding };

/** Our own prober: syntax, disposable services, MX records, whether the domain takes anything, then each mailbox over SMTP. */
export function createOwnProber(options: ProberOptions): Verifier {
  const { memory, clock } = options;

  async function verify(
    domain: string,
    emails: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, Finding>> {
    const found = new Map<string, Finding>();
    for (const email of emails)
      if (!isEmailAddress(email)) found.set(email, { result: 'INVALID', reason: 'SYNTAX', detail: null });
    const rest = () => emails.filter((email) => !found.has(email));
    const settle = (finding: Finding) => {
      for (const email of rest()) found.set(email, finding);
      return found;
    };
    if (rest().length === 0) return found;
    if (isDisposableEmailDomain(domain)) return settle({ result: 'DISPOSABLE', reason: 'DISPOSABLE', detail: null });
    const exchanges = await findExchanges(options.resolver, domain);
    if ('finding' in exchanges) return settle(exchanges.finding);
    const isCatchAll = await memory.findCatchAll(domain, new Date(clock.now() - catchAllFor));
    if (isCatchAll) return settle(catchAll);
    for (let isKnown = isCatchAll !== null; rest().length > 0; isKnown = true) {
      const asked = rest().slice(0, mostAtOnce);
      const stranger = isKnown ? null : `no-such-${randomBytes(6).toString('hex')}@${domain}`;
      const answers = await askExchanges(options, exchanges.names, stranger ? [stranger, ...asked] : asked, signal);
      if ('isBusy' in answers) return settle({ result: null, reason: 'TURN', detail: null });
      if ('finding' in answers) return settle(answers.finding);
      const findings = new Map(answers.list.map((answer) => [answer.address, judgeAnswer(answer)]));
      if (stranger) {
        const about = findings.get(stranger) as Finding;
        // Only a clear word is kept: a server that puts everybody off has said nothing yet.
        if (about.result === 'VALID' || about.result === 'INVALID')
          await memory.rememberCatchAll(domain, about.result === 'VALID', new Date(clock.now()));
        if (about.result === 'VALID') return settle(catchAll);
      }
      for (const email of asked) found.set(email, withRole(email, findings.get(email) as Finding));
      // A server that broke off or took too long is not asked for the others right away: they come later, as if their turn had not come.
      if (answers.list.some((answer) => answer.code === null))
        return settle({ result: null, reason: 'TURN', detail: null });
    }
    return found;
  }

  return { name: 'Skein', verify };
}

/** Talks to the first exchange that can be reached, when its turn has come. */
async function askExchanges(
  options: ProberOptions,
  exchanges: readonly string[],
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<{ list: RecipientAnswer[] } | { isBusy: true } | { finding: Finding }> {
  const { memory, clock } = options;
  let trouble: string | null = null;
  for (const exchange of exchanges.slice(0, 3)) {
    let target: MailRoute;
    try {
      target = await options.route(exchange);
    } catch (error) {
      trouble = (error as Error).message.slice(0, 300);
      continue;
    }
    const wait = await memory.takeTurn(target.server, {
      gap: options.gap,
      longest: longestWait,
      now: new Date(clock.now()),
    });
    if (wait === null) return { isBusy: true };
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const list = await askRecipients({
      host: target.host,
      port: target.port,
      helloName: options.helloName,
      sender: options.sender,
      addresses,
      patience: options.patience,
      signal,
    });
    if (list.some((answer) => answer.stage !== 'connect')) return { list };
    trouble = list[0]?.text ?? null;
  }
  return { finding: { result: null, reason: 'NO_ANSWER', detail: trouble } };
}

const catchAll: Finding = { result: 'CATCH_ALL', reason: 'CATCH_ALL', detail: null };
const withRole = (email: string, finding: Finding): Finding =>
  finding.result === 'VALID' && isRoleAddress(email)
    ? { result: 'ROLE', reason: 'ROLE', detail: finding.detail }
    : finding;

/** Mail servers of a domain, best first. A domain without MX is its own server (RFC 5321, 5.1); `.` says that it takes none (RFC 7505). */
async function findExchanges(resolver: DnsResolver, domain: string): Promise<Exchanges> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(Object.assign(new Error('DNS did not answer.'), { code: 'ETIMEOUT' })),
        dnsPatience,
      );
    });
    const records = await Promise.race([resolver.resolveMx(domain), late]);
    const names = [...records]
      .sort((one, other) => one.priority - other.priority)
      .map((record) => record.exchange.replace(/\.$/, '').toLowerCase());
    if (names.length > 0 && names.every((name) => name === ''))
      return {
        finding: { result: 'INVALID', reason: 'NO_MAIL_SERVER', detail: 'The domain says that it takes no email.' },
      };
    return { names: names.length > 0 ? names.filter(Boolean) : [domain] };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === 'ENOTFOUND') return { finding: { result: 'INVALID', reason: 'NO_DOMAIN', detail: null } };
    if (code === 'ENODATA') return { names: [domain] };
    return { finding: { result: null, reason: 'NO_ANSWER', detail: (error as Error).message.slice(0, 300) } };
  } finally {
    clearTimeout(timer);
  }
}
