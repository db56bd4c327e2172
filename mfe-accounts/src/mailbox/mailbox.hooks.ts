import { problemOf } from '@skein/mfe/problem';
import { attempt, readOf } from '@skein/mfe/requests';
import {
  useCampaignsOfMailboxQuery,
  useCheckDnsMutation,
  useExplainMailboxQuery,
  useGetMailboxQuery,
  useLeaveCampaignMutation,
  useUpdateMailboxMutation,
} from '../api';

/** One mailbox by the id in the address; looked at again every 20 s while somebody looks. */
export function useMailbox(idInAddress: string | undefined) {
  const id = Number(idInAddress);
  const isId = Number.isInteger(id) && id > 0;
  const { data, error, isFetching, refetch } = useGetMailboxQuery(
    { params: { mailboxId: id } },
    { skip: !isId, pollingInterval: 20_000, skipPollingIfUnfocused: true },
  );
  return {
    id,
    mailbox: data?.id === id ? data : undefined,
    isMissing: !isId || (error !== undefined && problemOf(error).status === 404),
    problem: error?.message ?? null,
    isFetching,
    refetch,
  };
}

/** Changes settings of a mailbox. Rejects with the server's problem. */
export function useUpdateMailbox(mailboxId: number) {
  const [update, { isLoading: isSaving }] = useUpdateMailboxMutation();
  return {
    isSaving,
    update: (body: Parameters<typeof update>[0]['body']) => update({ params: { mailboxId }, body }).unwrap(),
  };
}

/** Looks the DNS records of a mailbox up again. A failure is shown. */
export function useCheckDns(mailboxId: number) {
  const [check, { isLoading: isChecking }] = useCheckDnsMutation();
  return {
    isChecking,
    check: () => attempt(check({ params: { mailboxId }, body: {} }).unwrap(), 'DNS was not looked up'),
  };
}

/** Campaigns that send from a mailbox, read again every 30 s where that is looked at. */
export const useCampaignsOfMailbox = (mailboxId: number, isFollowed = false) =>
  readOf(
    useCampaignsOfMailboxQuery(
      { params: { mailboxId } },
      isFollowed ? { pollingInterval: 30_000, skipPollingIfUnfocused: true } : {},
    ),
  );

/** Takes a mailbox out of a campaign. Rejects with the server's problem. */
export function useLeaveCampaign(mailboxId: number) {
  const [leave] = useLeaveCampaignMutation();
  return (campaignId: number) => leave({ params: { campaignId }, body: { mailbox_ids: [mailboxId] } }).unwrap();
}

/** Why a mailbox sends nothing for a campaign, asked anew each time. */
export const useWhyMailbox = (campaignId: number, mailboxId: number) =>
  readOf(useExplainMailboxQuery({ params: { campaignId, mailboxId } }, { refetchOnMountOrArgChange: true }));
