import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { KeptAddress } from '@skein/mfe/lists/kept-address';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { PageHeader } from '@skein/ui/page-header';
import { AddLeadsDialog } from './add-leads-dialog';
import { keepAddress, useLeadsAddress } from './all-leads.hooks';
import { LeadsTable } from './leads-table';
import { LeadsTabs } from './leads-tabs';
import { useExport } from './use-export';
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

function ExportButton() {
  const { filter } = useLeadsAddress();
  const { isStarting, start } = useExport({ filter, excluded_ids: [] });
  return (
    <Button icon="download" loading={isStarting} onClick={start}>
      Export
    </Button>
  );
}
