import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import type { DataTableColumn } from '@skein/ui/data-table';
import { LinkButton } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { eventLabel } from './webhook-form';

const scopeWords = (webhook: WebhookView) =>
  webhook.scope === 3
    ? `Campaign ${webhook.campaign_id}`
    : webhook.scope === 2
      ? `Client ${webhook.client_id}`
      : 'Whole workspace';

/** The list of webhooks; the name of one opens it. */
export const webhookColumns = (onOpen: (webhook: WebhookView) => void): DataTableColumn<WebhookView>[] => [
  {
    id: 'name',
    label: 'Webhook',
    fixed: true,
    flexible: true,
    width: 220,
    minWidth: 140,
    cell: (row) => (
      <>
        <LinkButton style={{ maxWidth: '100%', minHeight: 20, color: 'inherit' }} onClick={() => onOpen(row)}>
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
