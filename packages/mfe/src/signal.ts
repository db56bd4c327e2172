import { useSyncExternalStore } from 'react';

/** A value that can be watched: for state that belongs to the page and not to the store (toasts, titles, actions). */
export interface Signal<Value> {
  get(): Value;
  set(next: Value | ((current: Value) => Value)): void;
  /** Calls `listener` after each change; returns what ends it. */
  subscribe(listener: () => void): () => void;
}

export function createSignal<Value>(initial: Value): Signal<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const changed = typeof next === 'function' ? (next as (current: Value) => Value)(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The signal's value, in step with it. */
export function useSignal<Value>(signal: Signal<Value>): Value {
  return useSyncExternalStore(signal.subscribe, signal.get, signal.get);
}
