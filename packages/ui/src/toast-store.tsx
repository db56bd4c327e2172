import type { ReactNode } from 'react';
import { failureSentence } from './failure-sentence';
import type { UndoOwner } from './kept-undos';
import { createUndoList, type UndoKept, type UndoRun } from './undo-list';

/** Meaning of a toast. Errors (`danger`) stay until they are closed. */
export type ToastTone = 'success' | 'info' | 'warning' | 'danger';

/** What to say. */
export interface ToastRequest {
  title: string;
  text?: ReactNode;
  tone?: ToastTone;
  /** Offers to take it back for `seconds` (10 by default); the button counts down. */
  undo?: {
    /** Undoes it. A boolean answer says whether it has said itself what it did. */
    run: UndoRun;
    seconds?: number;
    label?: string;
    /** Seconds for which the undo key still undoes it, also after the message is gone. `seconds` by default. */
    keySeconds?: number;
    /** The name by which the server keeps it: the key also undoes it after a reload, through what `undoKeptBy` was given. */
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

/** The one list of toasts of the page. */
export interface ToastStore {
  /** Shows a toast and returns its id. */
  show: (request: ToastRequest) => string;
  /** Takes it away; an unknown id is ignored. */
  dismiss: (id: string) => void;
  clear: () => void;
  /** What undoes the newest action that can still be undone. Undefined when there is none. */
  takeUndo: () => (() => void | Promise<void>) | undefined;
  /** Keeps this person's actions over a reload. */
  keepUndosOf: (owner: UndoOwner) => void;
  /** Undoes this person's actions of before a reload, by their names and what was said of them; until the answer is called. */
  undoKeptBy: (owner: UndoOwner, undo: UndoKept) => () => void;
  /** What was undone elsewhere: neither the key nor a button undoes it once more. */
  forgetUndo: (keptAs: string) => void;
  subscribe: (listener: () => void) => () => void;
  read: () => readonly ToastEntry[];
}

function createToastStore(): ToastStore {
  let entries: readonly ToastEntry[] = [];
  let counter = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly ToastEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  /** Messages until now, except those that say what was undone. */
  let told = 0;
  const undone = (title: string, text?: string) => {
    store.show({ title, ...(text ? { text } : {}), tone: 'info', key: 'undone' });
    told -= 1;
  };
  const undos = createUndoList({
    count: () => told,
    isShown: (id) => entries.some((entry) => entry.id === id),
    tellUndone: (title) => undone(`Undone: ${title}`),
    tellTooLate: (title) => undone(`Can’t undo: ${title}`, 'The page has been reloaded since.'),
  });
  /** Undoing twice would do it again: the button and the key share one turn. */
  const listed = ({ run, keptAs, ...undo }: NonNullable<ToastRequest['undo']>, id: string, title: string) => {
    const seconds = undo.keySeconds ?? undo.seconds ?? 10;
    return { ...undo, run: undos.add({ run, keptAs, id, title, seconds }) };
  };
  const store: ToastStore = {
    show(request) {
      counter += 1;
      told += 1;
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
      undos.clear();
      set([]);
    },
    takeUndo() {
      const next = undos.next();
      if (next?.id !== undefined) store.dismiss(next.id);
      return next?.run;
    },
    keepUndosOf: undos.keepFor,
    undoKeptBy(owner, undo) {
      undos.keepFor(owner);
      return undos.undoBy(undo);
    },
    forgetUndo(keptAs) {
      const gone = undos.forget(keptAs);
      const left = entries.filter(({ undo }) => undo === undefined || !gone.includes(undo.run));
      if (left.length < entries.length) set(left);
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

/** Runs an undo; a failure is shown, as the message that offered it has gone by then. */
export async function runUndo(run: UndoRun): Promise<void> {
  try {
    await run();
  } catch (error) {
    toasts.show({ tone: 'danger', title: 'Not undone', text: failureSentence(error) });
  }
}

/** Undoes the last action of any kind; false when none can be undone any more. */
export function undoLast(): boolean {
  const undo = toasts.takeUndo();
  if (undo) void runUndo(undo);
  return undo !== undefined;
}

/** What the undo keys do: undo the last action, or say that there is none. */
export function pressUndo(): void {
  if (!undoLast()) toasts.show({ title: 'Nothing to undo', tone: 'info', key: 'nothing-to-undo' });
}

/**
 * Undo of something that the server keeps: offered with the message, and by the undo key for an hour. What it refuses
 * is told in its own words.
 */
export const undoLater = (run: () => Promise<unknown>): NonNullable<ToastRequest['undo']> => ({
  seconds: 10,
  keySeconds: 3600,
  run: () => run().then((answer) => (typeof answer === 'boolean' ? answer : undefined)),
});
