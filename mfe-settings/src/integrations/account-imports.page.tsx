import { useState } from 'react';
import type { AccountImportView } from '@skein/contracts/main/account-imports.contract';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { AccountImportCard } from './account-import-card';
import { useAccountImports } from './account-imports.hooks';
import { IntegrationsLayout } from './integrations-layout';
import { NewImportDialog } from './new-import-dialog';

/** Moving in from another product: what was imported, what runs, and what is left to do manually. */
export function AccountImportsPage() {
  const { imports, sandboxKeys, isLoading, problem, cancel, link } = useAccountImports();
  const [open, setOpen] = useState<{ resumed: AccountImportView | null } | null>(null);
  const begin = () => setOpen({ resumed: null });
  return (
    <IntegrationsLayout
      page="imports"
      actions={
        <Button variant="primary" icon="download" onClick={begin}>
          Import an account
        </Button>
      }
    >
      {isLoading && <Loading label="Loading imports" />}
      {problem && (
        <LoadProblem title="Imports could not be loaded." message={problem.message} onRetry={problem.onRetry} />
      )}
      {!isLoading && !problem && imports.length === 0 && (
        <Card>
          <EmptyState
            drawing="plug"
            title="Nothing imported yet"
            actions={<Button onClick={begin}>Import an account</Button>}
          >
            Bring campaigns, sequences, leads and the block list from Smartlead or Instantly. Each lead continues after
            the last email it got.
          </EmptyState>
        </Card>
      )}
      {imports.map((view) => (
        <AccountImportCard
          key={view.id}
          view={view}
          onCancel={() => void cancel(view)}
          onResume={() => setOpen({ resumed: view })}
          onLink={() => void link(view)}
        />
      ))}
      {open && <NewImportDialog sandboxKeys={sandboxKeys} resumed={open.resumed} onClose={() => setOpen(null)} />}
    </IntegrationsLayout>
  );
}
