import { useCallback, useMemo, useState } from 'react';

/** Lines that are chosen: some by their ids, or everything that the view shows but some. */
export type Chosen = { all: false; ids: ReadonlySet<number> } | { all: true; excluded: ReadonlySet<number> };

export const nothingChosen: Chosen = { all: false, ids: new Set() };

const flipped = (set: ReadonlySet<number>, id: number): ReadonlySet<number> => {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
};

export const toggled = (chosen: Chosen, id: number): Chosen =>
  chosen.all ? { all: true, excluded: flipped(chosen.excluded, id) } : { all: false, ids: flipped(chosen.ids, id) };

export const isChosen = (chosen: Chosen, id: number): boolean =>
  chosen.all ? !chosen.excluded.has(id) : chosen.ids.has(id);

export const countChosen = (chosen: Chosen, total: number): number =>
  chosen.all ? Math.max(0, total - chosen.excluded.size) : chosen.ids.size;

interface State {
  view: string;
  chosen: Chosen;
  /** A press on a line selects it, whether or not anything is selected yet. */
  isSelecting: boolean;
}
const emptyFor = (view: string): State => ({ view, chosen: nothingChosen, isSelecting: false });

/** The choice of a list; another view begins with none. */
export function useSelection(view: string, total: number) {
  const [kept, setState] = useState<State>(emptyFor(view));
  const state = kept.view === view ? kept : emptyFor(view);
  const { chosen, isSelecting } = state;
  const set = useCallback(
    (next: (before: State) => Partial<State>) =>
      setState((before) => {
        const now = before.view === view ? before : emptyFor(view);
        return { ...now, ...next(now) };
      }),
    [view],
  );
  const count = countChosen(chosen, total);
  return useMemo(
    () => ({
      chosen,
      count,
      isOn: isSelecting || count > 0,
      isSelecting,
      has: (id: number) => isChosen(chosen, id),
      toggle: (id: number) => set((before) => ({ chosen: toggled(before.chosen, id) })),
      choose: (ids: readonly number[]) => set(() => ({ chosen: { all: false, ids: new Set(ids) } })),
      chooseAll: () => set(() => ({ chosen: { all: true, excluded: new Set() } })),
      /** Presses on lines select them from now on; a line that was held is the first. */
      begin: (id?: number) =>
        set(({ chosen: before }) => ({
          isSelecting: true,
          chosen: id === undefined || isChosen(before, id) ? before : toggled(before, id),
        })),
      clear: () => set(() => emptyFor(view)),
    }),
    [chosen, isSelecting, count, set, view],
  );
}

export type Selection = ReturnType<typeof useSelection>;
