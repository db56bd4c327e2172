import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { smartServersChoiceChanged } from '@skein/mfe/slices/smart-servers';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import {
  useServersCheckMutation,
  useServersChoicesQuery,
  useServersClientsQuery,
  useServersDeleteGroupMutation,
  useServersDeleteMutation,
  useServersGroupsQuery,
  useServersMapMutation,
  useServersPayMutation,
  useServersRestMutation,
  useServersServerQuery,
  useServersSubscribeMutation,
  useServersUnmapMutation,
  useServersUpdateGroupMutation,
} from './api';

/** Where the pages begin, without `/app`. */
export const base = '/smart-servers';
/** While something is set up it is read again this often, in real milliseconds, beside what the live channel tells. */
const pollMilliseconds = 5_000;

const stateOf = ({ error, refetch }: { error?: { message?: string } | undefined; refetch: () => unknown }) => ({
  problem: error ? { message: error.message ?? 'The server did not answer.', onRetry: () => void refetch() } : null,
});

export function useServerRights() {
  const access = useAccess();
  return {
    mayWrite: access.may('server.write'),
    mayOrder: access.may('server.order'),
    /** Why the plan lets nobody order servers; null where it does. */
    planRefusal: access.refusal({ feature: 'dedicated-servers' }),
  };
}

export function useGroups() {
  const asked = useServersGroupsQuery({}, { pollingInterval: pollMilliseconds });
  return {
    groups: asked.data?.rows ?? [],
    isSandbox: asked.data?.is_sandbox ?? false,
    cloud: asked.data?.cloud ?? null,
    isLoading: !asked.data && !asked.error,
    ...stateOf(asked),
  };
}

export function useServer(dedicatedServerId: number) {
  const asked = useServersServerQuery({ params: { dedicatedServerId } }, { pollingInterval: pollMilliseconds });
  const isMissing = asked.error !== undefined && problemOf(asked.error).status === 404;
  const dispatch = useAppDispatch();
  const known = asked.data?.server.id;
  useEffect(() => {
    if (known !== undefined) dispatch(smartServersChoiceChanged({ lastServerId: String(known) }));
  }, [dispatch, known]);
  return { details: asked.data ?? null, isMissing, ...stateOf(asked) };
}

/** What a person does with a server. */
export function useServerActions(dedicatedServerId: number) {
  const params = { dedicatedServerId };
  const [check, checking] = useServersCheckMutation();
  const [rest] = useServersRestMutation();
  const [remove] = useServersDeleteMutation();
  const navigate = useNavigate();
  return {
    isChecking: checking.isLoading,
    check: () =>
      void check({ params })
        .unwrap()
        .catch((problem: unknown) => showProblem('The check was not started', problem)),
    rest: (hours: number) =>
      void rest({ params, body: { hours } })
        .unwrap()
        .catch((problem: unknown) => showProblem('The rest was not changed', problem)),
    remove: async () => {
      await remove({ params }).unwrap();
      void navigate(base);
    },
  };
}

/** What a person does with a group. */
export function useGroupActions(serverGroupId: number) {
  const params = { serverGroupId };
  const [update] = useServersUpdateGroupMutation();
  const [add] = useServersSubscribeMutation();
  const [remove] = useServersDeleteGroupMutation();
  const [map, mapping] = useServersMapMutation();
  const [unmap] = useServersUnmapMutation();
  return {
    rotate: (auto_rotate: boolean) =>
      void update({ params, body: { auto_rotate } })
        .unwrap()
        .catch((problem: unknown) => showProblem('Rotation was not changed', problem)),
    change: (body: { name?: string; client_id?: number | null }) => update({ params, body }).unwrap(),
    add: (servers: number) =>
      add({ body: { group_id: serverGroupId, servers } })
        .unwrap()
        .then(({ checkout_url: url }) => {
          if (url) window.location.assign(url);
        }),
    remove: async () => {
      await remove({ params }).unwrap();
    },
    isMapping: mapping.isLoading,
    map: (campaign_ids: number[]) => map({ params, body: { campaign_ids } }).unwrap(),
    unmap: (campaignId: number) =>
      void unmap({ params: { ...params, campaignId } })
        .unwrap()
        .catch((problem: unknown) => showProblem('The campaign was not removed', problem)),
  };
}

export function useCampaignChoices() {
  const asked = useServersChoicesQuery({});
  return { rows: asked.data?.rows ?? [], isLoading: !asked.data && !asked.error, ...stateOf(asked) };
}

export function useClients() {
  const access = useAccess();
  const asked = useServersClientsQuery({}, { skip: !access.may('client.read') });
  return (asked.data?.clients ?? []).map(({ id, name }) => ({ id, name }));
}

/** Opens the page where the servers of a group are paid for. */
export function usePayment(serverGroupId: number) {
  const [open, { isLoading }] = useServersPayMutation();
  const [isLeaving, setLeaving] = useState(false);
  return {
    isPaying: isLoading || isLeaving,
    pay: () =>
      void open({ params: { serverGroupId }, body: {} })
        .unwrap()
        .then(
          ({ checkout_url: url }) => {
            setLeaving(true);
            window.location.assign(url);
          },
          (problem: unknown) => showProblem('The checkout could not be opened', problem),
        ),
  };
}

export function useOrder() {
  const [add, adding] = useServersSubscribeMutation();
  const navigate = useNavigate();
  return {
    isSaving: adding.isLoading,
    order: (body: Parameters<typeof add>[0]['body']) =>
      add({ body })
        .unwrap()
        .then(({ checkout_url: url }) => {
          if (url) window.location.assign(url);
          else void navigate(base);
        }),
  };
}
