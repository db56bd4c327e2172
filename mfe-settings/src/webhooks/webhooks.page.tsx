import { useState } from 'react';
import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { LinkButton } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { SettingsLayout } from '../settings-layout';
import { LogDrawer } from './log-drawer';
import { TestDialog } from './test-dialog';
import { eventLabel } from './webhook-form';
import { WebhookDrawer } from './webhook-drawer';
import { useWebhooks } from './webhooks.hooks';

type Open = { kind: 'new' } | { kind: 'edit' | 'log' | 'test' | 'delete'; id: number } | null;
const scopeWords = (webhook: WebhookView) =>
  webhook.scope === 3
    ? `Campaign ${webhook.campaign_id}`
    : webhook.scope === 2
      ? `Client ${webhook.client_id}`
      : 'Whole workspace';

/** Webhooks with how their last day went. */
export function WebhooksPage() {
  const access = useAccess();
  const [open, setOpen] = useState<Open>(null);
  const { rows, isLoading, problem, turn, remove } = useWebhooks();
  const writes = access.may('webhook.write');
  const chosen = open && open.kind !== 'new' ? rows.find((row) => row.id === open.id) : undefined;
  const close = () => setOpen(null);
  const columns: DataTableColumn<WebhookView>[] = [
    {
      id: 'name',
      label: 'Webhook',
      fixed: true,
      flexible: true,
      width: 220,
      minWidth: 140,
      cell: (row) => (
        <>
          <LinkButton
            style={{ maxWidth: '100%', minHeight: 20, color: 'inherit' }}
            onClick={() => setOpen({ kind: writes ? 'edit' : 'log', id: row.id })}
          >
            <Text $truncate>{row.name}</Text>
          </LinkButton>
          <SubLine title={row.webhook_url}>{row.webhook_url}</SubLine>
        </>
      ),
    },
    {
      id: 'state',
      label: 'State',
      width: 96,
      phone: 'status',
      cell: (row) => <StateStatus state={row.is_active ? 'active' : 'off'}>{row.is_active ? 'On' : 'Off'}</StateStatus>,
    },
    {
      id: 'scope',
      label: 'For',
      width: 132,
      cell: (row) => (
        <>
          {scopeWords(row)}
          <SubLine>{row.has_secret ? 'signed' : 'not signed'}</SubLine>
        </>
      ),
    },
    {
      id: 'events',
      label: 'Events',
      width: 210,
      cell: (row) => (
        <span title={row.event_types.map(eventLabel).join('\n')}>
          {eventLabel(row.event_types[0] ?? '')}
          <SubLine>
            {[
              row.event_types.length > 1 ? `and ${row.event_types.length - 1} more` : '',
              row.categories.length > 0 ? `only ${row.categories.join(', ')}` : '',
            ]
              .filter(Boolean)
              .join(', ')}
          </SubLine>
        </span>
      ),
    },
    {
      id: 'delivered',
      label: 'Delivered',
      definition: 'Deliveries answered with 2xx in the last 24 hours.',
      align: 'end',
      width: 92,
      cell: (row) => row.last_day.delivered.toLocaleString('en-US'),
    },
    {
      id: 'failed',
      label: 'Failed',
      definition: 'Deliveries that failed in the last 24 hours, after 72 hours of retries.',
      align: 'end',
      width: 76,
      cell: (row) => (
        <Text $tone={row.last_day.failed > 0 ? 'danger' : 'text'}>{row.last_day.failed.toLocaleString('en-US')}</Text>
      ),
    },
    {
      id: 'waiting',
      label: 'Waiting',
      definition: 'Deliveries waiting for their next try.',
      align: 'end',
      width: 80,
      cell: (row) => row.last_day.waiting.toLocaleString('en-US'),
    },
  ];
  return (
    <SettingsLayout
      page="webhook"
      wide
      actions={
        <>
          <Button variant="ghost" icon="book" href="/docs/api">
            API documentation
          </Button>
          <Button
            variant="primary"
            icon="plus"
            onClick={() => setOpen({ kind: 'new' })}
            {...(writes ? {} : { disabledReason: 'Your role can view, not edit' })}
          >
            New webhook
          </Button>
        </>
      }
    >
      <DataTable<WebhookView>
        label="Webhooks"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={isLoading}
        error={problem}
        onRowOpen={(row) => setOpen({ kind: 'log', id: row.id })}
        rowActions={(row) => [
          {
            label: 'Log',
            icon: 'list',
            detail: 'What was sent, and the answers',
            onSelect: () => setOpen({ kind: 'log', id: row.id }),
          },
          ...(writes
            ? [
                { label: 'Edit', icon: 'edit' as const, onSelect: () => setOpen({ kind: 'edit', id: row.id }) },
                {
                  label: 'Test',
                  icon: 'send' as const,
                  detail: 'A sample event, now',
                  onSelect: () => setOpen({ kind: 'test', id: row.id }),
                },
                row.is_active
                  ? { label: 'Turn off', icon: 'pause' as const, onSelect: () => void turn(row, false) }
                  : { label: 'Turn on', icon: 'play' as const, onSelect: () => void turn(row, true) },
                { kind: 'separator' as const },
                {
                  label: 'Delete',
                  icon: 'trash' as const,
                  tone: 'danger' as const,
                  onSelect: () => setOpen({ kind: 'delete', id: row.id }),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            drawing="plug"
            title="No webhook yet"
            actions={
              writes && (
                <Button icon="plus" onClick={() => setOpen({ kind: 'new' })}>
                  New webhook
                </Button>
              )
            }
          >
            A webhook notifies your systems the moment something happens: a reply, a bounce, a new category.
          </EmptyState>
        }
      />
      {open?.kind === 'new' && <WebhookDrawer webhook={null} onClose={close} />}
      {open?.kind === 'edit' && chosen && <WebhookDrawer webhook={chosen} onClose={close} />}
      {open?.kind === 'log' && chosen && <LogDrawer webhook={chosen} onClose={close} />}
      {open?.kind === 'test' && chosen && <TestDialog webhook={chosen} onClose={close} />}
      {open?.kind === 'delete' && chosen && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${chosen.name}`}
          confirmLabel="Delete webhook"
          typedText={chosen.name}
          description={`Its log is deleted too${chosen.last_day.waiting > 0 ? `, and ${counted(chosen.last_day.waiting, 'delivery that waits', 'deliveries that wait')} ${chosen.last_day.waiting === 1 ? 'is' : 'are'} not sent` : ''}.`}
          onConfirm={() => remove(chosen)}
        />
      )}
    </SettingsLayout>
  );
}
