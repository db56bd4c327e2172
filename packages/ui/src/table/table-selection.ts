import type { DataTableSelection } from './table-types';

/** Nothing. */
export const nothingSelected: DataTableSelection = { mode: 'some', ids: [] };

/** Whether a row is in the selection. */
export function isSelected(selection: DataTableSelection, id: string): boolean {
  return selection.mode === 'some' ? selection.ids.includes(id) : !selection.excluded.includes(id);
}

/** The selection with these rows in or out. */
export function selectRows(selection: DataTableSelection, ids: readonly string[], on: boolean): DataTableSelection {
  const these = new Set(ids);
  if (selection.mode === 'some') {
    const others = selection.ids.filter((id) => !these.has(id));
    return { mode: 'some', ids: on ? [...others, ...ids] : others };
  }
  const others = selection.excluded.filter((id) => !these.has(id));
  return { mode: 'all', excluded: on ? others : [...others, ...ids] };
}

/** How many rows are selected; `null` when everything is and the total is not known. */
export function countSelected(selection: DataTableSelection, total: number | undefined): number | null {
  if (selection.mode === 'some') return selection.ids.length;
  return total === undefined ? null : Math.max(0, total - selection.excluded.length);
}

/** Whether anything is selected. */
export function hasSelection(selection: DataTableSelection, total: number | undefined): boolean {
  const count = countSelected(selection, total);
  return count === null || count > 0;
}
