import { readProblem } from '@skein/mfe/requests';
import {
  useListConsentClientsQuery,
  useRemoveConsentClientMutation,
  useSaveConsentClientMutation,
} from './consent-clients-api';

type Input = Parameters<ReturnType<typeof useSaveConsentClientMutation>[0]>[0];
type Provider = Input['params']['provider'];

/** The workspace's own OAuth clients. What changes them rejects with the server's problem. */
export function useConsentClients() {
  const asked = useListConsentClientsQuery(undefined);
  const [save] = useSaveConsentClientMutation();
  const [remove] = useRemoveConsentClientMutation();
  return {
    view: asked.data,
    problem: readProblem(asked),
    save: (provider: Provider, body: Input['body']) => save({ params: { provider }, body }).unwrap(),
    /** Answers how many mailboxes have to sign in again. */
    remove: async (provider: Provider): Promise<number> => (await remove({ params: { provider } }).unwrap()).mailboxes,
  };
}
