import { useState } from 'react';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { usePeople } from './people.hooks';
import { OperatorHeader } from './operator-layout';
import { PeopleTable } from './people-table';
import { useCursorPages } from './use-cursor-pages';

const size = 25;

/** /app/operator/people: everyone who logs in to this installation. */
export function PeoplePage() {
  const [search, setSearch] = useState('');
  const pages = useCursorPages(size);
  const { data, isReading, problem } = usePeople(search, pages.cursor, size);
  const rows = data?.people ?? [];
  return (
    <>
      <OperatorHeader page="people" />
      <FilterBar>
        <FilterSearch>
          <ListSearch
            label="Search people"
            placeholder="Name or email"
            maxLength={200}
            value={search}
            onChange={(value) => {
              setSearch(value);
              pages.first();
            }}
          />
        </FilterSearch>
      </FilterBar>
      <PeopleTable
        rows={rows}
        hasWorkspace
        loading={isReading}
        error={problem}
        filtered={search !== ''}
        paging={pages.paging(rows.length, data?.next_cursor ?? null)}
        empty={
          <EmptyState icon="users" title="No people yet">
            People appear once a workspace is created.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState icon="search" title="No matching people">
            Search by name or email address.
          </EmptyState>
        }
      />
    </>
  );
}
