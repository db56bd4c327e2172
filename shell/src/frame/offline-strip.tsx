import { useSyncExternalStore } from 'react';
import { Icon } from '@skein/ui/icon';
import { Strip } from './frame-style';
import { useReadAgain } from './use-read-again';

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
  const readAgain = useReadAgain();
  if (online) return null;
  return (
    <Strip role="status">
      <Icon name="unplug" size={14} />
      <span>You’re offline. This page may be out of date; your campaigns keep sending.</span>
      <button type="button" onClick={readAgain}>
        Retry
      </button>
    </Strip>
  );
}
