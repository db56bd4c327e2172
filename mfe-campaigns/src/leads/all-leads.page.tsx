import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { useAccess } from '@skein/mfe/access';
import { KeptAddress } from '@skein/mfe/lists/kept-address';
import { usePage } from '@skein/mfe/page';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { PageHeader } from '@skein/ui/page-header';
import { AddLeadsDialog } from './add-leads-dialog';
import { keepAddress, useLeadsAddress } from './all-leads.hooks';
import { LeadsTable } from './leads-table';
import { LeadsTabs } from './leads-tabs';
import { useLeadWork } from './use-lead-work';
import { WorkStrip } from './work-strip';

/** All leads of the workspace, with the columns of docs/domain.md. */
export function AllLeadsPage() {
  usePage([{ label: 'Leads' }]);
  return (
    <KeptAddress list="all-leads" keep={keepAddress}>
      <AllLeads />
    </KeptAddress>
  );
}

function AllLeads() {
  const access = useAccess();
  const [query] = useSearchParams();
  const [adding, setAdding] = useState(query.has('add'));
  return (
    <LeadsTable
      label="All leads"
      head={(total) => (
        <>
          <PageHeader
            title="Leads"
            tabs={<LeadsTabs current="all" />}
            actions={
              <>
                {access.may('lead.export') && total !== null && total > 0 && <ExportButton />}
                {access.may('lead.write') && (
                  <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                    Add leads
                  </Button>
                )}
              </>
            }
          />
          <WorkStrip />
          {adding && <AddLeadsDialog onClose={() => setAdding(false)} />}
        </>
      )}
      empty={
        <EmptyState
          icon="users"
          title="No leads yet"
          actions={
            access.may('lead.write') ? (
              <Button icon="plus" onClick={() => setAdding(true)}>
                Add leads
              </Button>
            ) : undefined
          }
        >
          Import a CSV, paste rows or add a lead. Each lead is listed here with its campaigns, emails and replies.
        </EmptyState>
      }
    />
  );
}

/** Exports exactly what the filters show. */
export function ExportButton({ list }: { list?: { id: number } }) {
  const { filter } = useLeadsAddress();
  const work = useLeadWork();
  const [busy, setBusy] = useState(false);
  const selection: LeadSelection = { filter: { ...filter, ...(list ? { list_id: list.id } : {}) }, excluded_ids: [] };
  const begin = () => {
    setBusy(true);
    work(selection, { kind: 'EXPORT' })
      .catch((error: unknown) => showProblem('The export did not start', error))
      .finally(() => setBusy(false));
  };
  return (
    <Button icon="download" loading={busy} onClick={begin}>
      Export
    </Button>
  );
}
