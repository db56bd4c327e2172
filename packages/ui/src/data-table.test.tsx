import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DataTable, nothingSelected } from './data-table';
import type { DataTableColumn, DataTableProps, DataTableSelection } from './data-table';
import { defaultView, orderedColumns, visibleColumns } from './table/table-view';

interface Row {
  id: string;
  name: string;
  sent: number;
}
const rows: readonly Row[] = ['Ada', 'Bea', 'Cem', 'Dov', 'Eli'].map((name, index) => ({
  id: name.toLowerCase(),
  name,
  sent: index * 10,
}));
const columns: readonly DataTableColumn<Row>[] = [
  { id: 'name', label: 'Name', fixed: true, sortable: true, cell: (row) => row.name },
  { id: 'sent', label: 'Sent', align: 'end', sortable: true, cell: (row) => row.sent },
  { id: 'owner', label: 'Owner', hiddenByDefault: true, cell: () => 'Maya' },
];

let selected: DataTableSelection = nothingSelected;
function Page(props: Partial<DataTableProps<Row>>) {
  const [selection, setSelection] = useState<DataTableSelection>(nothingSelected);
  selected = selection;
  return (
    <DataTable<Row>
      label="People"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      selection={selection}
      onSelectionChange={setSelection}
      total={312}
      bulkActions={() => <button type="button">Pause</button>}
      empty={<p>No one yet</p>}
      emptyFiltered={<p>No one matches</p>}
      {...props}
    />
  );
}
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

test('rows are reached, opened and selected by keyboard alone', async () => {
  const user = userEvent.setup();
  const opened: string[] = [];
  render(<Page onRowOpen={(entry) => opened.push(entry.id)} />);
  row('Ada').focus();
  await user.keyboard('j{ArrowDown}k{Enter}');
  expect(opened).toEqual(['bea']);
  await user.keyboard('x{ArrowDown} ');
  expect(selected).toEqual({ mode: 'some', ids: ['bea', 'cem'] });
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(selected).toEqual({ mode: 'some', ids: ['bea', 'cem', 'dov', 'eli'] });
  expect(document.activeElement).toBe(row('Eli'));
  await user.keyboard('{Escape}{Control>}a{/Control}');
  expect(selected).toEqual({ mode: 'some', ids: ['ada', 'bea', 'cem', 'dov', 'eli'] });
});

/** What a screen reader is told; it is there before the first row is selected. */
const status = () => screen.getByRole('status');

test('the selection spans pages: everything that matches, less what is taken out', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Page />);
  expect(status().textContent).toBe('');
  await user.click(within(row('Bea')).getByRole('checkbox'));
  rerender(<Page rows={[{ id: 'zoe', name: 'Zoe', sent: 1 }]} />);
  expect(selected).toEqual({ mode: 'some', ids: ['bea'] });
  expect(status().textContent).toBe('1 selected');
  await user.click(screen.getByRole('button', { name: 'Select all 312 matching' }));
  expect(selected).toEqual({ mode: 'all', excluded: [] });
  expect(status().textContent).toBe('All 312 matching selected');
  await user.click(within(row('Zoe')).getByRole('checkbox'));
  expect(selected).toEqual({ mode: 'all', excluded: ['zoe'] });
  expect(status().textContent).toBe('311 selected');
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  expect(selected).toEqual(nothingSelected);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('the heading checkbox is mixed, takes the page, and Shift takes a run', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
  await user.click(within(row('Bea')).getByRole('checkbox'));
  expect(all().indeterminate).toBe(true);
  fireEvent.click(within(row('Dov')).getByRole('checkbox'), { shiftKey: true });
  expect(selected).toEqual({ mode: 'some', ids: ['bea', 'cem', 'dov'] });
  await user.click(all());
  expect(all().checked).toBe(true);
  await user.click(all());
  expect(selected).toEqual(nothingSelected);
});

test('a press on a heading asks the server to sort, and says how it is sorted', async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const { rerender } = render(<Page sort={null} onSortChange={(sort) => asked.push(sort)} />);
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  rerender(<Page sort={{ column: 'sent', direction: 'desc' }} onSortChange={(sort) => asked.push(sort)} />);
  expect(screen.getByRole('columnheader', { name: /Sent/ }).getAttribute('aria-sort')).toBe('descending');
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  expect(asked).toEqual([
    { column: 'sent', direction: 'desc' },
    { column: 'sent', direction: 'asc' },
  ]);
});

test('old rows stay while new ones load or fail; the two kinds of empty differ', async () => {
  let retries = 0;
  const { rerender } = render(
    <Page
      loading
      error={{
        message: 'No answer.',
        onRetry: () => {
          retries += 1;
        },
      }}
    />,
  );
  expect(row('Ada')).toBeTruthy();
  rerender(
    <Page
      error={{
        message: 'No answer.',
        onRetry: () => {
          retries += 1;
        },
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retries).toBe(1);
  rerender(<Page rows={[]} />);
  expect(screen.getByText('No one yet')).toBeTruthy();
  rerender(<Page rows={[]} filtered />);
  expect(screen.getByText('No one matches')).toBeTruthy();
});

test('a kept view survives columns that went and columns that came', () => {
  const view = { ...defaultView(columns), order: ['gone', 'sent', 'name'], hidden: ['gone'] };
  expect(orderedColumns(columns, view).map((column) => column.id)).toEqual(['name', 'sent', 'owner']);
  expect(visibleColumns(columns, defaultView(columns)).map((column) => column.id)).toEqual(['name', 'sent']);
});

test('thousands of rows keep the page small', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ id: String(index), name: `Lead ${index}`, sent: index }));
  render(<Page rows={many} />);
  expect(screen.getAllByRole('row').length).toBeLessThan(200);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
});
