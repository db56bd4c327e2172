import { useState } from 'react';
import { Button } from '../button';
import { ColumnChooser } from '../column-chooser';
import { DataTable, defaultView, nothingSelected } from '../data-table';
import type { DataTableColumn, DataTableSelection, DataTableSort } from '../data-table';
import { EmptyState } from '../empty-state';
import { Link, LinkButton } from '../link';
import { Progress } from '../progress';
import { Segmented } from '../segmented';
import { StateStatus, Status } from '../status';
import type { KnownState } from '../status';
import { SubLine } from '../text';
import { toasts } from '../toast-store';
import { Group, Specimen } from './specimen';

interface Campaign {
  id: string;
  name: string;
  client: string;
  state: KnownState;
  next: string;
  why: string;
  done: number;
  leads: number;
  sent: number;
  opened: number;
  replied: number;
  bounced: number;
}

const names = [
  'Q4 logistics directors',
  'Dental groups, multi-site',
  'Series B fintech CTOs',
  'Robotics integrators, DACH',
  'Warehouse ops, Midwest',
  'Partner reactivation',
  'Clinic owners, no reply',
  'Yard managers, Midwest',
];
const states: readonly KnownState[] = [
  'active',
  'active',
  'active',
  'paused',
  'active',
  'completed',
  'stopped',
  'draft',
];

function makeCampaigns(count: number): readonly Campaign[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `${names[index % 8] ?? ''}${index >= 8 ? ` ${index}` : ''}`,
    client: ['Alderway', 'Brightmoor Dental', 'Corvane Analytics'][index % 3] ?? '',
    state: states[index % 8] ?? 'active',
    next: index % 8 === 3 ? 'Bounce guard: 5.8%' : 'Next 10:47',
    why: index % 8 === 3 ? '11 of the last 190 sent' : `in ${5 + index} min · rosa@trynorthlight.com`,
    done: (index * 317) % 1900,
    leads: 2000,
    sent: 3896 - index * 41,
    opened: 54.4 - (index % 9),
    replied: 8.9 - (index % 5),
    bounced: 0.9 + (index % 3) / 10,
  }));
}

const percent = (value: number) => `${value.toFixed(1)}%`;
const columns: readonly DataTableColumn<Campaign>[] = [
  {
    id: 'name',
    label: 'Campaign',
    fixed: true,
    width: 204,
    sortable: true,
    cell: (row) => (
      <>
        <Link href={`#campaign-${row.id}`} style={{ color: 'inherit' }}>
          {row.name}
        </Link>
        <SubLine>{row.client} · 5 steps</SubLine>
      </>
    ),
  },
  { id: 'status', label: 'Status', width: 116, phone: 'status', cell: (row) => <StateStatus state={row.state} /> },
  {
    id: 'next',
    label: 'Next send or reason',
    width: 218,
    cell: (row) => (
      <>
        {row.state === 'paused' ? (
          <Status tone="danger" glyph="warn">
            {row.next}
          </Status>
        ) : (
          row.next
        )}
        <SubLine>
          {row.why} {row.state === 'paused' && <LinkButton>Why?</LinkButton>}
        </SubLine>
      </>
    ),
  },
  {
    id: 'progress',
    label: 'Progress',
    width: 150,
    cell: (row) => (
      <Progress
        label={`Progress of ${row.name}`}
        value={row.done}
        max={row.leads}
        tone={row.state === 'active' ? 'accent' : 'off'}
        start={`${Math.round((row.done / row.leads) * 100)}%`}
        end={`${row.done.toLocaleString('en-US')} / ${row.leads.toLocaleString('en-US')}`}
      />
    ),
  },
  {
    id: 'sent',
    label: 'Sent',
    align: 'end',
    width: 92,
    sortable: true,
    definition: 'Emails accepted by the receiving server.',
    cell: (row) => (
      <>
        {row.sent.toLocaleString('en-US')}
        <SubLine>+116 today</SubLine>
      </>
    ),
  },
  {
    id: 'opened',
    label: 'Opened',
    align: 'end',
    width: 86,
    sortable: true,
    cell: (row) => (
      <>
        {percent(row.opened)}
        <SubLine>{Math.round((row.sent * row.opened) / 100)}</SubLine>
      </>
    ),
  },
  { id: 'replied', label: 'Replied', align: 'end', width: 82, cell: (row) => percent(row.replied) },
  { id: 'bounced', label: 'Bounced', align: 'end', width: 86, cell: (row) => percent(row.bounced) },
  { id: 'owner', label: 'Owner', hiddenByDefault: true, cell: () => 'Maya Lindqvist' },
];

