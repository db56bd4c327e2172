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

/** The choice of a list; another view begins with none. */
export function useSelection(view: string, total: number) {
  const [state, setState] = useState<{ view: string; chosen: Chosen }>({ view, chosen: nothingChosen });
  const chosen = state.view === view ? state.chosen : nothingChosen;
  const set = useCallback(
    (next: (before: Chosen) => Chosen) =>
      setState((before) => ({ view, chosen: next(before.view === view ? before.chosen : nothingChosen) })),
    [view],
  );
  const count = countChosen(chosen, total);
  return useMemo(
    () => ({
      chosen,
      count,
      isOn: count > 0,
      has: (id: number) => isChosen(chosen, id),
      toggle: (id: number) => set((before) => toggled(before, id)),
      choose: (ids: readonly number[]) => set(() => ({ all: false, ids: new Set(ids) })),
      chooseAll: () => set(() => ({ all: true, excluded: new Set() })),
      clear: () => set(() => nothingChosen),
    }),
    [chosen, count, set],
  );
}

export type Selection = ReturnType<typeof useSelection>;
