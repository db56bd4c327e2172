import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { useAccess } from '@skein/mfe/access';
import type { Inbox } from './inbox.hooks';
import type { Selection } from './use-selection';

/** Leads that one dialog moves; `all` that match, who are not named one by one. */
export interface LeadsToPush {
  campaign: ConversationRow['campaign'];
  enrolmentIds: number[] | 'all';
}

/** Who of the chosen conversations is moved to a subsequence together, or why none is. Pure. */
export function leadsToPush(
  rows: readonly ConversationRow[],
  selection: Pick<Selection, 'count' | 'has' | 'chosen'>,
  campaignIds: readonly number[] = [],
): LeadsToPush | { refusal: string } {
  if (selection.chosen.all) {
    const campaign = rows.find((row) => row.campaign.id === campaignIds[0])?.campaign;
    // What is not loaded may be of any campaign, unless the filter says which.
    if (!campaign || campaignIds.length > 1) return { refusal: 'Filter by one campaign first' };
    return campaign.parent_campaign_id === null
      ? { campaign, enrolmentIds: 'all' }
      : { refusal: 'These leads are already in a subsequence' };
  }
  const chosen = rows.filter((row) => selection.has(row.enrolment_id));
  const [first] = chosen;
  // What is not loaded may be of any campaign.
  if (!first || chosen.length < selection.count) return { refusal: 'Scroll to load all selected conversations first' };
  if (chosen.some((row) => row.campaign.id !== first.campaign.id))
    return { refusal: 'Select conversations of one campaign only' };
  if (first.campaign.parent_campaign_id !== null) return { refusal: 'These leads are already in a subsequence' };
  return { campaign: first.campaign, enrolmentIds: chosen.map((row) => row.enrolment_id) };
}

const campaignsOf = ({ campaign_ids: ids }: Inbox['query']): number[] => (Array.isArray(ids) ? ids.map(Number) : []);

/** The same, for those who may move leads; null for everybody else. */
export function useLeadsToPush({ rows, query }: Inbox, selection: Selection): ReturnType<typeof leadsToPush> | null {
  const { may } = useAccess();
  return may('lead.write') && may('campaign.read') ? leadsToPush(rows, selection, campaignsOf(query)) : null;
}
