import { useState } from 'react';
import type { LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { PageHeader } from '@skein/ui/page-header';
import { useLeadsAddress } from './all-leads.hooks';
import { LeadsTable } from './leads-table';
import { LeadsTabs } from './leads-tabs';
import { useLeadWork } from './use-lead-work';
import { WorkStrip } from './work-strip';

/** All leads of the workspace, with the columns of docs/domain.md. */
export function AllLeadsPage() {
  usePage([{ label: 'Leads' }]);
  const access = useAccess();
  return (
    <LeadsTable
      label="All leads"
      head={(total, isFiltered) => (
        <>
          <PageHeader
            title="Leads"
            detail={
              total
                ? `${total.count.toLocaleString('en-US')}${total.isCapped ? '+' : ''} ${isFiltered ? 'match' : 'in all'}`
                : undefined
            }
            tabs={<LeadsTabs current="all" />}
            actions={access.may('lead.export') && total && total.count > 0 ? <ExportButton /> : undefined}
          />
          <WorkStrip />
        </>
      )}
      empty={
        <EmptyState
          icon="users"
          title="No leads yet"
          actions={
            access.may('campaign.write') ? (
              <>
                <Button variant="primary" href="/app/email-campaign/new-campaign">
                  Make a campaign and import leads
                </Button>
                <Button href="/app/leads/lists">Gather a list first</Button>
              </>
            ) : undefined
          }
        >
          Leads are imported into a campaign or a list, and stand here with everything that happened to them.
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
      .catch((error: unknown) => showProblem('The export was not begun', error))
      .finally(() => setBusy(false));
  };
  return (
    <Button icon="download" loading={busy} onClick={begin}>
      Export
    </Button>
  );
}
