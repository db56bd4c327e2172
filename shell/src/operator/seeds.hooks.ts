import { attempt, readProblem } from '@skein/mfe/requests';
import {
  useAddSeedMutation,
  useAddSeedsMutation,
  useCheckSeedMutation,
  useDeleteSeedMutation,
  useOperatorSeedsQuery,
  useSetSeedActiveMutation,
} from './operator-api';

/** The mailboxes that placement tests write to. `check` and `setActive` show a refusal; `remove` rejects with the server's problem. */
export function useSeeds() {
  const asked = useOperatorSeedsQuery({});
  const [check] = useCheckSeedMutation();
  const [setActive] = useSetSeedActiveMutation();
  const [remove] = useDeleteSeedMutation();
  const params = (placementSeedId: number) => ({ params: { placementSeedId } });
  return {
    rows: asked.data?.rows ?? [],
    isLoading: asked.isFetching && !asked.data,
    problem: readProblem(asked),
    check: (id: number) => attempt(check({ ...params(id), body: {} }).unwrap(), 'The seed was not checked'),
    setActive: (id: number, is_active: boolean) =>
      attempt(setActive({ ...params(id), body: { is_active } }).unwrap(), 'The seed was not changed'),
    remove: (id: number) => remove(params(id)).unwrap(),
  };
}

type Seed = Parameters<ReturnType<typeof useAddSeedMutation>[0]>[0]['body'];
type Seeds = Parameters<ReturnType<typeof useAddSeedsMutation>[0]>[0]['body']['seeds'];

/** Connects one seed, or some of a file. Both reject with the server's problem. */
export function useAddSeeds() {
  const [add] = useAddSeedMutation();
  const [addMany] = useAddSeedsMutation();
  return {
    add: (seed: Seed) => add({ body: seed }).unwrap(),
    addMany: async (seeds: Seeds) => (await addMany({ body: { seeds } }).unwrap()).rows,
  };
}