/** The table in its states. */
export function TablesGallery() {
  const [view, setView] = useState(() => defaultView(columns));
  const [sort, setSort] = useState<DataTableSort | null>({ column: 'name', direction: 'asc' });
  const [selection, setSelection] = useState<DataTableSelection>({ mode: 'some', ids: ['0', '2'] });
  const [state, setState] = useState<'rows' | 'many' | 'loading' | 'error' | 'empty' | 'first'>('rows');
  const rows = state === 'empty' || state === 'first' ? [] : makeCampaigns(state === 'many' ? 5000 : 8);
  return (
    <Group title="DataTable">
      <Specimen
        name="DataTable"
        keys="j, k and arrows move, Enter opens, x or Space selects, Shift extends, Ctrl A selects the page"
        flush
      >
        <div style={{ width: '100%', height: 560, display: 'flex', flexDirection: 'column' }}>
          <div
            style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: '8px 24px', justifyContent: 'space-between' }}
          >
            <Segmented
              label="State"
              value={state}
              onValueChange={setState}
              items={(['rows', 'many', 'loading', 'error', 'empty', 'first'] as const).map((id) => ({ id, label: id }))}
            />
            <ColumnChooser
              columns={columns}
              view={view}
              onViewChange={setView}
              onSaveDefault={() => {
                toasts.show({ title: 'Saved as your default' });
              }}
            />
          </div>
          <DataTable<Campaign>
            label="Email campaigns"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.name}
            view={view}
            onViewChange={setView}
            sort={sort}
            onSortChange={setSort}
            selection={selection}
            onSelectionChange={setSelection}
            total={312}
            onRowOpen={(row) => {
              toasts.show({ title: `Opened ${row.name}`, key: 'opened' });
            }}
            loading={state === 'loading'}
            filtered={state === 'empty'}
            error={
              state === 'error' ? { message: 'The API encountered an issue.', onRetry: () => setState('rows') } : null
            }
            rowActions={(row) => [
              { label: 'Duplicate', icon: 'copy' },
              {
                label: 'Archive',
                icon: 'archive',
                disabled: row.state === 'active',
                detail: row.state === 'active' ? 'Stop it first' : undefined,
              },
            ]}
            bulkActions={() => (
              <>
                <Button variant="ghost" size="small" icon="play" onClick={() => setSelection(nothingSelected)}>
                  Resume
                </Button>
                <Button variant="ghost" size="small" icon="pause">
                  Pause
                </Button>
                <Button variant="ghost" size="small" icon="tag">
                  Tag
                </Button>
              </>
            )}
            empty={
              <EmptyState
                level={3}
                drawing="thread"
                title="No campaigns yet"
                actions={
                  <Button variant="primary" icon="plus">
                    New campaign
                  </Button>
                }
              >
                A campaign emails your leads in steps.
              </EmptyState>
            }
            emptyFiltered={
              <EmptyState
                level={3}
                title="Nothing matches this filter"
                actions={<Button onClick={() => setState('rows')}>Clear the filter</Button>}
              >
                312 campaigns are hidden by it.
              </EmptyState>
            }
            paging={{
              from: rows.length === 0 ? 0 : 1,
              to: rows.length,
              total: 312,
              hasPrevious: false,
              hasNext: true,
              onPrevious: () => {},
              onNext: () => {},
              pageSize: 25,
              pageSizes: [5, 25, 50],
              onPageSizeChange: () => {},
              note: 'Rates are per contacted lead',
            }}
          />
        </div>
      </Specimen>
    </Group>
  );
}
