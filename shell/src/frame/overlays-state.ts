import { createSignal } from '@skein/mfe/signal';
import { awaitField } from '@skein/ui/typed-ahead';

/** What floats over the frame now. */
export type Overlay =
  | { kind: 'palette'; query: string; isHere: () => void }
  | { kind: 'help' }
  | { kind: 'sandbox'; at: 'world' | 'speed' }
  | null;

export const overlay = createSignal<Overlay>(null);

/** Before its code is there too, and before the frame is: what is typed from now on goes into its field. */
export const openPalette = (query = ''): void => {
  if (overlay.get()?.kind !== 'palette') overlay.set({ kind: 'palette', query, isHere: awaitField() });
};
export const openHelp = (): void => overlay.set({ kind: 'help' });
/** `speed`: at the control of campaign time. */
export const openSandbox = (at: 'world' | 'speed' = 'world'): void => overlay.set({ kind: 'sandbox', at });
export const closeOverlay = (): void => {
  const shown = overlay.get();
  if (shown?.kind === 'palette') shown.isHere();
  overlay.set(null);
};
