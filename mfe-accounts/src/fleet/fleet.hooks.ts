import { useState } from 'react';
import { navigateTo } from '@skein/mfe/navigation';
import { showProblem } from '@skein/mfe/toasts';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import type { FleetPlanView } from '@skein/contracts/main/fleet-plan.contract';
import { useStartMailboxChangeMutation } from '../change/api';
import { changesAddress } from '../change/change-labels';
import {
  useFleetPlanQuery,
  useFleetQuery,
  useFleetRestMutation,
  useReleaseResponseMutation,
  useSetFleetRulesMutation,
} from './api';

/** How long a mailbox that is close to burning out rests. */
export const restDays = 7;

/** The fleet, and rest for some of it. */
export function useFleet() {
  const { data, error, isFetching, refetch } = useFleetQuery({});
  const [restMany] = useFleetRestMutation();
  const [resting, setResting] = useState<readonly number[]>([]);
  const rest = async (ids: readonly number[], days: number) => {
    setResting(ids);
    try {
      const { changed } = await restMany({ body: { mailbox_ids: [...ids], days } }).unwrap();
      const what = counted(changed.length, 'mailbox', 'mailboxes');
      toasts.show(
        days === 0
          ? { title: `Rest ended for ${what}` }
          : {
              title: `${what} ${changed.length === 1 ? 'rests' : 'rest'} for ${days} days`,
              text: 'Campaigns don’t use a resting mailbox: reserved emails are released, and warmup keeps running.',
              undo: {
                run: async () => {
                  await restMany({ body: { mailbox_ids: changed, days: 0 } }).unwrap();
                },
              },
            },
      );
    } catch (error_) {
      showProblem('Nothing was changed', error_);
    } finally {
      setResting([]);
    }
  };
  return { fleet: data, problem: error?.message ?? null, isFetching, refetch, rest, resting };
}

/** Pods, capacity, responses to bounces and the log. */
export function useFleetPlan() {
  const { data, error, refetch } = useFleetPlanQuery({});
  const [releaseOne] = useReleaseResponseMutation();
  const [releasing, setReleasing] = useState<number | null>(null);
  const release = async (id: number) => {
    setReleasing(id);
    try {
      const { label } = await releaseOne({ params: { bounceResponseId: id }, body: {} }).unwrap();
      toasts.show({ title: `Released ${label}`, text: 'It sends again. New bounces are counted from now on.' });
    } catch (error_) {
      showProblem('Nothing was changed', error_);
    } finally {
      setReleasing(null);
    }
  };
  return { plan: data, problem: error?.message ?? null, refetch, release, releasing };
}

/** Saves how mailboxes take turns; answers what that changed. Rejects with the server's problem. */
export function useSaveFleetRules() {
  const [save, { isLoading: isSaving }] = useSetFleetRulesMutation();
  return { isSaving, save: (rules: Parameters<typeof save>[0]['body']) => save({ body: rules }).unwrap() };
}

type Fix = FleetPlanView['fixes'][number];

/** Does what closes the gap. */
export function useGapFix(rules: FleetPlanView['rules']) {
  const [setRules] = useSetFleetRulesMutation();
  const [restMany] = useFleetRestMutation();
  const [change] = useStartMailboxChangeMutation();
  const [busy, setBusy] = useState<Fix['kind'] | null>(null);
  const run = async (fix: Fix) => {
    const what = counted(fix.mailboxes, 'mailbox', 'mailboxes');
    if (fix.kind === 'MOVE_REST' && rules && fix.rest_from !== null) {
      await setRules({ body: { ...rules, rest_from: fix.rest_from } }).unwrap();
      toasts.show({
        title: 'Rest weeks moved one week later',
        undo: { run: async () => void (await setRules({ body: rules }).unwrap()) },
      });
    } else if (fix.kind === 'RAISE_LIMITS' && fix.per_day !== null) {
      await change({
        body: {
          selection: { mailbox_ids: fix.mailbox_ids },
          change: { message_per_day: fix.per_day, add_tag_ids: [], remove_tag_ids: [] },
        },
      }).unwrap();
      toasts.show({
        title: `${what} will send up to ${fix.per_day} a day`,
        text: 'You can undo it for 7 days under Recent changes.',
        action: { label: 'Recent changes', run: () => navigateTo(changesAddress) },
      });
    } else if (fix.kind === 'END_RESTS') {
      const { changed } = await restMany({ body: { mailbox_ids: fix.mailbox_ids, days: 0 } }).unwrap();
      toasts.show({ title: `Rest ended for ${counted(changed.length, 'mailbox', 'mailboxes')}` });
    }
  };
  const apply = async (fix: Fix) => {
    setBusy(fix.kind);
    try {
      await run(fix);
    } catch (problem) {
      showProblem('Nothing was changed', problem);
    } finally {
      setBusy(null);
    }
  };
  return { apply, busy };
}
