import { useState } from 'react';
import type { WarmupSettingsView } from '@skein/contracts/warmup/warmup.contract';
import { showProblem } from '@skein/mfe/toasts';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import {
  useCheckWarmupMutation,
  useGetWarmupQuery,
  useMailUnblockCodeMutation,
  useSwitchWarmupMutation,
  useUnblockWarmupMutation,
  useUpdateWarmupMutation,
} from '../api';
import { bulkSize } from '../mailboxes-list/use-selection-ids';

/** Warmup of one mailbox; looked at again while somebody looks. */
export function useWarmup(mailboxId: number) {
  const { data, error, isFetching, refetch } = useGetWarmupQuery(
    { params: { mailboxId } },
    { pollingInterval: 15_000, skipPollingIfUnfocused: true },
  );
  const [update] = useUpdateWarmupMutation();
  const [check, { isLoading: isChecking }] = useCheckWarmupMutation();
  const [isSwitching, setSwitching] = useState(false);
  const save = (body: Partial<WarmupSettingsView>) => update({ params: { mailboxId }, body }).unwrap();
  const setEnabled = async (enabled: boolean) => {
    setSwitching(true);
    try {
      const after = await save({ enabled });
      toasts.show(
        !enabled
          ? { title: 'Warmup is off', text: 'What was planned is cancelled.' }
          : after.blocked_reason
            ? { tone: 'info', title: 'Warmup is on, and waits', text: after.blocked_reason }
            : { title: 'Warmup is on', text: 'The first emails are sent during the mailbox’s day.' },
      );
    } catch (error_) {
      showProblem('Warmup was not changed', error_);
    } finally {
      setSwitching(false);
    }
  };
  const checkNow = async () => {
    try {
      const after = await check({ params: { mailboxId }, body: {} }).unwrap();
      toasts.show(
        after.blocked_reason
          ? { tone: 'info', title: 'It still waits', text: after.blocked_reason }
          : { title: 'Nothing is in the way' },
      );
    } catch (error_) {
      showProblem('It was not checked', error_);
    }
  };
  return {
    warmup: data?.mailbox_id === mailboxId ? data : undefined,
    problem: error?.message ?? null,
    isFetching,
    refetch,
    save,
    setEnabled,
    isSwitching,
    checkNow,
    isChecking,
  };
}

/** The code that ends a bounce block: sent to the mailbox itself, and entered. Both reject with the server's problem. */
export function useUnblockWarmup(mailboxId: number) {
  const [send, { isLoading: isSending }] = useMailUnblockCodeMutation();
  const [enter, { isLoading: isEntering }] = useUnblockWarmupMutation();
  const params = { mailboxId };
  return {
    isSending,
    isEntering,
    sendCode: async (): Promise<string> => (await send({ params, body: {} }).unwrap()).mailed_to,
    enter: (code: string) => enter({ params, body: { code } }).unwrap(),
  };
}

/** Switches warmup of many mailboxes, with a way back for those that were otherwise before. */
export function useWarmupSwitch() {
  const [switchMany] = useSwitchWarmupMutation();
  return async (ids: readonly number[], enabled: boolean): Promise<void> => {
    const run = async (some: readonly number[], value: boolean) => {
      const changed: number[] = [];
      for (const part of inParts(some, bulkSize))
        changed.push(...(await switchMany({ body: { mailbox_ids: part, enabled: value } }).unwrap()).changed);
      return changed;
    };
    try {
      const changed = await run(ids, enabled);
      if (changed.length === 0)
        toasts.show({ tone: 'info', title: enabled ? 'Warmup is on already' : 'Warmup was off already' });
      else
        toasts.show({
          title: `Warmup ${enabled ? 'on' : 'off'} for ${counted(changed.length, 'mailbox', 'mailboxes')}`,
          undo: {
            run: async () => {
              await run(changed, !enabled);
            },
          },
        });
    } catch (error) {
      showProblem('Warmup was not changed', error);
    }
  };
}
