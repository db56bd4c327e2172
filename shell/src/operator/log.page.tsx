import { useState } from 'react';
import {
  operatorActionNames,
  type OperatorActionName,
  type OperatorActionView,
} from '@skein/contracts/main/operator-views';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterChip } from '@skein/ui/filter-bar';
import { RadioGroup } from '@skein/ui/radio-group';
import { SubLine } from '@skein/ui/text';
import { useOperatorLog } from './installation.hooks';
import { OperatorHeader } from './operator-layout';
import { actionWords } from './operator-labels';
import { shortTime } from './short-time';
import { useCursorPages } from './use-cursor-pages';

const size = 50;
const wordsOf = (action: string) => actionWords[action as OperatorActionName] ?? action;
/** A detail in a line: "reason: Unpaid". Nested values are the plan before and after. */
const textOf = (detail: Record<string, unknown>) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const columns: DataTableColumn<OperatorActionView>[] = [
  {
    id: 'action',
    label: 'Action',
    fixed: true,
    flexible: true,
    width: 320,
    minWidth: 180,
    cell: (row) => (
      <>
        {wordsOf(row.action)}
        <SubLine title={textOf(row.detail)}>{textOf(row.detail)}</SubLine>
      </>
    ),
  },
  {
    id: 'about',
    label: 'About',
    width: 220,
    cell: (row) => (
      <>
        {row.workspace_name ?? row.email ?? '–'}
        {row.workspace_name && row.email && <SubLine title={row.email}>{row.email}</SubLine>}
      </>
    ),
  },
  { id: 'actor', label: 'By', width: 240, cell: (row) => row.actor },
  { id: 'at', label: 'When', width: 160, cell: (row) => shortTime(row.at) },
];

/** /app/operator/log: what operators did, here and on the command line. Nothing of it can be changed. */
export function LogPage() {
  const [action, setAction] = useState<OperatorActionName | null>(null);
  const pages = useCursorPages(size);
  const { data, isReading, problem } = useOperatorLog(action, pages.cursor, size);
  const rows = data?.actions ?? [];
  const choose = (value: OperatorActionName | null) => {
    setAction(value);
    pages.first();
  };
  return (
    <>
      <OperatorHeader page="log" />
      <FilterBar>
        <FilterChip label="Action" value={action && wordsOf(action)} onRemove={() => choose(null)}>
          <RadioGroup
            aria-label="Action"
            value={action}
            onValueChange={choose}
            options={operatorActionNames.map((value) => ({ value, label: actionWords[value] }))}
          />
        </FilterChip>
      </FilterBar>
      <DataTable<OperatorActionView>
        label="Log"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => wordsOf(row.action)}
        loading={isReading}
        error={problem}
        filtered={action !== null}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        paging={pages.paging(rows.length, data?.next_cursor ?? null)}
        empty={
          <EmptyState icon="list" title="No activity yet">
            Changes made by operators appear here.
          </EmptyState>
        }
        emptyFiltered={<EmptyState icon="search" title="No matching activity" />}
      />
    </>
  );
}
