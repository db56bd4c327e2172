import { createSignal } from '@skein/mfe/signal';

/** What floats over the frame now. */
export type Overlay =
  { kind: 'palette'; query: string } | { kind: 'help' } | { kind: 'sandbox'; at: 'world' | 'speed' } | null;

export const overlay = createSignal<Overlay>(null);

export const openPalette = (query = ''): void => overlay.set({ kind: 'palette', query });
export const openHelp = (): void => overlay.set({ kind: 'help' });
/** `speed`: at the control of campaign time. */
export const openSandbox = (at: 'world' | 'speed' = 'world'): void => overlay.set({ kind: 'sandbox', at });
export const closeOverlay = (): void => overlay.set(null);
