import { attempt, readProblem } from '@skein/mfe/requests';
import {
  useCreateApiKeyMutation,
  useDeleteApiKeyMutation,
  useListApiKeysQuery,
  useRevealApiKeyMutation,
  useRotateApiKeyMutation,
} from '../api';

/** Keys of the API. `replace` and `remove` reject with the server's problem. */
export function useApiKeys() {
  const asked = useListApiKeysQuery();
  const [reveal] = useRevealApiKeyMutation();
  const [rotate] = useRotateApiKeyMutation();
  const [remove] = useDeleteApiKeyMutation();
  return {
    keys: asked.data?.keys,
    problem: readProblem(asked),
    /** Answers a key in full; null when that was refused, which is shown. */
    reveal: async (keyId: number): Promise<string | null> =>
      (await attempt(reveal({ params: { keyId }, body: {} }).unwrap(), 'The key was not shown'))?.value.api_key ?? null,
    /** Answers the new key. */
    replace: async (keyId: number): Promise<string> => (await rotate({ params: { keyId }, body: {} }).unwrap()).api_key,
    remove: (keyId: number) => remove({ params: { keyId } }).unwrap(),
  };
}

/** Creates a key and answers it. Rejects with the server's problem. */
export function useCreateApiKey() {
  const [create, { isLoading: isCreating }] = useCreateApiKeyMutation();
  return {
    isCreating,
    create: async (body: Parameters<typeof create>[0]['body']): Promise<string> =>
      (await create({ body }).unwrap()).api_key,
  };
}
