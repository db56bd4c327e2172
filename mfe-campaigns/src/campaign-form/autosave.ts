import { problemOf, type Problem } from '@skein/mfe/problem';
import { createSignal, type Signal } from '@skein/mfe/signal';

/** How the saving of a form stands. */
export interface SaveState {
  status: 'idle' | 'held' | 'waiting' | 'saving' | 'saved' | 'failed';
  savedAt: Date | null;
  problem: Problem | null;
}

export interface Autosave<Patch> {
  state: Signal<SaveState>;
  /** Takes a change along; it is saved after a short rest, together with what comes meanwhile. */
  queue: (patch: Patch) => void;
  /**
   * Saves at once what is waiting; kept when all of it is saved. What is held is saved by `apply` first; where that
   * failed, this tries again. Rejects with the problem.
   */
  flush: () => Promise<void>;
  /** Saves what is waiting, also when it is held. */
  apply: () => Promise<void>;
  /** Forgets what is waiting, when a person chose what the server has. */
  discard: () => void;
  /** Whether something typed has not reached the server. */
  isPending: () => boolean;
}

export interface AutosaveOptions<Patch> {
  save: (patch: Patch) => Promise<unknown>;
  merge?: (earlier: Patch, later: Patch) => Patch;
  /** Milliseconds of rest before a save. */
  delay?: number;
  /** True: nothing is saved by itself, because somebody shall see first what it does. */
  isHeld?: () => boolean;
}

/**
 * Saves changes by themselves: one request at a time, in order, the newest value of each field last. What fails is kept, merged
 * with what is typed after it, and tried again with the next change, by `flush`, or when the connection is back.
 */
export function createAutosave<Patch extends object>({
  save,
  merge = (earlier, later) => ({ ...earlier, ...later }),
  delay = 700,
  isHeld = () => false,
}: AutosaveOptions<Patch>): Autosave<Patch> {
  const state = createSignal<SaveState>({ status: 'idle', savedAt: null, problem: null });
  let pending: Patch | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A person has applied what waits: as long as nothing was changed since, trying again asks for no second look.
  let isApplied = false;

  const run = async (): Promise<void> => {
    // What is typed while an applied change is saved waits to be seen too.
    while (pending !== null && (isApplied || !isHeld())) {
      const sent: Patch = pending;
      pending = null;
      state.set((before) => ({ ...before, status: 'saving', problem: null }));
      try {
        await save(sent);
        if (pending === null) isApplied = false;
        state.set({
          status: pending === null ? 'saved' : isHeld() ? 'held' : 'waiting',
          savedAt: new Date(),
          problem: null,
        });
      } catch (error) {
        const newer = pending as Patch | null;
        pending = newer === null ? sent : merge(sent, newer);
        const problem = problemOf(error);
        state.set((before) => ({ ...before, status: 'failed', problem }));
        throw error;
      }
    }
  };
  const saveAll = async (): Promise<void> => {
    clearTimeout(timer);
    if (running) {
      await running.catch(() => undefined);
      return saveAll();
    }
    if (pending === null) return undefined;
    running = run().finally(() => {
      running = null;
    });
    return running;
  };
  const apply = (): Promise<void> => {
    isApplied = true;
    return saveAll();
  };
  const flush = async (): Promise<void> => (isHeld() && !isApplied ? undefined : saveAll());
  return {
    state,
    flush,
    apply,
    discard: () => {
      clearTimeout(timer);
      pending = null;
      isApplied = false;
      state.set((before) => ({ ...before, status: before.savedAt ? 'saved' : 'idle', problem: null }));
    },
    isPending: () => pending !== null || running !== null,
    queue: (patch) => {
      pending = pending === null ? patch : merge(pending, patch);
      isApplied = false;
      if (isHeld()) {
        state.set((before) => ({ ...before, status: 'held' }));
        return;
      }
      if (!running) state.set((before) => ({ ...before, status: 'waiting' }));
      clearTimeout(timer);
      timer = setTimeout(() => {
        flush().catch(() => undefined);
      }, delay);
    },
  };
}
