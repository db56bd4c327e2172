import { mountRootParcel, type Parcel, type ParcelConfig } from 'single-spa';
import { createPresence, type AreaPresence } from '@skein/mfe/area-presence';
import type { DeployedRemote } from '@skein/mfe/manifest';
import { telemetry } from '@skein/mfe/telemetry';
import { limit } from './area-outlet';

export type AreaParcel = ReturnType<typeof createAreaParcel>;

/** An area in its element: one parcel, which is used again on every visit. */
export function createAreaParcel(
  remote: DeployedRemote,
  { mountLimit, unmountLimit, owns }: { mountLimit: number; unmountLimit: number; owns: (pathname: string) => boolean },
) {
  let parcel: Parcel | undefined;
  let presence: AreaPresence | undefined;
  let takingDown: Promise<void> | undefined;
  const host = document.createElement('div');
  host.dataset.area = remote.name;
  host.style.display = 'contents';
  const isMounted = () => parcel?.getStatus() === 'MOUNTED';

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

  return {
    host,
    /** Of the area that was mounted last. */
    presence: () => presence,
    isMounted,
    /** Settles when what was taken down is gone. */
    takenDown: () => takingDown,
    async mount(config: ParcelConfig) {
      if (parcel?.getStatus() === 'NOT_MOUNTED') return limit(parcel.mount(), mountLimit, `Showing ${remote.name}`);
      presence = createPresence(owns);
      const created = mountRootParcel(
        { ...(config as object), name: remote.name } as ParcelConfig,
        { domElement: host, presence } as never,
      );
      parcel = created;
      created.unmountPromise.catch(() => {});
      return limit(created.mountPromise, mountLimit, `Showing ${remote.name}`);
    },
    /** Unmounts an area that nobody waits for any more. */
    async unmount() {
      if (parcel?.getStatus() === 'MOUNTED') await parcel.unmount();
    },
    /** Unmounts the area, and forgets it when it will not go. */
    takeDown() {
      takingDown = takeDown();
      return takingDown;
    },
    /** Forgets an area that failed: the next visit mounts it anew. */
    forget() {
      parcel = undefined;
    },
    /** Takes away what it has drawn. */
    clear() {
      host.remove();
      host.replaceChildren();
    },
  };
}
