import { createSignal } from '@skein/mfe/signal';

/** What floats over the frame now. */
export type Overlay = { kind: 'palette'; query: string } | { kind: 'help' } | { kind: 'sandbox' } | null;

export const overlay = createSignal<Overlay>(null);

export const openPalette = (query = ''): void => overlay.set({ kind: 'palette', query });
export const openHelp = (): void => overlay.set({ kind: 'help' });
export const openSandbox = (): void => overlay.set({ kind: 'sandbox' });
export const closeOverlay = (): void => overlay.set(null);
