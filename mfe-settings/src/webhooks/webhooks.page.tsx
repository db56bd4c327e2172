import { useState } from 'react';
import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import type { MenuEntry } from '@skein/ui/menu';
import { counted } from '@skein/ui/counted';
import { SettingsLayout } from '../settings-layout';
import { LogDrawer } from './log-drawer';
import { TestDialog } from './test-dialog';
import { webhookColumns } from './webhook-columns';
import { WebhookDrawer } from './webhook-drawer';
import { useWebhooks } from './webhooks.hooks';

type Kind = 'edit' | 'log' | 'test' | 'delete';

/** What can be done with one webhook. */
const rowActions = (
  row: WebhookView,
  {
    writes,
    turn,
    open,
  }: {
    writes: boolean;
    turn: (webhook: WebhookView, isOn: boolean) => Promise<unknown>;
    open: (kind: Kind) => void;
  },
): MenuEntry[] => [
  {
    label: 'Log',
    icon: 'list',
    detail: 'What was sent, and the answers',
    onSelect: () => open('log'),
  },
  ...(writes
    ? [
        { label: 'Edit', icon: 'edit' as const, onSelect: () => open('edit') },
        {
          label: 'Test',
          icon: 'send' as const,
          detail: 'A sample event, now',
          onSelect: () => open('test'),
        },
        row.is_active
          ? { label: 'Turn off', icon: 'pause' as const, onSelect: () => void turn(row, false) }
          : { label: 'Turn on', icon: 'play' as const, onSelect: () => void turn(row, true) },
        { kind: 'separator' as const },
        {
          label: 'Delete',
          icon: 'trash' as const,
          tone: 'danger' as const,
          onSelect: () => open('delete'),
        },
      ]
    : []),
];

/** The drawer or dialog that is open over the list. */
function OpenWebhook({
  kind,
  webhook,
  onClose,
  onDelete,
}: {
  kind: 'new' | Kind;
  webhook: WebhookView | undefined;
  onClose: () => void;
  onDelete: (webhook: WebhookView) => Promise<void>;
}) {
  if (kind === 'new') return <WebhookDrawer webhook={null} onClose={onClose} />;
  if (!webhook) return null;
  if (kind === 'edit') return <WebhookDrawer webhook={webhook} onClose={onClose} />;
  if (kind === 'log') return <LogDrawer webhook={webhook} onClose={onClose} />;
  if (kind === 'test') return <TestDialog webhook={webhook} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${webhook.name}`}
      confirmLabel="Delete webhook"
      typedText={webhook.name}
      description={`Its log is deleted too${webhook.last_day.waiting > 0 ? `, and ${counted(webhook.last_day.waiting, 'delivery that waits', 'deliveries that wait')} ${webhook.last_day.waiting === 1 ? 'is' : 'are'} not sent` : ''}.`}
      onConfirm={() => onDelete(webhook)}
    />
  );
}

type Open = { kind: 'new' } | { kind: Kind; id: number } | null;

/** Webhooks with how their last day went. */
export function WebhooksPage() {
  const access = useAccess();
  const [open, setOpen] = useState<Open>(null);
  const { rows, isLoading, problem, turn, remove } = useWebhooks();
  const writes = access.may('webhook.write');
  const chosen = open && open.kind !== 'new' ? rows.find((row) => row.id === open.id) : undefined;
  const close = () => setOpen(null);
  const columns = webhookColumns((row) => setOpen({ kind: writes ? 'edit' : 'log', id: row.id }));
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
        rowActions={(row) => rowActions(row, { writes, turn, open: (kind) => setOpen({ kind, id: row.id }) })}
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
      {open && <OpenWebhook kind={open.kind} webhook={chosen} onClose={close} onDelete={remove} />}
    </SettingsLayout>
  );
}
