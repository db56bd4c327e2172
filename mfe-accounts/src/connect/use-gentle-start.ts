import { useCallback } from 'react';
import { showProblem } from '@skein/mfe/toasts';
import { useUpdateMailboxMutation, useUpdateWarmupMutation } from '../api';

/** Campaign emails of a new mailbox on its first day, and how many more on each day after it. */
export const gentleRamp = { start: 10, increase: 2 } as const;

/** Switches warmup on for a mailbox that was just connected, and lets its daily cap grow from a few emails. A refusal is shown; the mailbox stays connected. */
export function useGentleStart(): (mailboxId: number, perDay: number) => Promise<void> {
  const [updateMailbox] = useUpdateMailboxMutation();
  const [updateWarmup] = useUpdateWarmupMutation();
  return useCallback(
    async (mailboxId, perDay) => {
      const params = { mailboxId };
      try {
        await updateWarmup({ params, body: { enabled: true } }).unwrap();
        if (perDay > gentleRamp.start) await updateMailbox({ params, body: { ramp: gentleRamp } }).unwrap();
      } catch (problem) {
        showProblem('Warmup is not on yet', problem);
      }
    },
    [updateMailbox, updateWarmup],
  );
}
