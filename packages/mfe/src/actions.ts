import { useLayoutEffect } from 'react';
import { createSignal } from './signal';

/**
 * Something a person can do. The palette, the shortcuts and the `?` sheet are made from the same list, so that nothing has a
 * shortcut that the sheet does not name.
 */
export interface Action {
  /** Stable and unique: `campaigns.new`. */
  id: string;
  /** What it does, as the palette shows it: "New campaign". */
  label: string;
  /** Section of the sheet and of the palette. */
  group: string;
  /** Keys: `g i` (one after the other), `?`, `mod+k` (Ctrl, or Cmd on a Mac), `j`. */
  keys?: string;
  icon?: string;
  /** More words under which it is found. */
  keywords?: string[];
  run: () => void;
  /** Works while typing too; only for combinations with Ctrl or Cmd, and keys that type nothing. */
  whileTyping?: boolean;
}

/** All actions that can be done now, in the order in which they were registered. */
export const actions = createSignal<Action[]>([]);

/** Registers actions; returns what takes them away. A later action with the same id stands in for the earlier one. */
export function registerActions(added: Action[]): () => void {
  const ids = new Set(added.map((action) => action.id));
  actions.set((all) => [...all.filter((action) => !ids.has(action.id)), ...added]);
  return () => actions.set((all) => all.filter((action) => !added.includes(action)));
}

/** Registers the actions of a page while it is shown. Give a list that is stable (useMemo). */
export function useActions(list: Action[]): void {
  // Before the page is painted: who sees a conversation can use its keys.
  useLayoutEffect(() => registerActions(list), [list]);
}
