import { useState } from 'react';
import { styled } from 'styled-components';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { blockListContract } from '@skein/contracts/main/block-list.contract';
import { useAccess } from '@skein/mfe/access';
import { keeping, KeptAddress } from '@skein/mfe/lists/kept-address';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Segmented } from '@skein/ui/segmented';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { SettingsLayout } from '../settings-layout';
import { AddDialog } from './add-dialog';
import { useBlockList, useBlockListAddress } from './block-list.hooks';
import { entryName, scopeWords, sourceWords } from './block-list-labels';
import { EntryFilters } from './entry-filters';
import { UploadDialog } from './upload-dialog';
import { RunningUploads, UploadsTable } from './uploads-table';

type Entry = CallOutput<(typeof blockListContract)['endpoints']['listBlockEntries']>['rows'][number];
const Views = styled.div`
  flex: none;
  padding: var(--s-3) var(--s-6);
  & + [role='group'] {
    padding-top: 0;
  }
  @media (max-width: 720px) {
    padding: var(--s-3) var(--s-4);
  }
`;

const kindWords: Record<Entry['kind'], string> = { email: 'Address', domain: 'Domain', hash: 'Erased person' };

const keepAddress = keeping('kind', 'source', 'scope');

/**
 * Addresses and domains that are never mailed, and the files they came from. View, search, filters, page and the open
 * upload stand in the URL.
 */
export function BlockListPage() {
  return (
    <KeptAddress list="block-list" keep={keepAddress}>
      <BlockList />
    </KeptAddress>
  );
}

function BlockList() {
  const access = useAccess();
  const { view, open, change } = useBlockListAddress();
  const [adding, setAdding] = useState(false);
  const writes = access.may('blocklist.write');
  const refusal = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const openUpload = (id: number | 'new' | null) => change({ upload: id === null ? null : String(id) }, id === null);
  return (
    <SettingsLayout
      page="global-block-list"
      wide
      actions={
        <>
          <Button icon="upload" onClick={() => openUpload('new')} {...refusal}>
            Upload
          </Button>
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)} {...refusal}>
            Block
          </Button>
        </>
      }
    >
      <Views>
        <Segmented
          label="What is shown"
          value={view}
          onValueChange={(next) => change({ view: next === 'uploads' ? next : null, cursor: null, from: null })}
          items={[
            { id: 'entries', label: 'Entries' },
            { id: 'uploads', label: 'Uploads' },
          ]}
        />
      </Views>
      <RunningUploads onOpen={openUpload} />
      {view === 'entries' ? (
        <Entries onAdd={() => setAdding(true)} />
      ) : (
        <UploadsTable
          onOpen={openUpload}
          onShowEntries={(id) => change({ view: null, file: String(id), cursor: null, from: null })}
        />
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {open !== null && (
        <UploadDialog id={open} onOpened={(id) => change({ upload: String(id) })} onClose={() => openUpload(null)} />
      )}
    </SettingsLayout>
  );
}

function Entries({ onAdd }: { onAdd: () => void }) {
  const writes = useAccess().may('blocklist.write');
  const { timeZone } = useUi();
  const list = useBlockList();
  const { rows, total, isLoading, problem, isFiltered, clear, paging, remove } = list;
  const [removing, setRemoving] = useState<Entry | null>(null);
  const columns: DataTableColumn<Entry>[] = [
    {
      id: 'value',
      label: 'Blocked',
      fixed: true,
      flexible: true,
      width: 260,
      minWidth: 180,
      cell: (row) => (
        <>
          {row.kind === 'hash' ? 'Known only by a hash' : row.value}
          <SubLine>{kindWords[row.kind]}</SubLine>
        </>
      ),
    },
    {
      id: 'scope',
      label: 'Applies to',
      definition: 'What is blocked for the whole workspace always applies; a client’s own list only adds to it.',
      width: 150,
      cell: scopeWords,
    },
    {
      id: 'source',
      label: 'Why',
      width: 280,
      cell: (row) => (
        <>
          {row.upload_name ? (
            <span title={row.upload_name}>By upload: {row.upload_name}</span>
          ) : (
            (sourceWords[row.source] ?? row.source)
          )}
          {row.reason && <SubLine title={row.reason}>{row.reason}</SubLine>}
        </>
      ),
    },
    {
      id: 'at',
      label: 'Since',
      width: 150,
      phone: 'status',
      cell: (row) => (
        <>
          <span title={fullInstant(row.created_at, timeZone)}>
            {shortInstant(row.created_at, new Date(), timeZone)}
          </span>
          {row.created_by_name && <SubLine>{row.created_by_name}</SubLine>}
        </>
      ),
    },
  ];
  return (
    <>
      <EntryFilters list={list} uploadName={rows.find((row) => row.upload_id === list.file)?.upload_name ?? null} />
      <DataTable<Entry>
        label="Block list"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={entryName}
        loading={isLoading}
        error={problem}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'two-lines' }}
        filtered={isFiltered}
        total={total}
        {...(writes
          ? {
              rowActions: (row: Entry) => [
                { label: 'Remove from the list', icon: 'minus' as const, onSelect: () => setRemoving(row) },
              ],
            }
          : {})}
        empty={
          <EmptyState
            icon="block"
            title="Nothing is blocked"
            actions={
              writes && (
                <Button icon="plus" onClick={onAdd}>
                  Block addresses or domains
                </Button>
              )
            }
          >
            Addresses and domains on this list are never emailed by any campaign. People who unsubscribe are added
            automatically.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState
            icon="filter"
            title="No entry matches"
            actions={<Button onClick={clear}>Clear the filters</Button>}
          >
            Change or clear the search to see more.
          </EmptyState>
        }
        paging={paging}
      />
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={`Remove ${removing.kind === 'hash' ? `this ${entryName(removing)}` : removing.value} from the list`}
          confirmLabel="Remove"
          description={`It can be emailed again. Leads that were stopped by it stay stopped until someone resumes them.${removing.source === 'unsubscribe' ? ' This person unsubscribed: emailing them again may be illegal.' : ''}`}
          onConfirm={() => remove(removing)}
        />
      )}
    </>
  );
}
