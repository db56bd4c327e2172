import { createSignal } from '@skein/mfe/signal';

/** What the outlet shows now: the area that is being loaded, stands, or failed. */
export type AreaState =
  | { status: 'none' }
  | { status: 'loading'; name: string; retry: () => void }
  | { status: 'ready'; name: string }
  | { status: 'failed'; name: string; error: unknown; attempts: number; at: Date; retry: () => void };

export const areaState = createSignal<AreaState>({ status: 'none' });

/** Id of the element in which areas stand: drawn by the shell's React without children, never with another key. */
export const outletId = 'outlet';
