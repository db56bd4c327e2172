import { mountRootParcel, type LifeCycles, type Parcel, type ParcelConfig } from 'single-spa';
import { isStaleBuild, offerReload } from '@skein/mfe/stale-build';
import { telemetry } from '@skein/mfe/telemetry';
import type { DeployedRemote } from '@skein/mfe/manifest';
import { areaState, outletId } from './area-state';

export interface AdapterOptions {
  /** Loads `name/app`: the life cycles of the remote. */
  load: (name: string) => Promise<ParcelConfig | null>;
  /** Milliseconds a mount and an unmount may take. */
  mountLimit?: number;
  unmountLimit?: number;
}

/** Rejects when `promise` takes longer than `milliseconds`. */
function limit<Value>(promise: Promise<Value>, milliseconds: number, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds / 1000} s.`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * The single-spa application of one area. It belongs to the shell and is thin: its mount returns at once, and the remote is loaded
 * and mounted beside it as one parcel that is used again on every visit.
 *
 * Why not the remote itself as the application: single-spa holds back all navigation until every mount has settled. A remote that
 * takes 8 s to download held the product for 8 s (70 to 150 ms this way), and one whose mount never ends held it for ever.
 * Why one parcel: single-spa never forgets a root parcel; a new one a visit leaked 143 listeners each time.
 */
export function createAdapter(remote: DeployedRemote, { load, mountLimit = 10_000, unmountLimit = 3_000 }: AdapterOptions): LifeCycles {
  let ticket = 0;
  let attempts = 0;
  let parcel: Parcel | undefined;
  const host = document.createElement('div');
  host.dataset.area = remote.name;
  host.style.display = 'contents';

  const outlet = () => {
    const element = document.getElementById(outletId);
    if (!element) throw new Error('The shell draws no outlet.');
    return element;
  };

  async function mountParcel(config: ParcelConfig) {
    if (parcel?.getStatus() === 'NOT_MOUNTED') return limit(parcel.mount(), mountLimit, `Showing ${remote.name}`);
    const created = mountRootParcel({ ...(config as object), name: remote.name } as ParcelConfig, { domElement: host });
    parcel = created;
    created.unmountPromise.catch(() => {});
    return limit(created.mountPromise, mountLimit, `Showing ${remote.name}`);
  }

  async function attempt(mine: number): Promise<void> {
    areaState.set({ status: 'loading', name: remote.name });
    try {
      const config = await load(remote.name);
      if (!config) throw new Error(`${remote.name} exposes no area.`);
      if (mine !== ticket) return;
      outlet().replaceChildren(host);
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
      areaState.set({ status: 'failed', name: remote.name, error, attempts, at: new Date(), retry: () => void attempt((ticket += 1)) });
      if (isStaleBuild(error)) offerReload();
    }
  }

  return {
    bootstrap: () => Promise.resolve(),
    mount: () => {
      ticket += 1;
      void attempt(ticket);
      return Promise.resolve();
    },
    unmount: async () => {
      ticket += 1;
      try {
        if (parcel?.getStatus() === 'MOUNTED') await limit(parcel.unmount(), unmountLimit, `Leaving ${remote.name}`);
      } catch (error) {
        telemetry.failed(`leaving ${remote.name}`, error);
        parcel = undefined;
        host.replaceChildren();
      } finally {
        host.remove();
      }
    },
  };
}
