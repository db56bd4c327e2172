import { useCallback, useEffect, useMemo } from 'react';
import { defaultView, type DataTableColumn, type DataTableView } from '@skein/ui/data-table';
import { listChoiceChanged, type ListChoice } from '../slices/ui-filters';
import { useAppDispatch, useAppSelector } from '../store';
import { keepChoiceSoon, takeKeptChoices } from './keep-choices';
import { useListViewsQuery } from './list-views-api';
import { rowsThatFit } from './page-size';

const densities = { compact: 'compact', normal: 'default', 'two-lines': 'two-line' } as const;
const densityOf = { compact: 'compact', default: 'normal', 'two-line': 'two-lines' } as const;

/** The table's view as it is kept: columns in their order, hidden ones with a minus in front. */
export function toChoice(view: DataTableView): ListChoice {
  return {
    columns: view.order.map((id) => (view.hidden.includes(id) ? `-${id}` : id)),
    columnWidths: { ...view.widths },
    density: densities[view.density],
  };
}

/** What was kept as a view; columns that came later stand behind, shown or hidden as they are by default. */
export function toView<Row>(choice: ListChoice | undefined, columns: readonly DataTableColumn<Row>[]): DataTableView {
  const usual = defaultView(columns);
  if (!choice) return usual;
  const kept = choice.columns ?? [];
  const order = kept.map((id) => id.replace(/^-/, ''));
  return {
    order: [...order, ...usual.order.filter((id) => !order.includes(id))],
    hidden: [
      ...kept.filter((id) => id.startsWith('-')).map((id) => id.slice(1)),
      ...usual.hidden.filter((id) => !order.includes(id)),
    ],
    widths: choice.columnWidths ?? {},
    density: choice.density ? densityOf[choice.density] : usual.density,
  };
}

/**
 * What a person chose for a list: columns, row height and page size. On the device at once, and with the person soon
 * after. Until they fix a number, a page fills the screen.
 */
export function useListChoice<Row>(list: string, columns: readonly DataTableColumn<Row>[]) {
  const dispatch = useAppDispatch();
  const choice = useAppSelector((state) => state.uifilters[list]);
  const { data } = useListViewsQuery();
  useEffect(() => {
    if (data) takeKeptChoices(data.choices, dispatch);
  }, [data, dispatch]);
  const view = useMemo(() => toView(choice, columns), [choice, columns]);
  const change = useCallback(
    (changed: ListChoice) => {
      dispatch(listChoiceChanged({ list, choice: changed }));
      keepChoiceSoon(list, changed);
    },
    [dispatch, list],
  );
  const fills = choice?.fillsScreen ?? choice?.pageSize === undefined;
  return {
    view,
    setView: useCallback((next: DataTableView) => change(toChoice(next)), [change]),
    pageSize: fills || !choice?.pageSize ? rowsThatFit(view.density) : choice.pageSize,
    /** For the pager: whether the list fills the screen. */
    fills,
    /** 0 fills the screen. */
    setPageSize: (pageSize: number) =>
      change(pageSize === 0 ? { fillsScreen: true } : { pageSize, fillsScreen: false }),
  };
}
