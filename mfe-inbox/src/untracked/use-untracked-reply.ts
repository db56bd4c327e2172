import { problemOf } from '@skein/mfe/problem';
import { readProblem } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { inboxApi, useUntrackedAssociateMutation, useUntrackedReplyQuery } from '../api';

/** One untracked reply. `isGone`: it was matched to a lead, or removed. */
export function useUntrackedReply(replyId: number) {
  const asked = useUntrackedReplyQuery({ params: { replyId } }, { refetchOnMountOrArgChange: true });
  return {
    reply: asked.currentData,
    problem: readProblem(asked),
    isGone: asked.error !== undefined && problemOf(asked.error).status === 404,
  };
}

/** Leads who were emailed, found by what is typed, and giving one of them the reply. `associate` rejects with the server's problem. */
export function useAssociate(replyId: number) {
  const dispatch = useAppDispatch();
  const [associate, { isLoading: isAssociating }] = useUntrackedAssociateMutation();
  return {
    isAssociating,
    findLeads: async (search: string) =>
      (
        await dispatch(
          inboxApi.endpoints.untrackedFindLeads.initiate({ query: { search } }, { subscribe: false }),
        ).unwrap()
      ).leads,
    associate: (enrolment_id: number, remember_address: boolean) =>
      associate({ params: { replyId }, body: { enrolment_id, remember_address } }).unwrap(),
  };
}
