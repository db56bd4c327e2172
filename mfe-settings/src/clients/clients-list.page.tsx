import { counted } from '@skein/ui/counted';
import { useState } from 'react';
import type { ClientView } from '@skein/contracts/main/clients.contract';
import { useAccess } from '@skein/mfe/access';
import { ListSearch } from '@skein/mfe/lists/list-search';
import { navigateTo } from '@skein/mfe/navigation';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterSearch } from '@skein/ui/filter-bar';
import { Link } from '@skein/ui/link';
import { PageHeader } from '@skein/ui/page-header';
import { Status } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { ActivateDialog } from './activate-dialog';
import { effectOfDeactivation } from './deactivation';
import { permissionWords, useClientActions, useClients } from './clients.hooks';

const whole = (count: number) => count.toLocaleString('en-US');
export const ClientStatus = ({ status }: { status: ClientView['status'] }) =>
  status === 'active' ? (
    <Status tone="success" glyph="done">
      Active
    </Status>
  ) : (
    <Status tone="off" glyph="paused">
      Deactivated
    </Status>
  );

function clientColumns(timeZone: string): DataTableColumn<ClientView>[] {
  const now = new Date();
  return [
    {
      id: 'name',
      label: 'Client',
      fixed: true,
      flexible: true,
      width: 240,
      minWidth: 150,
      cell: (row) => (
        <>
          <Link href={`/app/client-views/${row.id}`} style={{ color: 'inherit' }}>
            <Text $truncate>{row.name}</Text>
          </Link>
          <SubLine title={row.email}>{row.email}</SubLine>
        </>
      ),
    },
    { id: 'status', label: 'State', width: 130, phone: 'status', cell: (row) => <ClientStatus status={row.status} /> },
    {
      id: 'permission',
      label: 'Access',
      width: 190,
      cell: (row) => (
        <>
          {permissionWords(row.permission)}
          {row.retricted_category.length > 0 && (
            <SubLine>{counted(row.retricted_category.length, 'category', 'categories')} hidden</SubLine>
          )}
        </>
      ),
    },
    { id: 'campaigns', label: 'Campaigns', align: 'end', width: 104, cell: (row) => whole(row.campaigns) },
    {
      id: 'leads',
      label: 'Leads',
      definition: 'Leads in its campaigns.',
      align: 'end',
      width: 92,
      cell: (row) => whole(row.leads),
    },
    { id: 'mailboxes', label: 'Mailboxes', align: 'end', width: 100, cell: (row) => whole(row.mailboxes) },
    {
      id: 'login',
      label: 'Last login',
      width: 130,
      cell: (row) =>
        row.last_login_at ? (
          <span title={fullInstant(row.last_login_at, timeZone)}>{shortInstant(row.last_login_at, now, timeZone)}</span>
        ) : (
          <Text $tone="muted">{row.has_login ? 'Never' : 'No password yet'}</Text>
        ),
    },
  ];
}

/** /app/client-views: the clients of the agency. */
export function ClientsListPage() {
  usePage([{ label: 'Client views' }]);
  const access = useAccess();
  const { timeZone } = useUi();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const { clients, isLoading, problem } = useClients(search);
  const { setStatus, mailPassword } = useClientActions();
  const [leaving, setLeaving] = useState<ClientView | null>(null);
  const [returning, setReturning] = useState<ClientView | null>(null);
  const writes = access.may('client.write');
  const columns = clientColumns(timeZone);
  const find = (text: string) => setParams(text ? { search: text } : {}, { replace: true });
  const add = (
    <Button
      variant="primary"
      icon="plus"
      href="/app/client-view/new-client"
      {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
    >
      New client
    </Button>
  );
  return (
    <>
      <PageHeader title="Client views" {...(clients ? { detail: whole(clients.length) } : {})} actions={add} />
      <FilterBar>
        <FilterSearch>
          <ListSearch
            label="Search clients"
            placeholder="Name or address"
            value={search}
            maxLength={100}
            onChange={find}
          />
        </FilterSearch>
      </FilterBar>
      <DataTable<ClientView>
        label="Clients"
        columns={columns}
        rows={clients ?? []}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={isLoading}
        error={problem}
        filtered={search !== ''}
        onRowOpen={(row) => navigateTo(`/app/client-views/${row.id}`)}
        rowActions={(row) => [
          { label: 'Open', icon: 'edit', onSelect: () => navigateTo(`/app/client-views/${row.id}`) },
          ...(writes
            ? [
                ...(row.status === 'active'
                  ? [{ label: 'Email a password link', icon: 'mail' as const, onSelect: () => void mailPassword(row) }]
                  : []),
                { kind: 'separator' as const },
                row.status === 'active'
                  ? {
                      label: 'Deactivate',
                      icon: 'pause' as const,
                      tone: 'danger' as const,
                      onSelect: () => setLeaving(row),
                    }
                  : { label: 'Activate', icon: 'play' as const, onSelect: () => setReturning(row) },
              ]
            : []),
        ]}
        emptyFiltered={
          <EmptyState icon="search" title="No client matches">
            Try another name or address.
          </EmptyState>
        }
        empty={
          <EmptyState icon="briefcase" title="No client yet" actions={writes && add}>
            A client logs in with its own password and sees its own campaigns and replies, with your name on top once
            whitelabel is set.
          </EmptyState>
        }
      />
      {returning && (
        <ActivateDialog
          client={returning}
          onConfirm={() => setStatus(returning, 'active')}
          onClose={() => setReturning(null)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeaving(null)}
          title={`Deactivate ${leaving.name}`}
          confirmLabel="Deactivate"
          description={effectOfDeactivation(leaving.campaigns)}
          onConfirm={() => setStatus(leaving, 'deactivated')}
        />
      )}
    </>
  );
}
