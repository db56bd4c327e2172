import { useState } from 'react';
import type { OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { ConnectSeedDialog } from '@skein/mfe/seeds/connect-seed-dialog';
import { ImportSeedsDialog } from '@skein/mfe/seeds/import-seeds-dialog';
import { SeedTable } from '@skein/mfe/seeds/seed-table';
import { Button } from '@skein/ui/button';
import type { DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { useSeeds } from './seeds.hooks';
import { OperatorHeader } from './operator-layout';

const workspace: DataTableColumn<OperatorSeedView> = {
  id: 'workspace',
  label: 'Workspace',
  width: 160,
  cell: (row) => (row.workspace === null ? 'All' : row.workspace.name),
  phoneCell: (row) => `Workspace: ${row.workspace === null ? 'all' : row.workspace.name}`,
};

/** /app/operator/seeds: the mailboxes that placement tests write to. */
export function SeedsPage() {
  const { rows, isLoading, problem, connect, connectMany, ...work } = useSeeds();
  const [dialog, setDialog] = useState<'add' | 'import' | OperatorSeedView | null>(null);
  const changed = typeof dialog === 'object' ? dialog : null;
  const close = () => setDialog(null);
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
      <SeedTable
        rows={rows}
        isLoading={isLoading}
        problem={problem}
        work={work}
        onChangeLogin={setDialog}
        moreColumns={[workspace]}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        empty={
          <EmptyState icon="shield" title="No seeds yet" actions={add}>
            Placement tests send to seed mailboxes. Connect a few at each provider you want to measure.
          </EmptyState>
        }
      />
      {dialog === 'add' && (
        <ConnectSeedDialog
          description="A separate mailbox that no workspace sends from. The login is tested first."
          known={rows}
          connect={connect}
          onClose={close}
        />
      )}
      {changed && (
        <ConnectSeedDialog
          description="The new login is tested first. A disabled seed is enabled."
          seed={changed}
          known={rows}
          connect={(body) => connect({ ...body, ...(changed.workspace && { workspace_id: changed.workspace.id }) })}
          onClose={close}
        />
      )}
      {dialog === 'import' && <ImportSeedsDialog hasWorkspaces connectMany={connectMany} onClose={close} />}
    </>
  );
}
