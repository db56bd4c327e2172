import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { Field } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { PageHeader } from '@skein/ui/page-header';
import { SearchInput, TextInput } from '@skein/ui/text-input';
import { AreaTabs, Simulated } from '../parts';
import { base, useFolders, useLists, useMayTest } from '../placement.hooks';

/** Folders of a page. */
const pageSize = 50;

/** Folders of tests: add, find, open, delete. */
export function FoldersPage() {
  usePage([{ label: 'SmartDelivery', to: useLists() }, { label: 'Folders' }]);
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const text = search.trim();
  const folders = useFolders(true, { ...(text !== '' && { search: text }), offset, limit: pageSize });
  const { rows, total } = folders;
  const find = (next: string) => {
    setSearch(next);
    setOffset(0);
  };
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const mayTest = useMayTest();
  return (
    <>
      <PageHeader title="SmartDelivery" status={<Simulated />} tabs={<AreaTabs value="folders" />} />
      {mayTest && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void folders.add(name.trim()).then((added) => added && setName(''));
          }}
          style={{ padding: 'var(--s-2) var(--s-6)' }}
        >
          <Row $wrap>
            <Field label="Folder name" labelHidden>
              <TextInput
                value={name}
                maxLength={100}
                placeholder="Folder name"
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Button type="submit" icon="plus" loading={folders.isAdding} disabled={name.trim() === ''}>
              Add folder
            </Button>
          </Row>
        </form>
      )}
      {(total > pageSize || text !== '') && (
        <FilterBar>
          <FilterSearch>
            <SearchInput
              size="small"
              aria-label="Search folders"
              placeholder="Folder name"
              maxLength={100}
              value={search}
              onChange={(event) => find(event.target.value)}
              onClear={() => find('')}
            />
          </FilterSearch>
        </FilterBar>
      )}
      <DataTable
        label="Folders"
        rows={rows}
        rowId={({ id }) => String(id)}
        rowLabel={(row) => row.name}
        loading={folders.isLoading}
        error={folders.problem}
        onRowOpen={({ id }) => void navigate(`${base}/folder/${id}/tests`)}
        rowActions={({ id }) =>
          mayTest
            ? [{ id: 'delete', label: 'Delete folder', icon: 'trash', onSelect: () => void folders.remove(id) }]
            : []
        }
        empty={
          <EmptyState title="No folders yet">
            Group tests by client or campaign. Deleting a folder keeps its tests.
          </EmptyState>
        }
        total={total}
        filtered={text !== ''}
        emptyFiltered={<EmptyState title="No folder matches">Search for another name.</EmptyState>}
        paging={{
          from: rows.length === 0 ? 0 : offset + 1,
          to: offset + rows.length,
          total,
          hasPrevious: offset > 0,
          hasNext: offset + rows.length < total,
          onPrevious: () => setOffset(Math.max(0, offset - pageSize)),
          onNext: () => setOffset(offset + pageSize),
        }}
        columns={[
          { id: 'name', label: 'Folder', fixed: true, cell: (row) => row.name },
          { id: 'tests', label: 'Tests', align: 'end', cell: ({ tests }) => tests },
        ]}
      />
    </>
  );
}
