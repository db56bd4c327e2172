import type { SourceLead } from './account-source';

/** What the other product sent to an address of a campaign, as far as it told. */
export interface SentFact {
  step: number;
  at: Date;
  subject: string | null;
  isReplied: boolean;
  isBounced: boolean;
  isUnsubscribed: boolean;
}
export interface CampaignFact {
  /** Numbers of its steps here, in their order. */
  steps: readonly number[];
  /** It still sends there. */
  isLive: boolean;
  /** Its sequence was changed here since it was imported, so that numbers of steps may mean others. */
  isChanged: boolean;
}
/** Where a lead stands in its campaign here. `count` is what the report counts it as. */
export interface Place {
  status: 'STARTED' | 'COMPLETED' | 'STOPPED' | 'PAUSED' | 'BLOCKED';
  reason: 'UNSUBSCRIBED' | 'BOUNCED' | 'REPLIED' | 'SUPPRESSED' | 'MANUAL' | null;
  count: 'imported' | 'waiting' | 'finished' | 'held';
  /** The last step that it had; 0 for none. */
  step: number;
}

/**
 * Where a lead stands, so that nothing it had is sent again: it goes on behind the last step it had. What is not known
 * for sure, or may change there at any moment, holds the lead until a person looks. Pure.
 */
export function placeLead(lead: SourceLead, sent: SentFact | undefined, campaign: CampaignFact): Place {
  const step = Math.min(sent?.step ?? 0, campaign.steps.at(-1) ?? 0);
  const ended = (status: Place['status'], reason: Place['reason']): Place => ({
    status,
    reason,
    count: 'finished',
    step,
  });
  const held: Place = { status: 'PAUSED', reason: 'MANUAL', count: 'held', step };
  if (lead.isUnsubscribed || sent?.isUnsubscribed) return ended('STOPPED', 'UNSUBSCRIBED');
  if (lead.isBounced || sent?.isBounced) return ended('BLOCKED', 'BOUNCED');
  if (lead.isReplied || sent?.isReplied) return ended('STOPPED', 'REPLIED');
  if (lead.state === 'BLOCKED') return ended('BLOCKED', 'SUPPRESSED');
  if (lead.state === 'STOPPED') return ended('STOPPED', 'MANUAL');
  if (lead.state === 'DONE') return ended('COMPLETED', null);
  if (lead.state === 'PAUSED' || campaign.isLive) return held;
  if (lead.isContacted && !sent) return held;
  if (!sent) return { status: 'STARTED', reason: null, count: 'imported', step: 0 };
  if (campaign.isChanged) return held;
  if (sent.step >= (campaign.steps.at(-1) ?? 0)) return ended('COMPLETED', null);
  return { status: 'STARTED', reason: null, count: 'waiting', step };
}
