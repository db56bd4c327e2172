import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { useAccess } from '@skein/mfe/access';
import type { Inbox } from './inbox.hooks';
import type { Selection } from './use-selection';

/** Leads that one dialog moves. */
export interface LeadsToPush {
  campaign: ConversationRow['campaign'];
  enrolmentIds: number[];
}

/** Who of the chosen conversations is moved to a subsequence together, or why none is. Pure. */
export function leadsToPush(
  rows: readonly ConversationRow[],
  selection: Pick<Selection, 'count' | 'has'>,
): LeadsToPush | { refusal: string } {
  const chosen = rows.filter((row) => selection.has(row.enrolment_id));
  const [first] = chosen;
  // What is not loaded may be of any campaign.
  if (!first || chosen.length < selection.count) return { refusal: 'Scroll to load all selected conversations first' };
  if (chosen.some((row) => row.campaign.id !== first.campaign.id))
    return { refusal: 'Select conversations of one campaign only' };
  if (first.campaign.parent_campaign_id !== null) return { refusal: 'These leads are already in a subsequence' };
  return { campaign: first.campaign, enrolmentIds: chosen.map((row) => row.enrolment_id) };
}

/** The same, for those who may move leads; null for everybody else. */
export function useLeadsToPush({ rows }: Inbox, selection: Selection): ReturnType<typeof leadsToPush> | null {
  const { may } = useAccess();
  return may('lead.write') && may('campaign.read') ? leadsToPush(rows, selection) : null;
}
