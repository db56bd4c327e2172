import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { blockListContract } from '@skein/contracts/main/block-list.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterChip, FilterSearch } from '@skein/ui/filter-bar';
import { RadioGroup } from '@skein/ui/radio-group';
import { SearchInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { SettingsLayout } from '../settings-layout';
import { fullInstant, shortInstant } from '../when';
import { AddDialog } from './add-dialog';
import { useBlockList } from './block-list.hooks';

type Entry = CallOutput<(typeof blockListContract)['endpoints']['listBlockEntries']>['rows'][number];
const sourceWords: Record<string, string> = { manual: 'By hand', api: 'By the API', upload: 'By upload', unsubscribe: 'Unsubscribed', bounce: 'Bounced', category: 'By category' };

/** Addresses and domains that are never mailed. Search, kind and page stand in the URL. */
export function BlockListPage() {
  const access = useAccess();
  const { timeZone } = useUi();
  const { rows, total, kind, setKind, typed, setTyped, clear, isFiltered, isLoading, problem, paging, remove } = useBlockList();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Entry | null>(null);
  const writes = access.may('blocklist.write');
  const columns: DataTableColumn<Entry>[] = [
    { id: 'value', label: 'Blocked', fixed: true, flexible: true, width: 260, cell: (row) => row.value },
    { id: 'kind', label: 'Kind', width: 100, phone: 'status', cell: (row) => (row.kind === 'domain' ? 'Domain' : 'Address') },
    { id: 'source', label: 'How', width: 130, cell: (row) => sourceWords[row.source] ?? row.source },
    { id: 'reason', label: 'Reason', width: 220, cell: (row) => <span title={row.reason ?? undefined}>{row.reason ?? '–'}</span> },
    { id: 'by', label: 'By', width: 140, cell: (row) => row.created_by_name ?? '–' },
    { id: 'at', label: 'Since', width: 120, cell: (row) => <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, new Date(), timeZone)}</span> },
  ];
  return (
    <SettingsLayout page="global-block-list" wide actions={<Button variant="primary" icon="plus" onClick={() => setAdding(true)} {...(writes ? {} : { disabledReason: 'Your role can look, not change' })}>Block</Button>}>
      <FilterBar>
        <FilterSearch><SearchInput size="small" aria-label="Search the block list" placeholder="Address or domain" maxLength={200} value={typed} onChange={(event) => setTyped(event.target.value)} onClear={() => setTyped('')} /></FilterSearch>
        <FilterChip label="Kind" value={kind === null ? null : kind === 'domain' ? 'Domains' : 'Addresses'} onRemove={() => setKind(null)}>
          <RadioGroup aria-label="Kind" value={kind} onValueChange={setKind} options={[{ value: 'email', label: 'Addresses' }, { value: 'domain', label: 'Domains' }]} />
        </FilterChip>
      </FilterBar>
      <DataTable<Entry> label="Block list" columns={columns} rows={rows} rowId={(row) => String(row.id)} rowLabel={(row) => row.value} loading={isLoading} error={problem}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'normal' }} filtered={isFiltered} total={total}
        {...(writes ? { rowActions: (row: Entry) => [{ label: 'Take off the list', icon: 'minus' as const, onSelect: () => setRemoving(row) }] } : {})}
        empty={<EmptyState icon="block" title="Nobody is blocked" actions={writes && <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>Block addresses or domains</Button>}>Who stands here is never mailed by any campaign. People who unsubscribe are added by themselves.</EmptyState>}
        emptyFiltered={<EmptyState icon="filter" title="No entry matches" actions={<Button onClick={clear}>Clear the filters</Button>}>Other words, or none, show the rest.</EmptyState>}
        paging={paging} />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmDialog open onOpenChange={() => setRemoving(null)} title={`Take ${removing.value} off the list`} confirmLabel="Take it off" description={`It may be mailed again. Leads that were stopped by it stay stopped until somebody resumes them.${removing.source === 'unsubscribe' ? ' This person unsubscribed: mailing them again may be against the law.' : ''}`}
          onConfirm={() => remove(removing)} />
      )}
    </SettingsLayout>
  );
}
