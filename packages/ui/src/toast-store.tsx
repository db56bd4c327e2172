import type { ReactNode } from 'react';
import { keptUndos } from './kept-undos';

export { keptUndos } from './kept-undos';

/** Meaning of a toast. Errors (`danger`) stay until they are closed. */
export type ToastTone = 'success' | 'info' | 'warning' | 'danger';

/** What to say. */
export interface ToastRequest {
  title: string;
  text?: ReactNode;
  tone?: ToastTone;
  /** Offers to take it back for `seconds` (10 by default); the button counts down. */
  undo?: {
    run: () => void | Promise<void>;
    seconds?: number;
    label?: string;
    /** Seconds for which Ctrl or Cmd Z still undoes it, also after the message is gone. `seconds` by default. */
    keySeconds?: number;
    /** The name by which the server keeps it: the key undoes it also after a reload, through what `undoKeptBy` was given. */
    keptAs?: string;
  };
  /** Another way on, e.g. "Open". */
  action?: { label: string; run: () => void };
  /** Milliseconds it stays; `Infinity` until closed. Default 5 s, errors stay, undo decides by its seconds. */
  duration?: number;
  /** A second toast with the same key replaces the first. */
  key?: string;
}

/** A toast that is shown. */
export interface ToastEntry extends ToastRequest {
  id: string;
  tone: ToastTone;
  duration: number;
}

/** Undoes what the server keeps. */
export type UndoKept = (keptAs: string, title: string) => void | Promise<void>;

/** The one list of toasts of the page. */
export interface ToastStore {
  /** Shows a toast and returns its id. */
  show: (request: ToastRequest) => string;
  /** Takes it away; an unknown id is ignored. */
  dismiss: (id: string) => void;
  clear: () => void;
  /** Takes the newest action that can still be undone off the list; calling it undoes the action. Undefined when there is none. */
  takeUndo: () => (() => void | Promise<void>) | undefined;
  /** Undoes what the server keeps, by its name and what was said of it; until the answer is called. */
  undoKeptBy: (undo: UndoKept) => () => void;
  subscribe: (listener: () => void) => () => void;
  read: () => readonly ToastEntry[];
}

function createToastStore(): ToastStore {
  let entries: readonly ToastEntry[] = [];
  let counter = 0;
  const listeners = new Set<() => void>();
  let undoKept: UndoKept | undefined;
  let undoable: { run: () => void | Promise<void>; id: string; until: number }[] = [];
  /** Undoing twice would do it again: the button takes the key's turn, and the key the button's. Says what was undone, unless the undo has said something itself. */
  const listed = ({ run, keptAs, ...undo }: NonNullable<ToastRequest['undo']>, id: string, title: string) => {
    const once = () => {
      if (!undoable.some((each) => each.run === once)) return undefined;
      undoable = undoable.filter((each) => each.run !== once);
      if (keptAs) keptUndos.remove(keptAs);
      const shown = counter;
      const say = () => {
        if (counter === shown) store.show({ title: `Undone: ${title}`, tone: 'info', key: 'undone' });
      };
      const work = run();
      if (work) return work.then(say);
      say();
      return undefined;
    };
    const until = Date.now() + 1000 * (undo.keySeconds ?? undo.seconds ?? 10);
    undoable = [...undoable, { run: once, id, until }].slice(-50);
    if (keptAs) keptUndos.add({ keptAs, title, until });
    return { ...undo, run: once };
  };
  const set = (next: readonly ToastEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const store: ToastStore = {
    show(request) {
      counter += 1;
      const id = request.key ?? `toast-${counter}`;
      const tone = request.tone ?? 'success';
      const duration =
        request.duration ?? (tone === 'danger' ? Infinity : request.undo ? (request.undo.seconds ?? 10) * 1000 : 5000);
      const undo = request.undo && listed(request.undo, id, request.title);
      const shown = { ...request, ...(undo ? { undo } : {}), id, tone, duration };
      set([...entries.filter((entry) => entry.id !== id), shown].slice(-5));
      return id;
    },
    dismiss(id) {
      if (entries.some((entry) => entry.id === id)) set(entries.filter((entry) => entry.id !== id));
    },
    clear() {
      undoable = [];
      set([]);
    },
    takeUndo() {
      // The time of a message stands still under the pointer; as long as it is shown, the key works too.
      const last = undoable.findLast(
        (each) => each.until > Date.now() || entries.some((entry) => entry.id === each.id),
      );
      if (!last) {
        const kept = undoKept && keptUndos.take();
        const undo = undoKept;
        return kept && undo && (() => undo(kept.keptAs, kept.title));
      }
      set(entries.filter((entry) => entry.id !== last.id));
      return last.run;
    },
    undoKeptBy(undo) {
      undoKept = undo;
      return () => {
        if (undoKept === undo) undoKept = undefined;
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    read: () => entries,
  };
  return store;
}

/** Remotes bundle their own copy of this module; the registry symbol makes all copies share one list. */
const key = Symbol.for('skein.toasts');
const registry = globalThis as unknown as Record<symbol, ToastStore | undefined>;

/** Shows toasts from anywhere: `toasts.show({ title, text, tone, undo })`. The shell mounts the one `ToastHost`. */
export const toasts: ToastStore = (registry[key] ??= createToastStore());

/** Undo of something that the server keeps: offered with the message, and by Ctrl or Cmd Z for an hour. What it refuses is told in its own words. */
export const undoLater = (run: () => Promise<unknown>): NonNullable<ToastRequest['undo']> => ({
  seconds: 10,
  keySeconds: 3600,
  run: async () => void (await run()),
});
