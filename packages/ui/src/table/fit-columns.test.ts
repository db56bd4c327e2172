import { fitColumns } from './fit-columns';
import type { DataTableColumn } from './table-types';
import { defaultView, visibleColumns } from './table-view';

type Column = DataTableColumn<object>;
const column = (id: string, width: number, more: Partial<Column> = {}): Column => ({
  id,
  label: id,
  cell: () => null,
  width,
  ...more,
});
const columns = [
  column('name', 200, { minWidth: 160, fixed: true }),
  column('status', 100),
  column('next', 200, { minWidth: 120 }),
  column('sent', 100),
  column('positive', 100, { phone: 'hidden' }),
  column('bounced', 100),
];
const view = defaultView(columns);
const columnsIn = (room: number, seen = view, of: readonly Column[] = columns, canChoose = true) => {
  const fitted = fitColumns(visibleColumns(of, seen), seen, { room, canChoose });
  const widths = fitted.columns.map((each) => fitted.widthOf(each));
  return {
    ids: fitted.columns.map((each) => each.id),
    widths,
    sum: widths.reduce((sum, width) => sum + width, 0),
    leftOut: fitted.leftOut.map((each) => each.id),
  };
};

it('leaves columns as they are where there is room, or where the room is not known', () => {
  for (const room of [0, 800, 2_000]) expect(columnsIn(room)).toMatchObject({ sum: 800, leftOut: [] });
});

it('narrows what may be narrower before anything is left out', () => {
  const { widths, sum, leftOut } = columnsIn(740);
  expect(leftOut).toEqual([]);
  expect(sum).toBeLessThanOrEqual(740);
  expect(widths).toEqual([180, 100, 160, 100, 100, 100]);
});

it('leaves out what a phone leaves out first, then from the end, and keeps the first two', () => {
  expect(columnsIn(600)).toMatchObject({ ids: ['name', 'status', 'next', 'sent', 'bounced'], leftOut: ['positive'] });
  expect(columnsIn(500).leftOut).toEqual(['positive', 'bounced']);
  expect(columnsIn(50).ids).toEqual(['name', 'status']);
});

it('leaves nothing out where nobody could bring it back: text is narrowed further, figures and headings stay whole', () => {
  const text = [column('name', 200), column('Last login', 150), column('sent', 100, { align: 'end' })];
  expect(columnsIn(400, defaultView(text), text, false)).toMatchObject({ leftOut: [], widths: [167, 132, 100] });
  expect(columnsIn(100, defaultView(text), text, false).widths).toEqual([120, 108, 100]);
});

it('never cuts a column at the edge as long as the first two have room', () => {
  for (let room = 260; room < 900; room += 7) expect(columnsIn(room).sum).toBeLessThanOrEqual(room);
});

it('keeps a width that a person set, and a column that a person switched on', () => {
  const own = [...columns, column('clicked', 100, { hiddenByDefault: true })];
  const seen = { ...defaultView(own), hidden: [], widths: { next: 200 } };
  const fitted = columnsIn(600, seen, own);
  expect(fitted.ids).toContain('clicked');
  expect(fitted.widths[fitted.ids.indexOf('next')] ?? 200).toBe(200);
});
