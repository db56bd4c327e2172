import type { LeadCondition } from '@skein/contracts/main/campaign-settings';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { KnownRow, SuppressionFact } from './import-batch.store';

/** Which leads an import takes in spite of what is known of them. */
export type ImportOptions = Partial<LeadCondition> & { ignore_community_bounce_list?: boolean };

const day = (at: Date) => at.toISOString().slice(0, 10);

/**
 * Why an upload leaves a known address out: it is blocked, unsubscribed or bounced before, a lead of another campaign (a duplicate), or
 * was emailed lately; null when it is imported. A seed never comes in: it would be mailed as a lead, and its answers
 * would be counted. What is imported in spite of a list is still never mailed while it stands on it; an erased one
 * never comes in.
 */
export function whyLeftOut(
  facts: KnownRow,
  listed: SuppressionFact | null,
  { options, at }: { options: ImportOptions; at: Date },
): { outcome: UploadOutcome; reason: string } | null {
  if (listed?.kind === 'seed') return { outcome: 'SUPPRESSED', reason: 'A placement test seed can’t be a lead' };
  if (listed?.kind === 'hash')
    return { outcome: 'SUPPRESSED', reason: `Erased at the person's request, ${day(listed.at)}` };
  if ((listed?.source === 'unsubscribe' || facts.isUnsubscribed) && !options.ignore_unsubscribe_list)
    return { outcome: 'UNSUBSCRIBED', reason: listed ? `Unsubscribed on ${day(listed.at)}` : 'Unsubscribed before' };
  if ((listed?.source === 'bounce' || facts.isBounced) && !options.ignore_community_bounce_list)
    return { outcome: 'BOUNCED', reason: 'Bounced before' };
  if (listed && listed.source !== 'unsubscribe' && listed.source !== 'bounce' && !options.ignore_global_block_list) {
    return {
      outcome: 'SUPPRESSED',
      reason: `${listed.kind === 'domain' ? 'Domain' : 'Address'} blocked${listed.by ? ` by ${listed.by}` : ''}, ${day(listed.at)}`,
    };
  }
  if (facts.otherCampaign !== null && options.ignore_duplicate_leads_in_other_campaign)
    return { outcome: 'IN_OTHER_CAMPAIGN', reason: `In ${facts.otherCampaign}` };
  if (facts.activeCampaign !== null && options.ignore_active_in_other_campaign)
    return { outcome: 'IN_OTHER_CAMPAIGN', reason: `Active in ${facts.activeCampaign}` };
  const days = options.contacted_within_days ?? null;
  if (days !== null && facts.contactedAt && at.getTime() - facts.contactedAt.getTime() < days * 86_400_000)
    return { outcome: 'CONTACTED_RECENTLY', reason: `Emailed on ${day(facts.contactedAt)}` };
  return null;
}
