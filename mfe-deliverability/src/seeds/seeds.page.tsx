import { useState } from 'react';
import type { SeedView } from '@skein/contracts/smart-delivery/seed-shapes';
import { usePage } from '@skein/mfe/page';
import { ConnectSeedDialog } from '@skein/mfe/seeds/connect-seed-dialog';
import { ImportSeedsDialog } from '@skein/mfe/seeds/import-seeds-dialog';
import { SeedTable } from '@skein/mfe/seeds/seed-table';
import { Button } from '@skein/ui/button';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { PageHeader } from '@skein/ui/page-header';
import { styled } from 'styled-components';
import { AreaTabs, Simulated } from '../parts';
import { useLists } from '../placement.hooks';
import { useOwnSeeds, useSharedSeedCount } from './seeds.hooks';

/** Seed mailboxes of the workspace: its placement tests alone write to them. */
export function SeedsPage() {
  usePage([{ label: 'SmartDelivery', to: useLists() }, { label: 'Seeds' }]);
  const { rows, isLoading, problem, connect, connectMany, ...work } = useOwnSeeds();
  const [dialog, setDialog] = useState<'add' | 'import' | SeedView | null>(null);
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
      <PageHeader
        title="SmartDelivery"
        status={<Simulated />}
        tabs={<AreaTabs value="seeds" />}
        actions={rows.length > 0 && add}
      />
      {rows.length > 0 && <Others />}
      <SeedTable
        rows={rows}
        isLoading={isLoading}
        problem={problem}
        work={work}
        onChangeLogin={setDialog}
        empty={
          <EmptyState icon="shield" title="No seeds of your own yet" actions={add}>
            Connect a few mailboxes at each provider you want to measure. No other workspace sends to them.
          </EmptyState>
        }
      />
      {(dialog === 'add' || changed) && (
        <ConnectSeedDialog
          description={
            changed
              ? 'The new login is tested first. A disabled seed is enabled. On another server, a new code is emailed to it.'
              : 'A separate mailbox that you neither send from nor write to as a lead. The login is tested first, then a code is emailed to it.'
          }
          seed={changed}
          known={rows}
          connect={connect}
          onClose={close}
        />
      )}
      {dialog === 'import' && <ImportSeedsDialog connectMany={connectMany} onClose={close} />}
    </>
  );
}

/** How these seeds get into a test, and which there are besides. */
function Others() {
  const shared = useSharedSeedCount();
  if (shared === null) return null;
  const besides = shared === 0 ? '' : `, along with ${counted(shared, 'seed')} of this installation`;
  return <Line>{`Choose them for a test by provider and region${besides}. No other workspace sends to them.`}</Line>;
}

const Line = styled(Hint)`
  padding: var(--s-2) var(--s-6) 0;
  @media (max-width: 720px) {
    padding: var(--s-2) var(--s-4) 0;
  }
`;
