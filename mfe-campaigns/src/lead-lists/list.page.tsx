import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { EmptyState } from '@skein/ui/empty-state';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { counted } from '@skein/ui/counted';
import { ExportButton } from '../leads/all-leads.page';
import { LeadsTable } from '../leads/leads-table';
import { WorkStrip } from '../leads/work-strip';
import { VerifyButton } from '../verification/verify-dialog';
import { useList } from './lead-lists.hooks';
import { FewTags } from './few-tags';
import { ListForm } from './list-form';

/** One list: its leads, and what can be done with them. */
export function LeadListPage() {
  const access = useAccess();
  const { list, isGone, problem, retry } = useList(useParams().listId);
  const [editing, setEditing] = useState(false);
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
  const importAddress = `/app/leads/lists/${list.id}/import`;
  const mayWrite = access.may('lead.write');
  return (
    <>
      <LeadsTable
        label="Leads of the list"
        list={{ id: list.id, name: list.name }}
        head={() => (
          <>
            <PageHeader
              title={list.name}
              detail={`${counted(list.lead_count, 'lead')}, ${list.active_count.toLocaleString('en-US')} in a sequence`}
              {...(list.tags.length > 0 ? { status: <FewTags tags={list.tags} /> } : {})}
              actions={
                <>
                  {access.may('lead.export') && list.lead_count > 0 && <ExportButton list={list} />}
                  {list.lead_count > 0 && (
                    <VerifyButton name={list.name} selection={{ filter: { list_id: list.id }, excluded_ids: [] }} />
                  )}
                  {mayWrite && (
                    <Button variant="primary" icon="plus" href={importAddress}>
                      Add leads
                    </Button>
                  )}
                  {mayWrite && (
                    <Menu
                      align="end"
                      trigger={<IconButton icon="more" size="medium" label="More actions for the list" />}
                      entries={[{ label: 'Rename or tag', icon: 'edit', onSelect: () => setEditing(true) }]}
                    />
                  )}
                </>
              }
            />
            <WorkStrip />
          </>
        )}
        empty={
          <EmptyState
            icon="list"
            title="This list is empty"
            actions={mayWrite ? <Button href={importAddress}>Import leads</Button> : undefined}
          >
            Import a file, paste rows, or select leads in All leads and add them here.
          </EmptyState>
        }
      />
      {editing && <ListForm list={list} onClose={() => setEditing(false)} />}
    </>
  );
}
