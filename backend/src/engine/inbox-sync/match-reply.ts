import { domainOfAddress, isFreeMailDomain } from './free-mail-domains';
import { evidence, headerOf, messageIdsIn, type Evidence, type ParsedMail } from './parsed-mail';
import type { DeliveryReport } from './delivery-report';
import { normaliseSubject } from './normalise-subject';

/** A mail we sent, as the lookup offers it. */
export interface SentCandidate {
  /** Identifies the sent mail to the caller. */
  id: string;
  enrolmentId: string;
  leadEmail: string;
  /** Address of the mailbox that sent it. */
  mailboxEmail: string;
  messageId: string;
  subject: string;
  sentAt: number;
}

/**
 * What the matcher asks of the store. Every answer is bounded to one workspace by the caller, newest first, at most some
 * dozens. Message ids are given with angle brackets and include the ids that providers put in place of ours.
 */
export interface ReplyLookup {
  byMessageIds(ids: readonly string[]): Promise<readonly SentCandidate[]>;
  /** Tokens out of plus addresses and envelope ids. */
  byTokens(tokens: readonly string[]): Promise<readonly SentCandidate[]>;
  byLeadAddress(addresses: readonly string[], since: number): Promise<readonly SentCandidate[]>;
  /** Leads who are known to write from this address too. */
  byAlias(addresses: readonly string[], since: number): Promise<readonly SentCandidate[]>;
  byCompanyDomain(domain: string, since: number): Promise<readonly SentCandidate[]>;
}

export interface MatchContext {
  /** The mailbox the mail arrived in. */
  mailboxEmail: string;
  receivedAt: number;
}

/** How old our last email to somebody may be so that a message without any reference to it is its reply, or a report its bounce. */
const daysWithoutReference = { reply: 90, bounce: 15 };

type MatchBasis = 'references' | 'token' | 'sender_subject' | 'sender' | 'alias';

export type ReplyMatch =
  | {
      kind: 'match';
      by: MatchBasis;
      candidate: SentCandidate;
      /** Written from another address than the lead's: an alias to learn. */ fromOtherAddress: boolean;
      evidence: Evidence[];
    }
  | { kind: 'suggestion'; candidates: SentCandidate[]; evidence: Evidence[] }
  | { kind: 'none'; evidence: Evidence[] };

const DAY = 86_400_000;

/**
 * Finds the mail that a received mail answers. Order: References and In-Reply-To, the reply token, the lead's address with
 * the subject (then, as an answer under a new subject stops the sequence too, the lead's address to the same mailbox), a
 * known alias. Somebody else of the same company is only a suggestion; personal mail domains are no company.
 */
export async function matchReply(mail: ParsedMail, context: MatchContext, lookup: ReplyLookup): Promise<ReplyMatch> {
  const senders = senderAddresses(mail);
  const ids = [...new Set([...mail.inReplyTo, ...[...mail.references].reverse(), ...otherIds(mail)])].slice(0, 60);
  if (ids.length > 0) {
    const found = await lookup.byMessageIds(ids);
    // The id that stands nearest to the answer decides, not the newest mail of the thread.
    const nearest =
      ids
        .map((id) =>
          onlyOne(
            found.filter((candidate) => candidate.messageId === id),
            senders,
          ),
        )
        .find((candidate) => candidate !== undefined) ?? onlyOne(found, senders);
    if (nearest) return match('references', nearest, senders, evidence('cites our mail', nearest.messageId));
  }

  const tokens = replyTokens(mail);
  if (tokens.length > 0) {
    const [candidate] = await lookup.byTokens(tokens);
    if (candidate) return match('token', candidate, senders, evidence('reply token', tokens.join(' ')));
  }

  const since = context.receivedAt - daysWithoutReference.reply * DAY;
  const isBefore = (candidate: SentCandidate): boolean =>
    candidate.sentAt >= since && candidate.sentAt <= context.receivedAt + DAY;
  if (senders.length === 0) return { kind: 'none', evidence: [evidence('no sender', mail.subject)] };
  const bySender = (await lookup.byLeadAddress(senders, since)).filter(isBefore);
  const subject = normaliseSubject(mail.subject);
  const sameSubject = preferMailbox(
    bySender.filter((candidate) => subject !== '' && isSameSubject(subject, normaliseSubject(candidate.subject))),
    context.mailboxEmail,
  );
  if (sameSubject)
    return match(
      'sender_subject',
      sameSubject,
      senders,
      evidence('sender and subject', `${senders[0]}: ${mail.subject}`),
    );
  const sameMailbox = bySender.find(
    (candidate) => candidate.mailboxEmail.toLowerCase() === context.mailboxEmail.toLowerCase(),
  );
  if (sameMailbox)
    return match(
      'sender',
      sameMailbox,
      senders,
      evidence("the lead's address, another subject", `${senders[0]}: ${mail.subject}`),
    );

  const byAlias = preferMailbox((await lookup.byAlias(senders, since)).filter(isBefore), context.mailboxEmail);
  if (byAlias)
    return match('alias', byAlias, senders, evidence('known alias', `${senders[0]} writes for ${byAlias.leadEmail}`));

  const domain = domainOfAddress(senders[0]!);
  if (domain && !isFreeMailDomain(domain)) {
    const colleagues = (await lookup.byCompanyDomain(domain, since)).filter(isBefore);
    if (colleagues.length > 0) {
      const ranked = [...colleagues].sort(
        (a, b) =>
          Number(isSameSubject(subject, normaliseSubject(b.subject))) -
            Number(isSameSubject(subject, normaliseSubject(a.subject))) || b.sentAt - a.sentAt,
      );
      return { kind: 'suggestion', candidates: ranked.slice(0, 5), evidence: [evidence('same company', domain)] };
    }
  }
  return { kind: 'none', evidence: [evidence('unknown sender', senders[0]!)] };
}

