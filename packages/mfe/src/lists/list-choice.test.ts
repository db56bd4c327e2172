import type { DataTableColumn } from '@skein/ui/data-table';
import { toChoice, toView } from './list-choice';

const column = (id: string, more: Partial<DataTableColumn<null>> = {}): DataTableColumn<null> => ({
  id,
  label: id,
  cell: () => null,
  ...more,
});
const columns = [
  column('name', { fixed: true }),
  column('status'),
  column('sent'),
  column('owner', { hiddenByDefault: true }),
];

test('order, hidden columns, widths and row height survive being kept', () => {
  const view = {
    order: ['name', 'sent', 'status', 'owner'],
    hidden: ['status'],
    widths: { sent: 120 },
    density: 'compact' as const,
  };
  expect(toView(toChoice(view), columns)).toEqual(view);
});

test('a column that a newer version brings stands behind what was chosen, hidden if it usually is', () => {
  const view = toView({ columns: ['name', '-sent'] }, columns);
  expect(view.order).toEqual(['name', 'sent', 'status', 'owner']);
  expect(view.hidden).toEqual(['sent', 'owner']);
});
