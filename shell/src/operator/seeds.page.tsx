import { useState } from 'react';
import type { OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import type { MenuEntry } from '@skein/ui/menu';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { AddSeedDialog } from './add-seed-dialog';
import { ImportSeedsDialog } from './import-seeds-dialog';
import {
  useCheckSeedMutation,
  useDeleteSeedMutation,
  useOperatorSeedsQuery,
  useSetSeedActiveMutation,
} from './operator-api';
import { OperatorHeader } from './operator-layout';
import { shortTime } from './short-time';

const kinds = { personal: 'Personal', business: 'Business' } as const;

function SeedStatus({ seed }: { seed: OperatorSeedView }) {
  if (!seed.is_active) return <StateStatus state="stopped">Disabled</StateStatus>;
  if (seed.problem !== null) return <StateStatus state="failed">Can’t be read</StateStatus>;
  return <StateStatus state="good">{seed.is_sandbox ? 'Stand-in' : 'Connected'}</StateStatus>;
}

const columns: DataTableColumn<OperatorSeedView>[] = [
  {
    id: 'email',
    label: 'Seed',
    fixed: true,
    flexible: true,
    width: 280,
    minWidth: 180,
    cell: (row) => (
      <>
        {row.email}
        <SubLine title={`${row.host}:${row.port}`}>{`${row.host}:${row.port}`}</SubLine>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: 220,
    cell: (row) => (
      <>
        <SeedStatus seed={row} />
        {row.problem !== null && <SubLine title={row.problem}>{row.problem}</SubLine>}
      </>
    ),
  },
  { id: 'provider', label: 'Provider', width: 200, cell: (row) => row.provider },
  { id: 'region', label: 'Region', width: 150, cell: (row) => row.region },
  { id: 'kind', label: 'Kind', width: 110, cell: (row) => kinds[row.kind] },
  {
    id: 'checked',
    label: 'Last check',
    width: 150,
    cell: (row) => (row.checked_at === null ? 'Never' : shortTime(row.checked_at)),
  },
];

/** What is done with a seed from its row. */
function useSeedActions(remove: (seed: OperatorSeedView) => void) {
  const [check] = useCheckSeedMutation();
  const [setActive] = useSetSeedActiveMutation();
  const checkNow = ({ id, email }: OperatorSeedView) =>
    check({ params: { placementSeedId: id }, body: {} })
      .unwrap()
      .then(
        ({ problem }) => {
          if (problem === null) toasts.show({ title: `${email} can be read` });
        },
        (problem: unknown) => showProblem('The seed was not checked', problem),
      );
  const switchTo = ({ id, email }: OperatorSeedView, isActive: boolean) =>
    setActive({ params: { placementSeedId: id }, body: { is_active: isActive } })
      .unwrap()
      .then(
        () => toasts.show({ title: `${email} is ${isActive ? 'enabled' : 'disabled'}` }),
        (problem: unknown) => showProblem('The seed was not changed', problem),
      );
  return (row: OperatorSeedView): MenuEntry[] => [
    { label: 'Check now', icon: 'refresh', onSelect: () => void checkNow(row) },
    row.is_active
      ? { label: 'Disable', icon: 'pause', onSelect: () => void switchTo(row, false) }
      : { label: 'Enable', icon: 'play', onSelect: () => void switchTo(row, true) },
    { kind: 'separator' },
    { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => remove(row) },
  ];
}

/** /app/operator/seeds: the mailboxes that placement tests write to. */
export function SeedsPage() {
  const { data, error, isFetching, refetch } = useOperatorSeedsQuery({});
  const [remove] = useDeleteSeedMutation();
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const [doomed, setDoomed] = useState<OperatorSeedView | null>(null);
  const actions = useSeedActions(setDoomed);
  const rows = data?.rows ?? [];
  const add = (
    <>
      <Button icon="upload" onClick={() => setDialog('import')}>
        Import CSV
      </Button>
      <Button variant="primary" icon="plus" onClick={() => setDialog('add')}>
        Connect seed
      </Button>
    </>
  );
  return (
    <>
      <OperatorHeader page="seeds" actions={add} />
      <DataTable<OperatorSeedView>
        label="Seeds"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        loading={isFetching && !data}
        error={error ? { message: problemOf(error).message, onRetry: () => void refetch() } : null}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        rowActions={actions}
        empty={
          <EmptyState icon="shield" title="No seeds yet" actions={add}>
            Placement tests send to seed mailboxes. Connect a few at each provider you want to measure.
          </EmptyState>
        }
      />
      {dialog === 'add' && <AddSeedDialog known={rows} onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportSeedsDialog onClose={() => setDialog(null)} />}
      {doomed && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setDoomed(null)}
          title={`Delete ${doomed.email}?`}
          description="Its password is deleted and new tests don’t use it. Emails not found yet are left out of their runs. Past results stay."
          confirmLabel="Delete seed"
          onConfirm={async () => void (await withSentence(remove({ params: { placementSeedId: doomed.id } }).unwrap()))}
        />
      )}
    </>
  );
}
