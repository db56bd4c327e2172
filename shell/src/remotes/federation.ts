import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ParcelConfig } from 'single-spa';
import type { Host, MountedPart } from '@skein/mfe/host';
import type { PartModule } from '@skein/mfe/area';
import type { PartContracts, PartName } from '@skein/mfe/parts';
import type { DeployedRemote } from '@skein/mfe/manifest';
import { runtimeConfig } from '../runtime-config';

/** Seconds that an entry may take; the federation runtime's own limit of 20 s is too short for a slow line. */
const entryTimeout = 120;

let registered = false;

/** Tells the federation runtime where the remotes are; again after the list was read again. */
export function provideRemotes(remotes: readonly DeployedRemote[]): void {
  if (!registered) registerPlugins([{ name: 'skein-loading', createScript: () => ({ timeout: (runtimeConfig().remoteTimeout ?? entryTimeout) * 1000 }) }]);
  registered = true;
  registerRemotes(
    remotes.filter(({ refused }) => !refused).map(({ name, entry }) => ({ name, entry: new URL(entry, window.location.href).href })),
    { force: true },
  );
}

/** The life cycles of an area. */
export const loadArea = (name: string): Promise<ParcelConfig | null> => loadRemote<ParcelConfig>(`${name}/app`);

/** Fetches an area's code ahead of time; a failure is met again, and shown, when the area is opened. */
export function preloadArea(name: string): void {
  loadArea(name).catch(() => {});
}

/** Shows a part of a remote in an element. */
export const mountPart: Host['mountPart'] = async <Name extends PartName>(name: Name, element: HTMLElement, props: PartContracts[Name]): Promise<MountedPart<PartContracts[Name]>> => {
  const module = await loadRemote<PartModule<PartContracts[Name]>>(name);
  if (!module?.part) throw new Error(`${name} is not a part.`);
  return module.part.mount(element, props);
};
