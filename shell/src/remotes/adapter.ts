import { mountRootParcel, type LifeCycles, type Parcel, type ParcelConfig } from 'single-spa';
import { createPresence, type AreaPresence } from '@skein/mfe/area-presence';
import { isUnder, type DeployedRemote } from '@skein/mfe/manifest';
import { currentPage } from '@skein/mfe/page';
import { isStaleBuild, offerReload } from '@skein/mfe/stale-build';
import { telemetry } from '@skein/mfe/telemetry';
import { areaState, outletId } from './area-state';
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

/** Rejects when `promise` takes longer than `milliseconds`. */
function limit<Value>(promise: Promise<Value>, milliseconds: number, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds / 1000} s.`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The place of areas: at once, or as soon as the frame draws it; single-spa hears of an address before React has drawn it. */
function drawnOutlet(milliseconds: number): Promise<HTMLElement> {
  const drawn = document.getElementById(outletId);
  if (drawn) return Promise.resolve(drawn);
  let observer: MutationObserver;
  const later = new Promise<HTMLElement>((resolve) => {
    observer = new MutationObserver(() => {
      const element = document.getElementById(outletId);
      if (element) resolve(element);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  return limit(later, milliseconds, 'Drawing the frame').finally(() => observer.disconnect());
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
  let ticket = 0;
  let attempts = 0;
  let parcel: Parcel | undefined;
  let presence: AreaPresence | undefined;
  let taking: Promise<void> | undefined;
  const host = document.createElement('div');
  host.dataset.area = remote.name;
  host.style.display = 'contents';
  const scrolls = createScrollMemory(host);

  async function mountParcel(config: ParcelConfig) {
    if (parcel?.getStatus() === 'NOT_MOUNTED') return limit(parcel.mount(), mountLimit, `Showing ${remote.name}`);
    presence = createPresence(owns);
    const created = mountRootParcel(
      { ...(config as object), name: remote.name } as ParcelConfig,
      { domElement: host, presence } as never,
    );
    parcel = created;
    created.unmountPromise.catch(() => {});
    return limit(created.mountPromise, mountLimit, `Showing ${remote.name}`);
  }

  async function attempt(mine: number, isAnew = false): Promise<void> {
    areaState.set({ status: 'loading', name: remote.name, retry: () => void attempt((ticket += 1), true) });
    // At once, not with the area's first page: the top bar would go on naming the page before, however long this one takes.
    currentPage.set({ crumbs: [{ label: remote.title }] });
    try {
      if (!document.getElementById(outletId)) {
        await drawnOutlet(mountLimit);
        if (mine !== ticket || showKept()) return;
      }
      const config = await load(remote.name, isAnew);
      if (!config) throw new Error(`${remote.name} exposes no area.`);
      await taking;
      const place = await drawnOutlet(mountLimit);
      if (mine !== ticket) return;
      presence?.shown.set(true);
      place.replaceChildren(host);
      await mountParcel(config);
      if (mine === ticket) {
        attempts = 0;
        areaState.set({ status: 'ready', name: remote.name });
      } else if (parcel?.getStatus() === 'MOUNTED') await parcel.unmount();
    } catch (error) {
      parcel = undefined;
      if (mine !== ticket) return;
      attempts += 1;
      host.remove();
      host.replaceChildren();
      telemetry.failed(`remote ${remote.name} ${remote.version}`, error);
      areaState.set({
        status: 'failed',
        name: remote.name,
        error,
        attempts,
        at: new Date(),
        retry: () => void attempt((ticket += 1)),
      });
      if (isStaleBuild(error)) offerReload();
    }
  }

  /** Unmounts the parcel, and forgets it when it will not go. */
  async function takeDown(): Promise<void> {
    try {
      if (parcel?.getStatus() === 'MOUNTED') await limit(parcel.unmount(), unmountLimit, `Leaving ${remote.name}`);
    } catch (error) {
      telemetry.failed(`leaving ${remote.name}`, error);
      parcel = undefined;
      host.replaceChildren();
    } finally {
      host.remove();
    }
  }

  /** Shows the area that was kept; false when there is none. */
  function showKept(): boolean {
    const place = document.getElementById(outletId);
    if (!place || !presence || !kept.take(remote.name)) return false;
    place.replaceChildren(host);
    presence.shown.set(true);
    scrolls.restore(presence.address === window.location.pathname + window.location.search);
    areaState.set({ status: 'ready', name: remote.name });
    return true;
  }

  function keep(shown: AreaPresence): void {
    scrolls.remember();
    shown.shown.set(false);
    host.remove();
    kept.keep(remote.name, () => {
      taking = takeDown();
    });
  }

  return {
    bootstrap: () => Promise.resolve(),
    mount: () => {
      ticket += 1;
      if (!showKept()) void attempt(ticket);
      return Promise.resolve();
    },
    unmount: () => {
      ticket += 1;
      if (!presence?.isKeepable || presence.leavers > 0 || parcel?.getStatus() !== 'MOUNTED') return takeDown();
      keep(presence);
      return Promise.resolve();
    },
  };
}
