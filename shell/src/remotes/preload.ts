import { ownerOf } from '@skein/mfe/manifest';
import { registry } from './registry';

/** Fetches the code of the area that owns an address. */
export function preloadAddress(address: string): void {
  const owner = ownerOf(registry.get()?.remotes ?? [], new URL(address, window.location.href).pathname);
  if (owner) void import('./federation').then(({ preloadArea }) => preloadArea(owner.name));
}

/** Preloads the area behind a link when the pointer or the focus comes to it; returns what ends it. */
export function preloadOnHover(target: Document = document): () => void {
  const listener = (event: Event) => {
    const link = (event.target as Element | null)?.closest?.('a[href^="/app/"]');
    const address = link?.getAttribute('href');
    if (address) preloadAddress(address);
  };
  target.addEventListener('pointerover', listener, { passive: true });
  target.addEventListener('focusin', listener);
  return () => {
    target.removeEventListener('pointerover', listener);
    target.removeEventListener('focusin', listener);
  };
}
