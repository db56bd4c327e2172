import { useState } from 'react';
import { workspaceStates, type OperatorWorkspaceView, type WorkspaceState } from '@skein/contracts/main/operator-views';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { navigateTo } from '@skein/mfe/navigation';
import { planNames } from '@skein/mfe/plans';
import { Button } from '@skein/ui/button';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterChip, FilterSearch } from '@skein/ui/filter-bar';
import { BareLink } from '@skein/ui/link';
import { RadioGroup } from '@skein/ui/radio-group';
import { SubLine } from '@skein/ui/text';
import { NewWorkspaceDialog } from './new-workspace-dialog';
import { useWorkspaces } from './workspaces.hooks';
import { useHasPlans } from './installation.hooks';
import { OperatorHeader } from './operator-layout';
import { endOf, stateWords, usedOf } from './operator-labels';
import { shortDay, shortTime } from './short-time';
import { WorkspaceStatus } from './workspace-status';

const size = 25;

const columnsOf = (hasPlans: boolean): DataTableColumn<OperatorWorkspaceView>[] => [
  {
    id: 'name',
    label: 'Workspace',
    fixed: true,
    flexible: true,
    width: 260,
    minWidth: 160,
    cell: (row) => (
      <>
        <BareLink href={`/app/operator/workspaces/${row.id}`}>{row.name}</BareLink>
        <SubLine title={row.owner?.email}>{row.owner?.email ?? 'No owner'}</SubLine>
      </>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    width: 136,
    phone: 'status',
    cell: (row) => <WorkspaceStatus state={row.state} />,
  },
  ...(hasPlans
    ? [
        {
          id: 'plan',
          label: 'Plan',
          width: 150,
          cell: (row: OperatorWorkspaceView) => (
            <>
              {planNames[row.plan_type]}
              {endOf(row) && (
                <SubLine title={shortTime(endOf(row) as string)}>ends {shortDay(endOf(row) as string)}</SubLine>
              )}
            </>
          ),
        },
        {
          id: 'leads',
          label: 'Leads',
          width: 150,
          cell: (row: OperatorWorkspaceView) => usedOf(row.leads_used, row.leads_included),
        },
        {
          id: 'emails',
          label: 'Emails this month',
          width: 170,
          cell: (row: OperatorWorkspaceView) => usedOf(row.emails_used, row.emails_included),
        },
      ]
    : []),
  { id: 'people', label: 'People', width: 80, align: 'end', cell: (row) => row.people },
  {
    id: 'login',
    label: 'Last login',
    width: 150,
    phone: 'hidden',
    cell: (row) => (row.last_login_at ? shortTime(row.last_login_at) : '–'),
  },
];

/** /app/operator/workspaces: every workspace with its plan, use and state. */
export function WorkspacesPage() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<WorkspaceState | null>(null);
  const [offset, setOffset] = useState(0);
  const [isNew, setNew] = useState(false);
  const hasPlans = useHasPlans();
  const { data, isReading, problem } = useWorkspaces({
    ...(search && { search }),
    ...(state && { state }),
    offset,
    limit: size,
  });
  const rows = data?.workspaces ?? [];
  const columns = columnsOf(hasPlans);
  const choose = (change: () => void) => {
    change();
    setOffset(0);
  };
  const make = (
    <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
      New workspace
    </Button>
  );
  return (
    <>
      <OperatorHeader page="workspaces" actions={make} />
      <FilterBar>
        <FilterSearch>
          <ListSearch
            label="Search workspaces"
            placeholder="Name, ID or email"
            maxLength={200}
            value={search}
            onChange={(value) => choose(() => setSearch(value))}
          />
        </FilterSearch>
        <FilterChip label="Status" value={state && stateWords[state]} onRemove={() => choose(() => setState(null))}>
          <RadioGroup
            aria-label="Status"
            value={state}
            onValueChange={(value) => choose(() => setState(value))}
            options={workspaceStates.map((value) => ({ value, label: stateWords[value] }))}
          />
        </FilterChip>
      </FilterBar>
      <DataTable<OperatorWorkspaceView>
        label="Workspaces"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        onRowOpen={(row) => navigateTo(`/app/operator/workspaces/${row.id}`)}
        loading={isReading}
        error={problem}
        filtered={search !== '' || state !== null}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        {...(data && { total: data.total })}
        paging={{
          from: rows.length === 0 ? 0 : offset + 1,
          to: offset + rows.length,
          ...(data && { total: data.total }),
          hasPrevious: offset > 0,
          hasNext: data !== undefined && offset + rows.length < data.total,
          onPrevious: () => setOffset(Math.max(0, offset - size)),
          onNext: () => setOffset(offset + size),
        }}
        empty={
          <EmptyState icon="building" title="No workspaces yet" actions={make}>
            Create one. Its owner gets a link by email.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState icon="search" title="No matching workspaces">
            Search by name, ID or email address.
          </EmptyState>
        }
      />
      {isNew && <NewWorkspaceDialog hasPlans={hasPlans} onClose={() => setNew(false)} />}
    </>
  );
}
