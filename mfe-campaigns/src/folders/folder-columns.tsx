import { styled } from 'styled-components';
import type { DataTableColumn } from '@skein/ui/data-table';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { BareLink } from '@skein/ui/link';
import { Text } from '@skein/ui/text';

export interface Folder {
  id: number;
  name: string;
  created_at: string;
  campaign_count: number;
  active_count: number;
}

const Name = styled(BareLink)`
  font-weight: var(--w-medium);
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;
export const addressOf = (folder: Folder) => `/app/email-campaign/folder/${folder.id}/view`;
const sorters: Record<string, (one: Folder, other: Folder) => number> = {
  name: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }),
  campaigns: (one, other) => one.campaign_count - other.campaign_count,
  active: (one, other) => one.active_count - other.active_count,
  created: (one, other) => one.created_at.localeCompare(other.created_at),
};

/** The folders whose name holds the search, by a column; `-` before its name reverses the order. */
export function findFolders(folders: readonly Folder[], search: string, sort: string): Folder[] {
  const rows = folders
    .filter((folder) => folder.name.toLowerCase().includes(search.toLowerCase()))
    .sort(sorters[sort.replace(/^-/, '')] ?? sorters.name);
  return sort.startsWith('-') ? rows.reverse() : rows;
}

export const folderColumns = (now: Date, timeZone: string): DataTableColumn<Folder>[] => [
  {
    id: 'name',
    label: 'Folder',
    fixed: true,
    flexible: true,
    sortable: true,
    firstSort: 'asc',
    cell: (folder) => <Name href={addressOf(folder)}>{folder.name}</Name>,
  },
  {
    id: 'campaigns',
    label: 'Campaigns',
    align: 'end',
    width: 110,
    sortable: true,
    firstSort: 'desc',
    cell: (folder) => folder.campaign_count.toLocaleString('en-US'),
  },
  {
    id: 'active',
    label: 'Active',
    definition: 'Campaigns of the folder that are sending or waiting to send.',
    align: 'end',
    width: 90,
    sortable: true,
    firstSort: 'desc',
    cell: (folder) => folder.active_count.toLocaleString('en-US'),
  },
  {
    id: 'created',
    label: 'Created',
    width: 130,
    sortable: true,
    firstSort: 'desc',
    cell: (folder) => (
      <span title={fullInstant(folder.created_at, timeZone)}>{shortInstant(folder.created_at, now, timeZone)}</span>
    ),
    phoneCell: (folder) => (
      <Text $tone="secondary" $size={2}>
        Created {shortInstant(folder.created_at, now, timeZone)}
      </Text>
    ),
  },
];