/** Finds the mail that a delivery report is about: envelope id, original Message-ID, then the failed recipient and the mailbox. */
export async function matchDeliveryReport(
  mail: ParsedMail,
  report: DeliveryReport,
  context: MatchContext,
  lookup: ReplyLookup,
): Promise<ReplyMatch> {
  if (report.envelopeId) {
    const [candidate] = await lookup.byTokens([report.envelopeId]);
    if (candidate) return match('token', candidate, [], evidence('Original-Envelope-Id', report.envelopeId));
  }
  const ids = [...new Set([...report.originalMessageIds, ...mail.inReplyTo, ...mail.references])].slice(0, 60);
  if (ids.length > 0) {
    const [candidate] = await lookup.byMessageIds(ids);
    if (candidate)
      return match('references', candidate, [], evidence("the returned mail's Message-ID", candidate.messageId));
  }
  const tokens = replyTokens(mail);
  if (tokens.length > 0) {
    const [candidate] = await lookup.byTokens(tokens);
    if (candidate) return match('token', candidate, [], evidence('reply token', tokens.join(' ')));
  }
  const addresses = [
    ...new Set(
      report.recipients
        .flatMap(({ address, originalAddress }) => [originalAddress, address])
        .filter((address): address is string => address !== null),
    ),
  ];
  if (addresses.length === 0) return { kind: 'none', evidence: [evidence('the report names nobody', mail.subject)] };
  const since = context.receivedAt - daysWithoutReference.bounce * DAY;
  const found = (await lookup.byLeadAddress(addresses, since)).filter(
    (candidate) =>
      candidate.sentAt >= since && candidate.mailboxEmail.toLowerCase() === context.mailboxEmail.toLowerCase(),
  );
  return found[0]
    ? match('sender', found[0], [], evidence('the failed recipient', addresses.join(' ')))
    : { kind: 'none', evidence: [evidence('unknown recipient', addresses.join(' '))] };
}

/** A system that gives all its emails one Message-ID makes it an id of several conversations: then only the sender's own is meant. */
function onlyOne(candidates: readonly SentCandidate[], senders: readonly string[]): SentCandidate | undefined {
  const [first] = candidates;
  if (candidates.every(({ leadEmail }) => leadEmail.toLowerCase() === first?.leadEmail.toLowerCase())) return first;
  return candidates.find(({ leadEmail }) => senders.includes(leadEmail.toLowerCase()));
}

function match(by: MatchBasis, candidate: SentCandidate, senders: readonly string[], found: Evidence): ReplyMatch {
  const fromOtherAddress = senders.length > 0 && !senders.includes(candidate.leadEmail.toLowerCase());
  const also =
    fromOtherAddress && by !== 'alias'
      ? [evidence('another address', `${senders[0]} instead of ${candidate.leadEmail}`)]
      : [];
  return { kind: 'match', by, candidate, fromOtherAddress, evidence: [found, ...also] };
}

function preferMailbox(candidates: readonly SentCandidate[], mailbox: string): SentCandidate | undefined {
  return (
    candidates.find((candidate) => candidate.mailboxEmail.toLowerCase() === mailbox.toLowerCase()) ?? candidates[0]
  );
}

function senderAddresses(mail: ParsedMail): string[] {
  const all = [mail.from, ...mail.replyTo]
    .filter((address) => address !== null)
    .map(({ address }) => address)
    .filter((address) => address.includes('@'));
  return [...new Set(all)].slice(0, 10);
}

/** Ids in headers that some programs use instead of the standard ones. */
function otherIds(mail: ParsedMail): string[] {
  return ['x-original-message-id', 'thread-parent', 'x-ms-exchange-parent-message-id', 'original-message-id'].flatMap(
    (name) => messageIdsIn(headerOf(mail, name)),
  );
}

/** What stands behind the plus of an address this mail was delivered to. */
function replyTokens(mail: ParsedMail): string[] {
  const headers = [
    'delivered-to',
    'x-original-to',
    'envelope-to',
    'x-envelope-to',
    'x-delivered-to',
    'x-failed-recipients',
  ].flatMap((name) => mail.headers.get(name) ?? []);
  const addresses = [...mail.to, ...mail.cc].map(({ address }) => address).concat(headers.slice(0, 20));
  return [
    ...new Set(addresses.flatMap((address) => /\+([A-Za-z0-9._-]{6,120})@/.exec(address.slice(0, 400))?.[1] ?? [])),
  ];
}

/** Equal, or one ends with the other: mailing systems put "[EXT]", ticket numbers and the like in front. */
function isSameSubject(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  return (
    left === right ||
    (Math.min(left.length, right.length) >= 8 &&
      (left.endsWith(right) || right.endsWith(left) || left.startsWith(right)))
  );
}
