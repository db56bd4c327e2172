import { readOf } from '@skein/mfe/requests';
import { useOverviewTriggerQuery, useOverviewTriggersQuery } from '../api';

export type TriggerOutcome = 'all' | 'sent' | 'nothing';

/** One page of the send rounds of a campaign, newest first. */
export const useSendRounds = (
  campaignId: number,
  outcome: TriggerOutcome,
  { cursor, limit }: { cursor: string | null | undefined; limit: number },
) =>
  readOf(
    useOverviewTriggersQuery({ params: { campaignId }, query: { outcome, limit, ...(cursor ? { cursor } : {}) } }),
  );

/** The emails of one send round. */
export const useSendRound = (campaignId: number, triggerId: string) =>
  readOf(useOverviewTriggerQuery({ params: { campaignId, triggerId } }));
