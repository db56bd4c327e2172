import { registerApplication, start, type ParcelConfig } from 'single-spa';
import { ownerOf, type DeployedRemote } from '@skein/mfe/manifest';
import { historyIsPatched } from '@skein/mfe/navigation';
import type { AuthState } from '@skein/mfe/slices/auth';
import { getStore } from '@skein/mfe/store';
import { createAdapter } from './adapter';
import { RefusedRemote } from './explain-failure';
import { enforceIntegrity, refetchFailed } from './integrity';
import { keptAreas } from './kept-areas';
import { loadRegistry, registry } from './registry';

let started = false;

/** Areas that failed: before another try the list is read again, because a newer version may be the answer. */
const failed = new Set<string>();

/** What loads areas is a file of its own, begun beside the list of remotes: nothing of the frame waits for it. */
const loadFederation = () => import('./federation');

/** Begins to fetch what loads areas; a failure is met again, and shown, with the first area. */
export function fetchFederation(): void {
  loadFederation().catch(() => {});
}

let loadsAnew = 0;

async function load(name: string, isAnew = false): Promise<ParcelConfig | null> {
  try {
    const { loadArea, provideRemotes } = await loadFederation();
    if (failed.has(name)) {
      const before = registry.get();
      // A list that cannot be read now leaves the known one.
      const fresh = await loadRegistry(getStore().getState().auth.token).catch(() => before);
      const entry = (list: typeof before) => list?.remotes.find((remote) => remote.name === name);
      const changed = entry(fresh);
      const was = entry(before);
      if (changed && (was?.refused || changed.entry !== was?.entry)) provideRemotes([changed]);
    }
    const known = registry.get()?.remotes.find((remote) => remote.name === name);
    if (known?.refused) throw new RefusedRemote(known.refused);
    await refetchFailed(name);
    // Another address for the same file: the load under way holds the one it has.
    if (known && isAnew) provideRemotes([{ ...known, entry: `${known.entry}?again=${(loadsAnew += 1)}` }]);
    return await loadArea(name);
  } catch (error) {
    failed.add(name);
    throw error;
  }
}

/**
 * What was drawn for another role, another plan or another list of remotes is not shown again: areas that are kept are taken down when
 * one of them changes. (The end of a session loads the page anew.)
 */
function followAccess(): void {
  registry.subscribe(() => keptAreas.clear());
  const store = getStore();
  const accessOf = ({ user, plan }: AuthState) =>
    JSON.stringify([user, plan?.plan_type, plan?.subscription_detail, plan?.new_feature_access]);
  let auth = store.getState().auth;
  store.subscribe(() => {
    const next = store.getState().auth;
    if (next === auth) return;
    if (accessOf(next) !== accessOf(auth)) keptAreas.clear();
    auth = next;
  });
}

/** Registers every remote with single-spa and starts it. The outlet must be drawn. Only the first call does something. */
export function startAreas(remotes: readonly DeployedRemote[], mayEnter: () => boolean): void {
  if (started) return;
  started = true;
  enforceIntegrity(() => registry.get()?.remotes ?? remotes);
  followAccess();
  for (const remote of remotes) {
    registerApplication({
      name: remote.name,
      app: () =>
        Promise.resolve(
          createAdapter(remote, { load, owns: (pathname) => ownerOf(remotes, pathname)?.name === remote.name }),
        ),
      activeWhen: (location) => mayEnter() && ownerOf(remotes, location.pathname)?.name === remote.name,
    });
  }
  start({ urlRerouteOnly: true });
  historyIsPatched();
}
