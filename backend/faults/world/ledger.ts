import type { CampaignResult } from './run-campaign';

/**
 * One judged world. Lines of before the storm have neither `kills` of their own nor `doubts`, and only later ones say
 * what was in flight; `commit` is the engine that was struck.
 */
export type LedgerLine = { date: string; seed: number; commit?: string } & Omit<CampaignResult, Later> &
  Partial<Pick<CampaignResult, Later>>;

type Later = 'kills' | 'killPlaces' | 'inFlight' | 'doubts' | 'answers' | 'mailboxes' | 'heldByReaders';

/** All worlds together. */
export interface LedgerSum {
  worlds: number;
  /** of the engine, with the kills of each; `unknown` before the ledger kept it */
  killsByCommit: Record<string, number>;
  /** processes killed with kill -9 at a seeded byte, by storm and one by one */
  kills: number;
  /** of them, processes that read the inboxes, and the mailboxes that they held */
  readerKills: number;
  heldByReaders: number;
  otherFaults: number;
  mailsAccepted: number;
  /** Replies that were put into mailboxes while the processes that read and send were killed. */
  answers: number;
  afterAnswers: number;
  duplicates: number;
  lost: number;
  otherViolations: number;
  doubts: number;
  doubtsResolved: number;
  openWhereSentIsKept: number;
  openElsewhere: number;
}

const isDuplicate = new Set(['ACCEPTED_TWICE', 'TWO_INTENTS']);
const isLoss = new Set(['LOST_MAIL', 'LOST_LEAD', 'ACCEPTED_NOT_COUNTED', 'STUCK', 'LOST_ANSWER']);

export function sumLedger(lines: readonly LedgerLine[]): LedgerSum {
  const sum: LedgerSum = {
    worlds: lines.length,
    killsByCommit: {},
    kills: 0,
    readerKills: 0,
    heldByReaders: 0,
    otherFaults: 0,
    mailsAccepted: 0,
    answers: 0,
    afterAnswers: 0,
    duplicates: 0,
    lost: 0,
    otherViolations: 0,
    doubts: 0,
    doubtsResolved: 0,
    openWhereSentIsKept: 0,
    openElsewhere: 0,
  };
  for (const line of lines) {
    const oneByOne = line.struck['kill-at-byte'] ?? 0;
    const kills = (line.kills ?? 0) + oneByOne;
    sum.kills += kills;
    if (kills > 0)
      sum.killsByCommit[line.commit ?? 'unknown'] = (sum.killsByCommit[line.commit ?? 'unknown'] ?? 0) + kills;
    sum.readerKills += line.killPlaces?.['reading'] ?? 0;
    sum.heldByReaders += line.heldByReaders ?? 0;
    sum.otherFaults += Object.values(line.struck).reduce((total, count) => total + count, 0) - oneByOne;
    sum.mailsAccepted += line.accepted;
    sum.answers += line.answers ?? 0;
    for (const { kind } of line.violations) {
      if (kind === 'AFTER_ANSWER') sum.afterAnswers += 1;
      else if (isDuplicate.has(kind)) sum.duplicates += 1;
      else if (isLoss.has(kind)) sum.lost += 1;
      else sum.otherViolations += 1;
    }
    if (!line.doubts) continue;
    sum.doubts += line.doubts.ever;
    sum.doubtsResolved += line.doubts.found + line.doubts.provenUnsent;
    sum.openWhereSentIsKept += line.doubts.openWhereKept;
    sum.openElsewhere += line.doubts.openElsewhere;
  }
  return sum;
}
