import { problemOf } from '@skein/mfe/problem';
import { withSentence } from '@skein/mfe/with-sentence';
import { useLeadDeleteMutation, useLeadDetailQuery, useLeadUnsubscribeMutation } from '../leads/api';

/** The lead of an address. `isGone`: it does not exist, or not any more. */
export function useLead(idText: string | undefined) {
  const id = Number(idText);
  const isId = Number.isSafeInteger(id) && id > 0;
  // Only of this address: the lead before would stand here, with its buttons, while another one is read.
  const { currentData, error, refetch } = useLeadDetailQuery({ params: { leadId: id } }, { skip: !isId });
  return {
    lead: currentData,
    isGone: !isId || (error !== undefined && problemOf(error).status === 404),
    problem: error ? problemOf(error) : null,
    retry: () => void refetch(),
  };
}

/** What ends a lead. A refusal is thrown as the sentence that a dialog shows. */
export function useLeadEndings(leadId: number) {
  const [unsubscribe] = useLeadUnsubscribeMutation();
  const [remove] = useLeadDeleteMutation();
  return {
    unsubscribe: () => withSentence<unknown>(unsubscribe({ params: { leadId } }).unwrap()),
    remove: () => withSentence<unknown>(remove({ params: { leadId } }).unwrap()),
  };
}
