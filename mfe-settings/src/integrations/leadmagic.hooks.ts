import { useLazyQuoteLeadMagicQuery, useLeadListsQuery, useStartLeadMagicMutation } from '../integrations-api';

type Job = Parameters<ReturnType<typeof useStartLeadMagicMutation>[0]>[0]['body']['job'];

/** Lists that LeadMagic can work on, what that costs, and the start of it. `ask` and `start` reject with the server's problem. */
export function useLeadMagic(integrationId: number) {
  const { data } = useLeadListsQuery({ query: { limit: 200 } });
  const [quote, quoted] = useLazyQuoteLeadMagicQuery();
  const [start, { isLoading: isStarting }] = useStartLeadMagicMutation();
  const order = (job: Job, lead_list_id: number) => ({ params: { integrationId }, body: { job, lead_list_id } });
  return {
    lists: data?.rows,
    /** Of what was asked last; null while it is asked. */
    price: quoted.data && !quoted.isFetching ? quoted.data : null,
    isStarting,
    ask: (job: Job, listId: number) => quote(order(job, listId)).unwrap(),
    start: (job: Job, listId: number) => start(order(job, listId)).unwrap(),
  };
}
