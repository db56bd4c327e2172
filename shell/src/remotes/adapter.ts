import type { LifeCycles, ParcelConfig } from 'single-spa';
import type { AreaPresence } from '@skein/mfe/area-presence';
import { isUnder, type DeployedRemote } from '@skein/mfe/manifest';
import { createAreaParcel } from './area-parcel';
import { areaState, outletId } from './area-state';
import { createVisits } from './area-visits';
import { type KeptAreas, keptAreas } from './kept-areas';
import { createScrollMemory } from './scroll-memory';

export interface AdapterOptions {
  /** Loads `name/app`: the life cycles of the remote. `isAnew` when somebody no longer waits for the load that is under way. */
  load: (name: string, isAnew?: boolean) => Promise<ParcelConfig | null>;
  /** Milliseconds a mount and an unmount may take. */
  mountLimit?: number;
  unmountLimit?: number;
  /** Whether an address belongs to the area; by its base paths unless said. */
  owns?: (pathname: string) => boolean;
  kept?: KeptAreas;
}

/**
 * The single-spa application of one area. It belongs to the shell and is thin: its mount returns at once, and the remote is loaded
 * and mounted beside it as one parcel that is used again on every visit.
 *
 * Why not the remote itself as the application: single-spa holds back all navigation until every mount has settled. A remote that
 * takes 8 s to download held the product for 8 s (70 to 150 ms this way), and one whose mount never ends held it for ever.
 * Why one parcel: single-spa never forgets a root parcel; a new one a visit leaked 143 listeners each time.
 *
 * Leaving an area that allows it takes its element out of the page and ends its effects, and no more (area-presence.tsx): coming back
 * puts it in again, in the same frame. What was left longest ago, or too long ago, is unmounted.
 */
export function createAdapter(remote: DeployedRemote, options: AdapterOptions): LifeCycles {
  const {
    load,
    mountLimit = 10_000,
    unmountLimit = 3_000,
    kept = keptAreas,
    owns = (pathname) => remote.basePaths.some((prefix) => isUnder(pathname, prefix)),
  } = options;
  const area = createAreaParcel(remote, { mountLimit, unmountLimit, owns });
  const scrolls = createScrollMemory(area.host);

  function showKept(): boolean {
    const place = document.getElementById(outletId);
    const presence = area.presence();
    if (!place || !presence || !kept.take(remote.name)) return false;
    place.replaceChildren(area.host);
    presence.shown.set(true);
    scrolls.restore(presence.address === window.location.pathname + window.location.search);
    areaState.set({ status: 'ready', name: remote.name });
    return true;
  }

  function keep(shown: AreaPresence): void {
    scrolls.remember();
    shown.shown.set(false);
    area.host.remove();
    kept.keep(remote.name, () => void area.takeDown());
  }

  const visits = createVisits(remote, area, { load, mountLimit, showKept });
  return {
    bootstrap: () => Promise.resolve(),
    mount: () => {
      visits.begin();
      return Promise.resolve();
    },
    unmount: () => {
      visits.end();
      const presence = area.presence();
      if (!presence?.isKeepable || presence.leavers > 0 || !area.isMounted()) return area.takeDown();
      keep(presence);
      return Promise.resolve();
    },
  };
}
