import type { Counts } from '@skein/contracts/analytics/figures';
import type { Health, HealthState } from '@skein/contracts/analytics/insights.contract';

/** What health is made from. */
export interface HealthFacts {
  counts: Counts;
  /** Positive replies in the range before; null where there is none. */
  positiveBefore: number | null;
  /** Positive replies that wait longer than the target now. */
  waiting: number;
  /** Warmup and test emails whose folder is known. */
  placed: number;
  spam: number;
  mailboxes: number;
  failing: number;
}

/** Limits at which a measure is at risk; from six tenths of one on it is to be watched. */
const healthLimits = { bounced: 5, refused: 2, spam: 15, fewerPositive: 50 } as const;
/** Fewer than these say nothing. */
const enough = { sent: 50, placed: 20, positive: 5 } as const;
/** Points that a measure at its limit takes, a mailbox that cannot sign in, and positive replies that wait. */
const weight = { limit: 45, failing: 60, waiting: 25 } as const;
const watchFrom = 0.6;

interface Mark {
  state: HealthState;
  points: number;
  reason: string;
}
const order: readonly HealthState[] = ['FAILING', 'AT_RISK', 'WATCH', 'GOOD'];

function markOf(share: number, limit: number, reason: string): Mark {
  const part = Math.max(0, share) / limit;
  return {
    state: part >= 1 ? 'AT_RISK' : part >= watchFrom ? 'WATCH' : 'GOOD',
    points: Math.round(Math.min(1, part) * weight.limit),
    reason,
  };
}

function marksOf(facts: HealthFacts): Mark[] {
  const { counts, positiveBefore: before } = facts;
  const marks: Mark[] = [];
  const share = (count: number, of: number) => (count / of) * 100;
  const named = (what: string, value: number) => `${what} ${value.toFixed(1)}%`;
  if (facts.failing > 0)
    marks.push({
      state: 'FAILING',
      points: Math.round((weight.failing * facts.failing) / facts.mailboxes),
      reason: facts.mailboxes === 1 ? 'cannot sign in' : `${facts.failing} of ${facts.mailboxes} cannot sign in`,
    });
  if (counts.sent >= enough.sent) {
    const [bounced, refused] = [share(counts.bounced, counts.sent), share(counts.sender_bounced, counts.sent)];
    marks.push(markOf(bounced, healthLimits.bounced, named('bounces', bounced)));
    marks.push(markOf(refused, healthLimits.refused, named('refused', refused)));
  }
  if (facts.placed >= enough.placed) {
    const spam = share(facts.spam, facts.placed);
    marks.push(markOf(spam, healthLimits.spam, named('spam', spam)));
  }
  if (before !== null && before >= enough.positive) {
    const fewer = before - counts.positive;
    marks.push(markOf(share(fewer, before), healthLimits.fewerPositive, `positive ${counts.positive}, was ${before}`));
  }
  if (facts.waiting > 0)
    marks.push({
      state: 'WATCH',
      points: weight.waiting,
      reason: facts.waiting === 1 ? '1 reply waits over 4 h' : `${facts.waiting} replies wait over 4 h`,
    });
  return marks;
}

/** How a client, a mailbox or a domain fares; null where nothing can be told yet. Pure. */
export function healthOf(facts: HealthFacts): Health | null {
  const marks = marksOf(facts).sort(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state) || other.points - one.points,
  );
  const [worst] = marks;
  if (!worst) return null;
  return {
    state: worst.state,
    score: Math.max(0, 100 - marks.reduce((sum, mark) => sum + mark.points, 0)),
    reason: worst.state === 'GOOD' ? '' : worst.reason,
  };
}
