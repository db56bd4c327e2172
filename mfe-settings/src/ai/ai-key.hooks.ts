import { aiModels } from '@skein/contracts/main/ai-writing.contract';
import { readProblem } from '@skein/mfe/requests';
import {
  useAiKeyQuery,
  useAiModelsQuery,
  useDeleteAiKeyMutation,
  useSandboxWriterMutation,
  useSaveAiKeyMutation,
} from '../api';

/** The person's own key of an AI service for writing. What changes it rejects with the server's problem. */
export function useAiKey() {
  const asked = useAiKeyQuery();
  const [save] = useSaveAiKeyMutation();
  const [takeSandbox] = useSandboxWriterMutation();
  const [remove] = useDeleteAiKeyMutation();
  return {
    kept: asked.data,
    problem: asked.data ? null : readProblem(asked),
    save: (body: Parameters<typeof save>[0]['body']) => save({ body }).unwrap(),
    takeSandbox: () => takeSandbox({ body: {} }).unwrap(),
    remove: () => remove({}).unwrap(),
  };
}
export type AiKey = ReturnType<typeof useAiKey>;

/** Models that the key's service offers; the usual ones until they are known. */
export const useAiModels = (): readonly string[] => useAiModelsQuery().data?.models ?? aiModels;
