import type { ReactNode } from 'react';
import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import { Badge } from '@skein/ui/badge';
import { DataTable, type DataTableColumn, type DataTableProps } from '@skein/ui/data-table';
import { BareLink } from '@skein/ui/link';
import { Row } from '@skein/ui/layout';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { roleWords } from './operator-labels';
import { usePersonActions } from './person-actions';
import { shortTime } from './short-time';

const personStates: Record<string, KnownState> = { active: 'active', invited: 'waiting', deactivated: 'stopped' };
const personStatusWords: Record<string, string> = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' };

export type ListedPerson = OperatorPersonView & { workspace?: { id: number; name: string } };

const columns: DataTableColumn<ListedPerson>[] = [
  {
    id: 'name',
    label: 'Person',
    fixed: true,
    flexible: true,
    width: 240,
    minWidth: 160,
    cell: (row) => (
      <>
        {row.name}
        <SubLine title={row.email}>{row.email}</SubLine>
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: 170,
    phone: 'status',
    cell: (row) => (
      <Row $gap={2} $wrap>
        <StateStatus state={personStates[row.status] ?? 'off'}>
          {personStatusWords[row.status] ?? row.status}
        </StateStatus>
        {row.is_operator && <Badge tone="accent">Operator</Badge>}
      </Row>
    ),
  },
  {
    id: 'workspace',
    label: 'Workspace',
    width: 180,
    cell: (row) =>
      row.workspace && <BareLink href={`/app/operator/workspaces/${row.workspace.id}`}>{row.workspace.name}</BareLink>,
  },
  {
    id: 'role',
    label: 'Role',
    width: 150,
    cell: (row) => (row.client === null ? roleWords[row.role] : `Client: ${row.client}`),
  },
  {
    id: 'factor',
    label: 'Second factor',
    width: 120,
    cell: (row) => (row.has_two_factor ? 'On' : 'Off'),
    phoneCell: (row) => `Second factor ${row.has_two_factor ? 'on' : 'off'}`,
  },
  { id: 'sessions', label: 'Sessions', width: 90, align: 'end', cell: (row) => row.sessions },
  {
    id: 'login',
    label: 'Last login',
    width: 150,
    phone: 'hidden',
    cell: (row) => (row.last_login_at ? shortTime(row.last_login_at) : 'Never'),
  },
];

/** People with what an operator can do about them. */
export function PeopleTable({
  rows,
  hasWorkspace,
  empty,
  ...rest
}: {
  rows: readonly ListedPerson[];
  hasWorkspace: boolean;
  empty: ReactNode;
} & Pick<DataTableProps<ListedPerson>, 'loading' | 'error' | 'filtered' | 'emptyFiltered' | 'paging' | 'gutter'>) {
  const { entries, dialog } = usePersonActions();
  const shown = columns.filter(({ id }) => hasWorkspace || id !== 'workspace');
  return (
    <>
      <DataTable<ListedPerson>
        label="People"
        columns={shown}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowActions={entries}
        view={{ order: shown.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        empty={empty}
        {...rest}
      />
      {dialog}
    </>
  );
}
