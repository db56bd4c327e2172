import { useState } from 'react';
import type { ServerGroup, ServerRow } from '@skein/contracts/smart-servers/server-shapes';
import { serverLimits } from '@skein/contracts/smart-servers/server-limits';
import { Badge } from '@skein/ui/badge';
import { Card, CardFoot } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Row } from '@skein/ui/layout';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import { Progress } from '@skein/ui/progress';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { dayOfInstant } from '@skein/ui/instant';
import { AwaitingPayment } from './awaiting-payment';
import { AddServersDialog, DeleteGroupDialog, MapDialog, TransferDialog } from './group-dialogs';
import { ServerState } from './parts';
import { useGroupActions, useServerRights } from './servers.hooks';
import { verdictStates } from '../dns-verdict-colours';
import { dollars, isSetUp, reputationDefinition, sentLine, verdictWords } from './server-labels';

type Open = 'map' | 'add' | 'transfer' | 'delete' | null;

/** One group: its servers in a table, with what can be done with the group. */
export function GroupCard({ group, onOpen }: { group: ServerGroup; onOpen: (server: ServerRow) => void }) {
  const [open, setOpen] = useState<Open>(null);
  const { mayWrite, mayOrder } = useServerRights();
  const actions = useGroupActions(group.id);
  const { timeZone } = useUi();
  const close = () => setOpen(null);
  const rotating = group.servers.filter((server) => server.in_rotation).length;
  return (
    <Card
      padded={false}
      title={group.name}
      detail={[group.client_name, group.domain].filter(Boolean).join(' · ')}
      actions={
        <>
          {mayWrite && (
            <Menu
              trigger={<IconButton icon="more" label={`Actions for ${group.name}`} />}
              align="end"
              entries={[
                { label: 'Map campaigns', icon: 'send', onSelect: () => setOpen('map') },
                {
                  label: group.auto_rotate ? 'Turn rotation off' : 'Turn rotation on',
                  detail: 'Off: only the first server sends',
                  icon: 'refresh',
                  onSelect: () => actions.rotate(!group.auto_rotate),
                },
                { label: 'Transfer to a client', icon: 'briefcase', onSelect: () => setOpen('transfer') },
                ...(mayOrder && group.servers.length < serverLimits.perGroup
                  ? [{ label: 'Add a server', icon: 'plus' as const, onSelect: () => setOpen('add') }]
                  : []),
                ...(mayOrder
                  ? [{ label: 'Delete group', icon: 'trash' as const, onSelect: () => setOpen('delete') }]
                  : []),
              ]}
            />
          )}
        </>
      }
    >
      <Row $wrap style={{ padding: '0 var(--s-4) var(--s-3)' }}>
        <Badge icon="send">
          {group.campaigns.length === 0 ? 'No campaign yet' : counted(group.campaigns.length, 'campaign')}
        </Badge>
        <Badge icon="refresh">
          {!group.auto_rotate ? 'Rotation off' : group.servers.length === 1 ? 'One server' : `Rotates ${rotating}`}
        </Badge>
      </Row>
      {group.awaiting_payment && (
        <div style={{ padding: '0 var(--s-4) var(--s-3)' }}>
          <AwaitingPayment group={group} />
        </div>
      )}
      <DataTable
        label={`Servers of ${group.name}`}
        gutter={16}
        rows={group.servers}
        rowId={({ id }) => String(id)}
        rowLabel={({ host_name }) => host_name}
        onRowOpen={onOpen}
        empty={<EmptyState title="No servers">Add a server to send through this group.</EmptyState>}
        view={{ order: columns.map(({ id }) => id), hidden: [], widths: {}, density: 'two-lines' }}
        columns={columns}
      />
      <CardFoot>
        {counted(group.servers.length, 'server')} of {serverLimits.perGroup}, {group.sent_24h.toLocaleString('en-US')}{' '}
        sent in 24 hours
        {group.monthly_cents > 0 && `, ${dollars(group.monthly_cents)} a month`}
        {group.paid_until && `, paid until ${dayOfInstant(group.paid_until, timeZone)}`}
        {group.ends_at &&
          `. The subscription ended: its servers are deleted on ${dayOfInstant(group.ends_at, timeZone)}`}
      </CardFoot>
      {open === 'map' && <MapDialog group={group} onClose={close} />}
      {open === 'add' && <AddServersDialog group={group} onClose={close} />}
      {open === 'transfer' && <TransferDialog group={group} onClose={close} />}
      {open === 'delete' && <DeleteGroupDialog group={group} onClose={close} />}
    </Card>
  );
}

/** How much of its limit a server sent, or how far its setup is. */
function SentBar({ server, before = '' }: { server: ServerRow; before?: string }) {
  return isSetUp(server) ? (
    <Progress
      value={server.sent_24h}
      max={server.allowed}
      label={`Sent by ${server.host_name}`}
      start={
        <>
          {before}
          {sentLine(server)}
        </>
      }
    />
  ) : (
    <Progress
      value={server.steps_done}
      max={8}
      label={`Setup of ${server.host_name}`}
      start={`${before}${server.steps_done} of 8 steps`}
    />
  );
}

const columns: Parameters<typeof DataTable<ServerRow>>[0]['columns'] = [
  {
    id: 'server',
    label: 'Server',
    fixed: true,
    minWidth: 190,
    cell: (server) => (
      <>
        {server.ip ?? 'No address yet'}
        <SubLine>{server.host_name}</SubLine>
      </>
    ),
  },
  { id: 'state', label: 'State', width: 200, phone: 'status', cell: (server) => <ServerState server={server} /> },
  {
    id: 'sent',
    label: 'Sent in 24 hours',
    width: 160,
    phone: 'line',
    phoneCell: (server) => <SentBar server={server} before={isSetUp(server) ? 'Sent in 24 hours: ' : 'Setup: '} />,
    cell: (server) => <SentBar server={server} />,
  },
  {
    id: 'reputation',
    label: 'Reputation',
    definition: reputationDefinition,
    align: 'end',
    width: 110,
    cell: ({ reputation }) => reputation ?? '–',
  },
  {
    id: 'lists',
    label: 'Block lists',
    definition: 'DNS block lists of weight that name the address, of all that answered. Looked up every 6 hours.',
    width: 120,
    phoneCell: ({ listed, lists }) =>
      lists === 0 ? 'Block lists not checked yet' : `On ${listed.length} of ${lists} block lists`,
    cell: ({ listed, lists }) =>
      lists === 0 ? (
        <StateStatus state="waiting">Not yet</StateStatus>
      ) : (
        <StateStatus state={listed.length === 0 ? 'good' : 'failed'}>
          {listed.length} of {lists}
        </StateStatus>
      ),
  },
  {
    id: 'rdns',
    label: 'Reverse DNS',
    definition: 'The address is named after the server, and the name leads back to the address.',
    width: 140,
    phoneCell: ({ reverse_dns }) => `Reverse DNS: ${verdictWords[reverse_dns].toLowerCase()}`,
    cell: ({ reverse_dns }) => (
      <StateStatus state={verdictStates[reverse_dns]}>{verdictWords[reverse_dns]}</StateStatus>
    ),
  },
  {
    id: 'share',
    label: 'Share',
    definition: 'Of the emails that this group sent in the last 24 hours.',
    align: 'end',
    width: 80,
    cell: (server) => (isSetUp(server) ? `${server.share}%` : '–'),
  },
];
