import type { ParcelConfig } from 'single-spa';
import type { DeployedRemote } from '@skein/mfe/manifest';
import { currentPage } from '@skein/mfe/page';
import { isStaleBuild, offerReload } from '@skein/mfe/stale-build';
import { telemetry } from '@skein/mfe/telemetry';
import { drawnOutlet } from './area-outlet';
import type { AreaParcel } from './area-parcel';
import { areaState, outletId } from './area-state';

interface VisitOptions {
  /** Loads `name/app`: the life cycles of the remote. `isAnew` when somebody no longer waits for the load that is under way. */
  load: (name: string, isAnew?: boolean) => Promise<ParcelConfig | null>;
  mountLimit: number;
  /** Shows the area that was kept; false when there is none. */
  showKept: () => boolean;
}

/** Visits of an area: each loads and shows it, says so in `areaState`, and gives way to the next one. */
export function createVisits(remote: DeployedRemote, area: AreaParcel, { load, mountLimit, showKept }: VisitOptions) {
  const { name, version, title } = remote;
  /** The visit that counts: what an earlier one comes to is nothing any more. */
  let ticket = 0;
  let attempts = 0;

  function failed(error: unknown): void {
    attempts += 1;
    area.clear();
    telemetry.failed(`remote ${name} ${version}`, error);
    areaState.set({
      status: 'failed',
      name,
      error,
      attempts,
      at: new Date(),
      retry: () => void attempt((ticket += 1)),
    });
    if (isStaleBuild(error)) offerReload();
  }

  async function attempt(mine: number, isAnew = false): Promise<void> {
    areaState.set({ status: 'loading', name, retry: () => void attempt((ticket += 1), true) });
    // At once, not with the area's first page: the top bar would go on naming the page before, however long this one takes.
    currentPage.set({ crumbs: [{ label: title }] });
    try {
      if (!document.getElementById(outletId)) {
        await drawnOutlet(mountLimit);
        if (mine !== ticket || showKept()) return;
      }
      const config = await load(name, isAnew);
      if (!config) throw new Error(`${name} exposes no area.`);
      await area.takenDown();
      const place = await drawnOutlet(mountLimit);
      if (mine !== ticket) return;
      area.presence()?.shown.set(true);
      place.replaceChildren(area.host);
      await area.mount(config);
      if (mine === ticket) {
        attempts = 0;
        areaState.set({ status: 'ready', name });
      } else await area.unmount();
    } catch (error) {
      area.forget();
      if (mine === ticket) failed(error);
    }
  }

  return {
    begin() {
      ticket += 1;
      if (!showKept()) void attempt(ticket);
    },
    end() {
      ticket += 1;
    },
  };
}
