/** What is known of a mailbox: `before` is of the 14 days before the last 14. */
export interface BurnOutFacts {
  readonly sent: number;
  /** Refused at once, or given up: tried and never sent. */
  readonly failed: number;
  readonly bounced: number;
  /** Refused because of the sender, its reputation or its content. */
  readonly refused: number;
  /** Emails that somebody reported as spam. */
  readonly complained: number;
  readonly replied: number;
  readonly sentBefore: number;
  readonly repliedBefore: number;
  /** Warmup and placement mails whose place is known, and those of them that landed in spam. */
  readonly placed: number;
  readonly spam: number;
  /** Records of the sending domain that fail: SPF, DKIM, DMARC. */
  readonly failedRecords: readonly string[];
}

type BurnOutCode = 'BOUNCES' | 'REFUSALS' | 'COMPLAINTS' | 'SPAM' | 'REPLIES' | 'AUTHENTICATION';
interface BurnOutReason {
  readonly code: BurnOutCode;
  /** Part of the risk, in points of 100. */
  readonly points: number;
  readonly text: string;
}
export interface BurnOut {
  readonly risk: number;
  readonly level: 'HIGH' | 'WATCH' | 'FINE';
  /** The heaviest first. */
  readonly reasons: readonly BurnOutReason[];
}

/** From here a mailbox should rest, and from here it should be watched. */
const highRisk = 60;
const watchRisk = 25;
/** Emails below which a share says nothing. */
const enoughSent = 20;
const enoughPlaced = 10;
const enoughForReplies = 50;

const percent = (share: number): string => `${(share * 100).toFixed(1).replace(/[.]0$/, '')}%`;
/** Points that grow from `from` to all of `most` at `full`. */
const grown = (share: number, from: number, full: number, most: number): number =>
  Math.round(most * Math.min(1, Math.max(0, (share - from) / (full - from))));

/**
 * How close a mailbox is to burning out. Each reason alone can bring it to be watched, two strong ones to a rest; figures of too few
 * emails count nothing. Pure: the same facts give the same risk.
 */
export function burnOutOf(facts: BurnOutFacts): BurnOut {
  const found: BurnOutReason[] = [];
  const add = (code: BurnOutCode, points: number, text: string) => {
    if (points > 0) found.push({ code, points, text });
  };
  const tried = facts.sent + facts.failed;
  if (tried >= enoughSent) {
    const bounced = facts.bounced / tried;
    add('BOUNCES', grown(bounced, 0.02, 0.08, 45), `Bounced ${percent(bounced)}`);
    const refused = facts.refused / tried;
    add('REFUSALS', grown(refused, 0.005, 0.05, 45), `Refused as a sender ${percent(refused)}`);
    // Google and Yahoo want fewer than 1 in 1,000, and filter a sender from 3 in 1,000 on.
    add(
      'COMPLAINTS',
      grown(facts.complained / tried, 0.001, 0.003, 45),
      `Reported as spam: ${facts.complained.toLocaleString('en-US')} of ${tried.toLocaleString('en-US')}`,
    );
  }
  if (facts.placed >= enoughPlaced) {
    const spam = facts.spam / facts.placed;
    add('SPAM', grown(spam, 0.1, 0.5, 45), `In spam ${percent(spam)}`);
  }
  if (facts.sent >= enoughForReplies && facts.sentBefore >= enoughForReplies && facts.repliedBefore > 0) {
    const now = facts.replied / facts.sent;
    const before = facts.repliedBefore / facts.sentBefore;
    add('REPLIES', grown(1 - now / before, 0.4, 0.9, 25), `Replies ${percent(before)} to ${percent(now)}`);
  }
  if (facts.failedRecords.length > 0)
    add('AUTHENTICATION', Math.min(40, 25 * facts.failedRecords.length), `${facts.failedRecords.join(' and ')} fails`);
  const risk = Math.min(
    100,
    found.reduce((sum, { points }) => sum + points, 0),
  );
  return {
    risk,
    level: risk >= highRisk ? 'HIGH' : risk >= watchRisk ? 'WATCH' : 'FINE',
    reasons: found.sort((one, other) => other.points - one.points || (one.code < other.code ? -1 : 1)),
  };
}

/** What is unfinished about how a mailbox signs, or null. */
export function signatureIssue(name: string, signature: string | null): string | null {
  if (name.trim() === '' || name.includes('@')) return 'The sender name is no person’s name.';
  const text = (signature ?? '').replaceAll(/<[^>]{0,2000}>/g, ' ').trim();
  if (text === '') return 'No signature.';
  const first = (name.trim().split(/\s+/)[0] as string).toLowerCase();
  return text.toLowerCase().includes(first) ? null : 'The signature does not have the sender’s first name.';
}
