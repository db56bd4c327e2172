import type { NewSeed } from '@skein/contracts/smart-delivery/seed-file';
import { attempt, readProblem } from '@skein/mfe/requests';
import {
  useAddSeedMutation,
  useAddSeedsMutation,
  useCheckSeedMutation,
  useDeleteSeedMutation,
  useOperatorSeedsQuery,
  useSetSeedActiveMutation,
} from './operator-api';

/** The mailboxes that placement tests write to. `check` and `setActive` show a refusal; the others reject with the server's problem. */
export function useSeeds() {
  const asked = useOperatorSeedsQuery({});
  const [connect] = useAddSeedMutation();
  const [connectMany] = useAddSeedsMutation();
  const [check] = useCheckSeedMutation();
  const [setActive] = useSetSeedActiveMutation();
  const [remove] = useDeleteSeedMutation();
  const params = (placementSeedId: number) => ({ params: { placementSeedId } });
  return {
    rows: asked.data?.rows ?? [],
    isLoading: asked.isFetching && !asked.data,
    problem: readProblem(asked),
    connect: (body: NewSeed) => connect({ body }).unwrap(),
    connectMany: async (seeds: NewSeed[]) => (await connectMany({ body: { seeds } }).unwrap()).rows,
    check: (id: number) => attempt(check({ ...params(id), body: {} }).unwrap(), 'The seed was not checked'),
    setActive: (id: number, is_active: boolean) =>
      attempt(setActive({ ...params(id), body: { is_active } }).unwrap(), 'The seed was not changed'),
    remove: (id: number) => remove(params(id)).unwrap(),
  };
}
