import { useState, type ReactNode } from 'react';
import type { SeedView } from '@skein/contracts/smart-delivery/seed-shapes';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { InstantText } from '@skein/ui/instant-text';
import type { MenuEntry } from '@skein/ui/menu';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { SearchInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import type { ReadProblem } from '../requests';
import { withSentence } from '../with-sentence';

/** What is done with a seed. `check` and `setActive` show a refusal and resolve to null; `remove` rejects with the server's problem. */
export interface SeedWork {
  check: (id: number) => Promise<{ value: SeedView } | null>;
  setActive: (id: number, isActive: boolean) => Promise<{ value: SeedView } | null>;
  /** Emails another code to a seed that waits for one; resolves to null after a refusal was shown. */
  mailCode?: (id: number) => Promise<{ value: SeedView } | null>;
  remove: (id: number) => Promise<unknown>;
}

const kinds = { personal: 'Personal', business: 'Business' } as const;
const pageSize = 25;

function SeedStatus({ seed }: { seed: SeedView }) {
  if (seed.state === 'waiting') return <StateStatus state="waiting">Waiting for email</StateStatus>;
  if (!seed.is_active) return <StateStatus state="stopped">Disabled</StateStatus>;
  if (seed.problem !== null) return <StateStatus state="failed">Can’t be read</StateStatus>;
  return <StateStatus state="good">{seed.is_sandbox ? 'Stand-in' : 'Connected'}</StateStatus>;
}

/** What keeps a seed from being used, or what it waits for. */
function reasonOf({ state, problem, code_until: until }: SeedView): string | null {
  if (problem !== null || state !== 'waiting') return problem;
  return until === null
    ? 'No code was emailed to this address.'
    : 'Used once the code emailed to this address is found in the mailbox.';
}

function SeedState({ seed }: { seed: SeedView }) {
  const reason = reasonOf(seed);
  return (
    <>
      <SeedStatus seed={seed} />
      {reason !== null && <SubLine title={reason}>{reason}</SubLine>}
    </>
  );
}

function CheckedAt({ seed: { checked_at: at }, timeZone }: { seed: SeedView; timeZone: string | undefined }) {
  return at === null ? 'Never' : <InstantText at={at} {...(timeZone ? { timeZone } : {})} />;
}

const columnsOf = (timeZone: string | undefined): DataTableColumn<SeedView>[] => [
  {
    id: 'email',
    label: 'Seed',
    fixed: true,
    flexible: true,
    width: 280,
    minWidth: 250,
    cell: (row) => {
      const server = `${row.host}:${row.port}${row.auth_method === 'XOAUTH2' ? ', OAuth' : ''}`;
      return (
        <>
          {row.email}
          <SubLine title={server}>{server}</SubLine>
        </>
      );
    },
  },
  {
    id: 'state',
    label: 'State',
    width: 220,
    cell: (row) => <SeedState seed={row} />,
  },
  {
    id: 'provider',
    label: 'Provider',
    width: 220,
    cell: (row) => (
      <>
        {row.provider}
        <SubLine>{`${row.region}, ${kinds[row.kind].toLowerCase()}`}</SubLine>
      </>
    ),
    phoneCell: (row) => `${row.provider}, ${row.region}, ${kinds[row.kind].toLowerCase()}`,
  },
  {
    id: 'checked',
    label: 'Last check',
    width: 150,
    cell: (row) => <CheckedAt seed={row} timeZone={timeZone} />,
    phoneCell: (row) => (
      <>
        Last check: <CheckedAt seed={row} timeZone={timeZone} />
      </>
    ),
  },
];

/** What is done with a seed from its row. */
function seedActions<Row extends SeedView>(
  work: SeedWork,
  ask: { login: (seed: Row) => void; remove: (seed: Row) => void },
) {
  const checkNow = async ({ id, email }: Row) => {
    const checked = await work.check(id);
    if (!checked) return;
    const { state, problem } = checked.value;
    if (state !== 'waiting') {
      if (problem === null) toasts.show({ title: `${email} can be read` });
    } else if (problem === null) toasts.show({ tone: 'info', title: `The code isn’t in ${email} yet` });
    else toasts.show({ tone: 'warning', title: `${email} is waiting for its code`, text: problem });
  };
  const mailCode = async ({ id, email }: Row) => {
    if (await work.mailCode?.(id)) toasts.show({ title: `A new code was emailed to ${email}` });
  };
  const switchTo = async ({ id, email }: Row, isActive: boolean) => {
    if (await work.setActive(id, isActive)) toasts.show({ title: `${email} is ${isActive ? 'enabled' : 'disabled'}` });
  };
  const switchAction = (row: Row): MenuEntry =>
    row.is_active
      ? { label: 'Disable', icon: 'pause', onSelect: () => void switchTo(row, false) }
      : { label: 'Enable', icon: 'play', onSelect: () => void switchTo(row, true) };
  const waitingActions = (row: Row): MenuEntry[] =>
    work.mailCode ? [{ label: 'Email code again', icon: 'mail', onSelect: () => void mailCode(row) }] : [];
  return (row: Row): MenuEntry[] => [
    { label: 'Check now', icon: 'refresh', onSelect: () => void checkNow(row) },
    ...(row.is_sandbox ? [] : [{ label: 'Change login', icon: 'key' as const, onSelect: () => ask.login(row) }]),
    ...(row.state === 'waiting' ? waitingActions(row) : [switchAction(row)]),
    { kind: 'separator' },
    { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => ask.remove(row) },
  ];
}

/** The seeds that a search finds, those that can't be read or wait for their code first, a page at a time. */
function usePages<Row extends SeedView>(rows: readonly Row[]) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const text = search.trim().toLowerCase();
  const isBroken = (seed: Row) => Number(seed.state === 'waiting' || (seed.is_active && seed.problem !== null));
  const found = rows
    .filter(({ email, provider, region }) =>
      [email, provider, region].some((each) => each.toLowerCase().includes(text)),
    )
    .sort((one, other) => isBroken(other) - isBroken(one));
  const from = Math.min(page, Math.max(0, Math.ceil(found.length / pageSize) - 1)) * pageSize;
  const shown = found.slice(from, from + pageSize);
  const find = (next: string) => {
    setSearch(next);
    setPage(0);
  };
  const paging = {
    from: shown.length === 0 ? 0 : from + 1,
    to: from + shown.length,
    total: found.length,
    hasPrevious: from > 0,
    hasNext: from + pageSize < found.length,
    onPrevious: () => setPage(from / pageSize - 1),
    onNext: () => setPage(from / pageSize + 1),
  };
  return { search, find, isFiltered: text !== '', shown, ...(found.length > pageSize && { paging }) };
}

