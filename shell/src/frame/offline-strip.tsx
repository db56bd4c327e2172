import { useSyncExternalStore } from 'react';
import { api, tags } from '@skein/mfe/api';
import { useAppDispatch } from '@skein/mfe/store';
import { Icon } from '@skein/ui/icon';
import { Strip } from './frame-style';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the line is down: what is on the screen stays, and is read again when it is back. */
export function OfflineStrip() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const dispatch = useAppDispatch();
  if (online) return null;
  return (
    <Strip role="status">
      <Icon name="unplug" size={14} />
      <span>You’re offline. This page may be out of date; your campaigns keep sending.</span>
      <button type="button" onClick={() => dispatch(api.util.invalidateTags([...tags]))}>
        Retry
      </button>
    </Strip>
  );
}
