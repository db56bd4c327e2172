import type { ParcelConfig } from 'single-spa';
import type { Host, MountedPart } from '@skein/mfe/host';
import type { PartModule } from '@skein/mfe/area';
import type { PartContracts, PartName } from '@skein/mfe/parts';
import type { DeployedRemote } from '@skein/mfe/manifest';
import { runtimeConfig } from '../runtime-config';
import { init } from './federation-runtime';
import { providedModules } from './provided-modules';
import { registry } from './registry';

/** Seconds that an entry may take; the federation runtime's own limit of 20 s is too short for a slow line. */
const entryTimeout = 120;

/** The runtime that loads areas, with what the shell shares. */
const federation = init({
  name: 'shell',
  remotes: [],
  shared: providedModules,
  plugins: [
    {
      name: 'skein-loading',
      createScript: () => ({ timeout: (runtimeConfig().remoteTimeout ?? entryTimeout) * 1000 }),
    },
  ],
});

let knowsList = false;

/** The runtime, which knows every remote of the page's list; the list is there before the first area is asked for. */
function knowing(): typeof federation {
  if (!knowsList) provideRemotes(registry.get()?.remotes ?? []);
  knowsList = true;
  return federation;
}

/** Tells the federation runtime where remotes are; again after the list was read again. */
export function provideRemotes(remotes: readonly DeployedRemote[]): void {
  federation.registerRemotes(
    remotes
      .filter(({ refused }) => !refused)
      .map(({ name, entry }) => ({ name, entry: new URL(entry, window.location.href).href })),
    { force: true },
  );
}

/** The life cycles of an area. */
export const loadArea = (name: string): Promise<ParcelConfig | null> =>
  knowing().loadRemote<ParcelConfig>(`${name}/app`);

/** Fetches an area's code ahead of time; a failure is met again, and shown, when the area is opened. */
export function preloadArea(name: string): void {
  loadArea(name).catch(() => {});
}

/** Shows a part of a remote in an element. */
export const mountPart: Host['mountPart'] = async <Name extends PartName>(
  name: Name,
  element: HTMLElement,
  props: PartContracts[Name],
): Promise<MountedPart<PartContracts[Name]>> => {
  const module = await knowing().loadRemote<PartModule<PartContracts[Name]>>(name);
  if (!module?.part) throw new Error(`${name} is not a part.`);
  return module.part.mount(element, props);
};
