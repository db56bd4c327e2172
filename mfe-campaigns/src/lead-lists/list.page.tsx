import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { EmptyState } from '@skein/ui/empty-state';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { counted } from '@skein/ui/counted';
import { useLeadsAddress } from '../leads/all-leads.hooks';
import { LeadsTable } from '../leads/leads-table';
import { useExport } from '../leads/use-export';
import { WorkStrip } from '../leads/work-strip';
import { useMayVerify, VerifyDialog } from '../verification/verify-dialog';
import { useList } from './lead-lists.hooks';
import { FewTags } from './few-tags';
import { ListForm } from './list-form';

const importAddressOf = ({ id }: { id: number }) => `/app/leads/lists/${id}/import`;

/** One list: its leads, and what can be done with them. */
export function LeadListPage() {
  const access = useAccess();
  const { list, isGone, problem, retry } = useList(useParams().listId);
  usePage([
    { label: 'Leads', to: '/app/leads/all' },
    { label: 'Lists', to: '/app/leads/lists' },
    { label: list?.name ?? 'List' },
  ]);
  if (isGone) return <NotFoundPage />;
  if (!list && problem)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The list could not be loaded."
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </PageBody>
    );
  if (!list) return <PageSkeleton />;
  const mayWrite = access.may('lead.write');
  return (
    <>
      <LeadsTable
        label="Leads of the list"
        list={{ id: list.id, name: list.name }}
        head={() => (
          <>
            <ListHeader list={list} />
            <WorkStrip />
          </>
        )}
        empty={
          <EmptyState
            icon="list"
            title="This list is empty"
            actions={mayWrite ? <Button href={importAddressOf(list)}>Import leads</Button> : undefined}
          >
            Import a file, paste rows, or select leads in All leads and add them here.
          </EmptyState>
        }
      />
    </>
  );
}

function ListHeader({ list }: { list: NonNullable<ReturnType<typeof useList>['list']> }) {
  const access = useAccess();
  const mayVerify = useMayVerify();
  const { filter } = useLeadsAddress();
  const { isStarting, start } = useExport({ filter: { ...filter, list_id: list.id }, excluded_ids: [] });
  const [open, setOpen] = useState<'edit' | 'verify' | null>(null);
  const mayWrite = access.may('lead.write');
  const hasLeads = list.lead_count > 0;
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={list.name}
        detail={`${counted(list.lead_count, 'lead')}, ${list.active_count.toLocaleString('en-US')} in a sequence`}
        {...(list.tags.length > 0 ? { status: <FewTags tags={list.tags} /> } : {})}
        secondary={[
          ...(access.may('lead.export') && hasLeads
            ? [
                {
                  label: 'Export',
                  icon: 'download' as const,
                  onClick: start,
                  ...(isStarting && { disabledReason: 'The export is starting' }),
                },
              ]
            : []),
          ...(mayVerify && hasLeads
            ? [{ label: 'Verify emails', icon: 'check' as const, onClick: () => setOpen('verify') }]
            : []),
        ]}
        more={mayWrite ? [{ label: 'Rename or tag', icon: 'edit', onSelect: () => setOpen('edit') }] : []}
        moreLabel="More actions for the list"
        actions={
          mayWrite && (
            <Button variant="primary" icon="plus" href={importAddressOf(list)}>
              Add leads
            </Button>
          )
        }
      />
      {open === 'edit' && <ListForm list={list} onClose={close} />}
      {open === 'verify' && (
        <VerifyDialog name={list.name} selection={{ filter: { list_id: list.id }, excluded_ids: [] }} onClose={close} />
      )}
    </>
  );
}
