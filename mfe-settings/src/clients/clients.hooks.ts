import { useState } from 'react';
import type { CallInput } from '@skein/contracts/endpoint';
import type { clientsContract, ClientView } from '@skein/contracts/main/clients.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import { agencyApi } from '../agency-api';

type Calls = (typeof clientsContract)['endpoints'];

/** The clients that match a search. */
export function useClients(search: string) {
  const asked = agencyApi.useListClientsQuery({ query: search ? { search } : {} });
  return { clients: asked.data?.clients, isLoading: asked.isFetching && !asked.data, problem: readProblem(asked) };
}

/** All clients, to choose one of; none for those who may not see them. */
export function useClientChoices(isWanted = true) {
  const skip = !useAccess().may('client.read') || !isWanted;
  return agencyApi.useListClientsQuery({ query: {} }, { skip }).data?.clients ?? [];
}

/** The client of an address. `isGone`: it does not exist. */
export function useClient(clientId: number) {
  const isId = Number.isInteger(clientId);
  const asked = agencyApi.useReadClientQuery({ params: { clientId } }, { skip: !isId });
  return {
    client: asked.data,
    isGone: !isId || (asked.error !== undefined && problemOf(asked.error).status === 404),
    problem: readProblem(asked),
  };
}

/** Creates a client. Rejects with the server's problem. */
export function useCreateClient() {
  const [create] = agencyApi.useCreateClientMutation();
  return (body: CallInput<Calls['createClient']>['body']) => create({ body }).unwrap();
}

/** Changes a client, and whose its campaigns are. Both reject with the server's problem. */
export function useChangeClient(clientId: number) {
  const [change] = agencyApi.useChangeClientMutation();
  const [setCampaigns] = agencyApi.useSetClientCampaignsMutation();
  const params = { clientId };
  return {
    change: (body: CallInput<Calls['changeClient']>['body']) => change({ params, body }).unwrap(),
    setCampaigns: (campaign_ids: number[]) => setCampaigns({ params, body: { campaign_ids } }).unwrap(),
  };
}

/** Categories that can be hidden from a client. */
export const useHideableCategories = () => agencyApi.useListHideableCategoriesQuery(undefined).data?.categories ?? [];

/** Campaigns by what is typed of their names. */
export function useFindCampaigns() {
  const [find] = agencyApi.useLazyFindClientCampaignsQuery();
  return async (text: string) =>
    (
      await find(
        { query: { limit: 15, sort: 'name', direction: 'asc', ...(text.trim() ? { search: text.trim() } : {}) } },
        true,
      ).unwrap()
    ).rows;
}

/** Runs a save and says what is wrong: beside a field where it is known, below otherwise. */
export function useSaving() {
  const [state, setState] = useState<{ busy: boolean; problems: Record<string, string> }>({
    busy: false,
    problems: {},
  });
  const run = async (title: string, work: () => Promise<unknown>) => {
    setState({ busy: true, problems: {} });
    try {
      await work();
      setState({ busy: false, problems: {} });
      toasts.show({ title });
    } catch (error) {
      const { details, message } = problemOf(error);
      setState({
        busy: false,
        problems:
          details.length > 0
            ? Object.fromEntries(
                details.map((detail) => [detail.field.replace(/^body\./, '').split('.')[0] ?? '', detail.message]),
              )
            : { all: message },
      });
    }
  };
  return { ...state, run };
}

/** What a list and a page of clients do with one of them. */
export function useClientActions() {
  const [status] = agencyApi.useSetClientStatusMutation();
  const [mail] = agencyApi.useMailClientPasswordMutation();
  return {
    setStatus: async (client: ClientView, next: ClientView['status']) => {
      await withSentence(status({ params: { clientId: client.id }, body: { status: next } }).unwrap());
      toasts.show({ title: `${client.name} is ${next === 'active' ? 'active again' : 'deactivated'}` });
    },
    mailPassword: async (client: ClientView) => {
      try {
        await mail({ params: { clientId: client.id }, body: {} }).unwrap();
        toasts.show({ title: 'Email sent', text: `${client.email} can set a new password for 30 minutes.` });
      } catch (problem) {
        showProblem('No email was sent', problem);
      }
    },
  };
}

/** Permissions of a client in words. */
export function permissionWords(permission: readonly string[]): string {
  if (permission.includes('full_access')) return 'Full access';
  return permission.includes('reply_master_inbox') ? 'Reads and answers replies' : 'Reads replies';
}
