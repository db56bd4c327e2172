import type { PolicyChange } from './policy-change';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useGetWarmupPolicyQuery, useUpdateWarmupPolicyMutation } from './api';

/** Shared pool and warmup age of the workspace. */
export function useWarmupPolicy() {
  const { data, error, isFetching, refetch } = useGetWarmupPolicyQuery({});
  const [update, { isLoading: isSaving }] = useUpdateWarmupPolicyMutation();
  const save = async (body: PolicyChange, done: string): Promise<boolean> => {
    try {
      await update({ body }).unwrap();
      toasts.show({ title: done });
      return true;
    } catch (problem) {
      showProblem('Warmup settings were not saved', problem);
      return false;
    }
  };
  return { policy: data, problem: error?.message ?? null, isFetching, refetch, save, isSaving };
}
