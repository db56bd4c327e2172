import { useAppDispatch } from '@skein/mfe/store';
import type { ComboboxOption } from '@skein/ui/combobox';
import { inboxApi, useInboxCampaignsQuery, useInboxMailboxesQuery } from '../api';

const searched = (search: string) => ({ query: { limit: 15, ...(search === '' ? {} : { search }) } });

/** Names of the chosen campaigns, and a search for more of them. */
export function useCampaignChoice(ids: readonly number[]) {
  const dispatch = useAppDispatch();
  const { data } = useInboxCampaignsQuery({ query: { limit: 200 } }, { skip: ids.length === 0 });
  return {
    find: async (search: string): Promise<ComboboxOption[]> => {
      const { rows } = await dispatch(
        inboxApi.endpoints.inboxCampaigns.initiate(searched(search), { subscribe: false }),
      ).unwrap();
      return rows.map(({ id, name }) => ({ value: String(id), label: name }));
    },
    chosen: ids.map((id) => ({
      value: String(id),
      label: data?.rows.find((row) => row.id === id)?.name ?? `Campaign ${id}`,
    })),
  };
}

/** Addresses of the chosen mailboxes, and a search for more of them. */
export function useMailboxChoice(ids: readonly number[]) {
  const dispatch = useAppDispatch();
  const { data } = useInboxMailboxesQuery({ query: { limit: 500 } }, { skip: ids.length === 0 });
  return {
    find: async (search: string): Promise<ComboboxOption[]> => {
      const { rows } = await dispatch(
        inboxApi.endpoints.inboxMailboxes.initiate(searched(search), { subscribe: false }),
      ).unwrap();
      return rows.map(({ id, from_email }) => ({ value: String(id), label: from_email }));
    },
    chosen: ids.map((id) => ({
      value: String(id),
      label: data?.rows.find((row) => row.id === id)?.from_email ?? `Mailbox ${id}`,
    })),
  };
}
