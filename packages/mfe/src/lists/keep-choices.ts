import { listChoiceChanged, type ListChoice } from '../slices/ui-filters';
import { getStore } from '../store';
import { listViewsApi } from './list-views-api';

/** A drag over a column's edge is one choice, not fifty. */
const restMilliseconds = 600;

const waiting = new Map<string, { choice: ListChoice; timer: ReturnType<typeof setTimeout> }>();
const changedHere = new Set<string>();
let taken: unknown = null;

/** Sends a choice to the person's account after a short rest. It fails silently: the device has it, and the next change tries again. */
export function keepChoiceSoon(list: string, choice: ListChoice): void {
  changedHere.add(list);
  const before = waiting.get(list);
  if (before) clearTimeout(before.timer);
  const { columns, columnWidths, pageSize, fillsScreen, density } = { ...before?.choice, ...choice };
  const merged: ListChoice = {
    ...(columns ? { columns } : {}),
    ...(columnWidths ? { columnWidths } : {}),
    ...(pageSize ? { pageSize } : {}),
    ...(fillsScreen === undefined ? {} : { fillsScreen }),
    ...(density ? { density } : {}),
  };
  const timer = setTimeout(() => {
    waiting.delete(list);
    void getStore().dispatch(listViewsApi.endpoints.keepChoice.initiate({ params: { list }, body: merged }));
  }, restMilliseconds);
  waiting.set(list, { choice: merged, timer });
}

/** Lays what the account keeps over what the device keeps, once a page load; a list that was changed meanwhile stays as it is. */
export function takeKeptChoices(
  choices: Record<string, ListChoice>,
  dispatch: (action: ReturnType<typeof listChoiceChanged>) => void,
): void {
  if (taken !== null) return;
  taken = choices;
  for (const [list, choice] of Object.entries(choices))
    if (!changedHere.has(list)) dispatch(listChoiceChanged({ list, choice }));
}