interface SeedTableProps<Row extends SeedView> {
  rows: readonly Row[];
  isLoading: boolean;
  problem: ReadProblem | null;
  work: SeedWork;
  onChangeLogin: (seed: Row) => void;
  /** Between provider and last check. */
  moreColumns?: readonly DataTableColumn<Row>[];
  /** In which checks are dated; left out, that of the surroundings. */
  timeZone?: string;
  /** Where no seed is connected. */
  empty: ReactNode;
}

/** Seed mailboxes with their state, and what is done with one. */
export function SeedTable<Row extends SeedView>({
  rows,
  isLoading,
  problem,
  work,
  onChangeLogin,
  moreColumns = [],
  timeZone,
  empty,
}: SeedTableProps<Row>) {
  const [doomed, setDoomed] = useState<Row | null>(null);
  const { search, find, isFiltered, shown, paging } = usePages(rows);
  const common = columnsOf(timeZone);
  const columns: DataTableColumn<Row>[] = [...common.slice(0, -1), ...moreColumns, ...common.slice(-1)];
  return (
    <>
      {rows.length > pageSize && (
        <FilterBar>
          <FilterSearch>
            <SearchInput
              size="small"
              aria-label="Search seeds"
              placeholder="Address or provider"
              maxLength={100}
              value={search}
              onChange={(event) => find(event.target.value)}
              onClear={() => find('')}
            />
          </FilterSearch>
        </FilterBar>
      )}
      <DataTable<Row>
        label="Seeds"
        columns={columns}
        rows={shown}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        loading={isLoading}
        error={problem}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        rowActions={seedActions(work, { login: onChangeLogin, remove: setDoomed })}
        filtered={isFiltered}
        emptyFiltered={<EmptyState title="No seed matches">Search for another address, provider or region.</EmptyState>}
        empty={empty}
        {...(paging ? { paging } : {})}
      />
      {doomed && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setDoomed(null)}
          title={`Delete ${doomed.email}?`}
          description="Its login is deleted and new tests don’t use it. Emails not found yet are left out of their runs. Past results stay."
          confirmLabel="Delete seed"
          onConfirm={async () => void (await withSentence(work.remove(doomed.id)))}
        />
      )}
    </>
  );
}
