import type { NewSeed } from '@skein/contracts/smart-delivery/seed-file';
import { attempt, readProblem } from '@skein/mfe/requests';
import type { SeedBody } from '@skein/mfe/seeds/connect-seed-dialog';
import {
  usePlacementAddSeedMutation,
  usePlacementAddSeedsMutation,
  usePlacementCheckSeedMutation,
  usePlacementChoicesQuery,
  usePlacementDeleteSeedMutation,
  usePlacementMailSeedCodeMutation,
  usePlacementSeedsQuery,
  usePlacementSetSeedActiveMutation,
} from '../api';

/**
 * The workspace's own seeds, read again while the page is open: codes are found meanwhile. `check`, `setActive` and
 * `mailCode` show a refusal; the others reject with the server's problem.
 */
export function useOwnSeeds() {
  const asked = usePlacementSeedsQuery({}, { pollingInterval: 15_000, skipPollingIfUnfocused: true });
  const [connect] = usePlacementAddSeedMutation();
  const [connectMany] = usePlacementAddSeedsMutation();
  const [check] = usePlacementCheckSeedMutation();
  const [mailCode] = usePlacementMailSeedCodeMutation();
  const [setActive] = usePlacementSetSeedActiveMutation();
  const [remove] = usePlacementDeleteSeedMutation();
  const params = (placementSeedId: number) => ({ params: { placementSeedId } });
  return {
    rows: asked.data?.rows ?? [],
    isLoading: asked.isFetching && !asked.data,
    problem: readProblem(asked),
    connect: (body: SeedBody) => connect({ body }).unwrap(),
    connectMany: async (seeds: NewSeed[]) => {
      // A file can name workspaces, as that of an operator does; here all of it is the person's own workspace.
      const own = seeds.map(({ workspace_id: _, ...seed }) => seed);
      return (await connectMany({ body: { seeds: own } }).unwrap()).rows;
    },
    check: (id: number) => attempt(check({ ...params(id), body: {} }).unwrap(), 'The seed was not checked'),
    mailCode: (id: number) => attempt(mailCode({ ...params(id), body: {} }).unwrap(), 'The code was not emailed'),
    setActive: (id: number, is_active: boolean) =>
      attempt(setActive({ ...params(id), body: { is_active } }).unwrap(), 'The seed was not changed'),
    remove: (id: number) => remove(params(id)).unwrap(),
  };
}

/** How many active seeds of the installation tests write to besides the workspace's own; null until that is known. */
export function useSharedSeedCount(): number | null {
  const seeds = usePlacementChoicesQuery({}).data?.seeds;
  return seeds ? seeds.reduce((sum, { count, own }) => sum + count - own, 0) : null;
}
