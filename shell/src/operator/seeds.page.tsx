import { useState } from 'react';
import type { OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
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
import { useSeeds } from './seeds.hooks';
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
    id: 'workspace',
    label: 'Workspace',
    width: 160,
    cell: (row) => (row.workspace === null ? 'All' : row.workspace.name),
  },
  {
    id: 'checked',
    label: 'Last check',
    width: 150,
    cell: (row) => (row.checked_at === null ? 'Never' : shortTime(row.checked_at)),
  },
];

/** What is done with a seed from its row. */
function seedActions({ check, setActive }: ReturnType<typeof useSeeds>, remove: (seed: OperatorSeedView) => void) {
  const checkNow = async ({ id, email }: OperatorSeedView) => {
    const checked = await check(id);
    if (checked?.value.problem === null) toasts.show({ title: `${email} can be read` });
  };
  const switchTo = async ({ id, email }: OperatorSeedView, isActive: boolean) => {
    if (await setActive(id, isActive)) toasts.show({ title: `${email} is ${isActive ? 'enabled' : 'disabled'}` });
  };
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
  const seeds = useSeeds();
  const { rows, isLoading, problem, remove } = seeds;
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);
  const [doomed, setDoomed] = useState<OperatorSeedView | null>(null);
  const actions = seedActions(seeds, setDoomed);
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
        loading={isLoading}
        error={problem}
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
          onConfirm={async () => void (await withSentence(remove(doomed.id)))}
        />
      )}
    </>
  );
}
