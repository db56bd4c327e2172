import { useState } from 'react';
import type { CampaignAction } from '@skein/contracts/main/campaign-views';
import { readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useOverviewChangeMailboxMutation,
  useOverviewCompleteStepMutation,
  useOverviewExplainCampaignQuery,
  useOverviewExplainLeadQuery,
  useOverviewExplainMailboxQuery,
  useOverviewMoveLeadsMutation,
  useOverviewResumeLeadsMutation,
  useOverviewResumeMailboxMutation,
} from '../api';
import { useSetStatus } from '../overview.hooks';

/** The state of the world moves on while the drawer is open. */
const polling = { pollingInterval: 15_000, skipPollingIfUnfocused: true };

type Asked = ReturnType<typeof useOverviewExplainCampaignQuery>;
const answerOf = (asked: Pick<Asked, 'currentData' | 'error' | 'refetch'>) => ({
  explanation: asked.currentData,
  problem: readProblem(asked),
});
export type Answer = ReturnType<typeof answerOf>;

/** Why a lead is not emailed; nothing is asked without one. */
export const useWhyLead = (campaignId: number, enrolmentId: number | null): Answer =>
  answerOf(
    useOverviewExplainLeadQuery(
      { params: { campaignId, enrolmentId: enrolmentId ?? 0 } },
      { skip: enrolmentId === null, ...polling },
    ),
  );

/** Why a campaign sends nothing. */
export const useWhyCampaign = (campaignId: number, isWanted: boolean): Answer =>
  answerOf(useOverviewExplainCampaignQuery({ params: { campaignId } }, { skip: !isWanted, ...polling }));

/** Why a mailbox sends nothing for a campaign; nothing is asked without one. */
export const useWhyMailbox = (campaignId: number, mailboxId: number | null): Answer =>
  answerOf(
    useOverviewExplainMailboxQuery(
      { params: { campaignId, mailboxId: mailboxId ?? 0 } },
      { skip: mailboxId === null, ...polling },
    ),
  );

/** What keeps a whole campaign and with it each of its leads, read again each minute. */
export const useCampaignHold = (campaignId: number, isWanted: boolean) =>
  useOverviewExplainCampaignQuery(
    { params: { campaignId } },
    { skip: !isWanted, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  ).data;

/** What can be done at once about what keeps a campaign or a lead. `busy` names the remedy under way; a refusal is shown. */
export function useRemedies(campaignId: number) {
  const [busy, setBusy] = useState<string | null>(null);
  const { setStatus } = useSetStatus();
  const [resumeLeads] = useOverviewResumeLeadsMutation();
  const [changeMailbox] = useOverviewChangeMailboxMutation();
  const [resumeMailbox] = useOverviewResumeMailboxMutation();
  const [moveLeads] = useOverviewMoveLeadsMutation();
  const [completeStep] = useOverviewCompleteStepMutation();
  const params = { campaignId };
  const selection = (enrolmentId: number) => ({ enrolment_ids: [enrolmentId] });
  return {
    busy,
    /** Says `title` once the work is done. */
    run: async (remedy: string, title: string, work: () => Promise<unknown>): Promise<void> => {
      setBusy(remedy);
      try {
        await work();
        toasts.show({ title });
      } catch (error) {
        showProblem('Nothing was changed', error);
      } finally {
        setBusy(null);
      }
    },
    setStatus: (action: CampaignAction) => setStatus(campaignId, action),
    resumeLead: (enrolmentId: number) => resumeLeads({ params, body: { selection: selection(enrolmentId) } }).unwrap(),
    completeStep: (enrolmentId: number) => completeStep({ params: { ...params, enrolmentId } }).unwrap(),
    moveLead: (enrolmentId: number, mailbox_id: number) =>
      moveLeads({ params, body: { selection: selection(enrolmentId), mailbox_id } }).unwrap(),
    resumeMailbox: (mailboxId: number) => resumeMailbox({ params: { mailboxId }, body: {} }).unwrap(),
    setCap: (mailboxId: number, message_per_day: number) =>
      changeMailbox({ params: { mailboxId }, body: { message_per_day } }).unwrap(),
    endSlowStart: (mailboxId: number) => changeMailbox({ params: { mailboxId }, body: { ramp: null } }).unwrap(),
  };
}
