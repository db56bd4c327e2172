import { useSyncExternalStore } from 'react';

/** Whether a media query holds now; follows changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      if (typeof window.matchMedia !== 'function') return () => {};
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => typeof window.matchMedia === 'function' && window.matchMedia(query).matches,
    () => false,
  );
}

/** Under 640 px lists become cards. */
export function usePhone(): boolean {
  return useMedia('(max-width: 639.98px)');
}
