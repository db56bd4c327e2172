import { registerApplication, start } from 'single-spa';
import { ownerOf, type DeployedRemote } from '@skein/mfe/manifest';
import { historyIsPatched } from '@skein/mfe/navigation';
import { createAdapter } from './adapter';
import { loadArea, provideRemotes } from './federation';
import { enforceIntegrity } from './integrity';

let started = false;

/** Registers every remote with single-spa and starts it. The outlet must be drawn. Only the first call does something. */
export function startAreas(remotes: readonly DeployedRemote[], mayEnter: () => boolean): void {
  if (started) return;
  started = true;
  enforceIntegrity(remotes);
  provideRemotes(remotes);
  for (const remote of remotes) {
    registerApplication({
      name: remote.name,
      app: () => Promise.resolve(createAdapter(remote, { load: loadArea })),
      activeWhen: (location) => mayEnter() && ownerOf(remotes, location.pathname)?.name === remote.name,
    });
  }
  start({ urlRerouteOnly: true });
  historyIsPatched();
}
