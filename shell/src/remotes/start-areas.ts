import { registerApplication, start, type ParcelConfig } from 'single-spa';
import { ownerOf, type DeployedRemote } from '@skein/mfe/manifest';
import { historyIsPatched } from '@skein/mfe/navigation';
import { getStore } from '@skein/mfe/store';
import { createAdapter } from './adapter';
import { RefusedRemote } from './explain-failure';
import { loadArea, provideRemotes } from './federation';
import { enforceIntegrity } from './integrity';
import { loadRegistry, registry } from './registry';

let started = false;

/** Areas that failed: before another try the list is read again, because a newer version may be the answer. */
const failed = new Set<string>();

async function load(name: string): Promise<ParcelConfig | null> {
  try {
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
    return await loadArea(name);
  } catch (error) {
    failed.add(name);
    throw error;
  }
}

/** Registers every remote with single-spa and starts it. The outlet must be drawn. Only the first call does something. */
export function startAreas(remotes: readonly DeployedRemote[], mayEnter: () => boolean): void {
  if (started) return;
  started = true;
  enforceIntegrity(() => registry.get()?.remotes ?? remotes);
  provideRemotes(remotes);
  for (const remote of remotes) {
    registerApplication({
      name: remote.name,
      app: () => Promise.resolve(createAdapter(remote, { load })),
      activeWhen: (location) => mayEnter() && ownerOf(remotes, location.pathname)?.name === remote.name,
    });
  }
  start({ urlRerouteOnly: true });
  historyIsPatched();
}
