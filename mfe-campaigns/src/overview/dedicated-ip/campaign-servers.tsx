import type { ReactNode } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { ServerGroup } from '@skein/contracts/smart-servers/server-shapes';
import type { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { Card, CardFoot } from '@skein/ui/card';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';

type Data = CallOutput<(typeof serversContract)['endpoints']['campaign']>;

/** Of all campaigns of the group, beside what the server may send. */
const SentToday = ({ server, start }: { server: ServerGroup['servers'][number]; start: string }) => (
  <Progress
    value={server.sent_24h}
    max={server.allowed}
    label={`Sent today by ${server.host_name}`}
    start={start}
    end={`of ${server.allowed.toLocaleString('en-US')}`}
  />
);

/** The servers of the campaign's group: what each sent of it, and whether it is in rotation. */
export function CampaignServers({ data, group, actions }: { data: Data; group: ServerGroup; actions: ReactNode }) {
  const figures = new Map(data.by_server.map((each) => [each.server_id, each]));
  const known = new Set(group.servers.map(({ id }) => id));
  const gone = data.by_server.filter(({ server_id }) => !known.has(server_id));
  const rows = [
    ...group.servers.map((server) => ({ ...server, of: figures.get(server.id), server })),
    ...gone.map((each) => ({ id: each.server_id, ip: each.ip, host_name: each.host_name, of: each, server: null })),
  ];
  return (
    <Card
      padded={false}
      title={group.name}
      detail={[group.client_name, group.domain].filter(Boolean).join(' · ')}
      actions={actions}
    >
      <DataTable
        label={`Servers of ${group.name}`}
        gutter={16}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowLabel={({ host_name }) => host_name}
        empty={<EmptyState title="No servers">The group has no server yet, so this campaign’s emails wait.</EmptyState>}
        view={{ order: [], hidden: [], widths: {}, density: 'two-lines' }}
        columns={[
          {
            id: 'server',
            label: 'Server',
            fixed: true,
            minWidth: 180,
            cell: ({ id, ip, host_name, server }) => (
              <>
                {server ? (
                  <Link href={`/app/smart-servers/ip-details/${id}`}>{ip ?? host_name}</Link>
                ) : (
                  (ip ?? host_name)
                )}
                <SubLine>{host_name}</SubLine>
              </>
            ),
          },
          {
            id: 'state',
            label: 'State',
            width: 190,
            phone: 'status',
            cell: ({ server }) =>
              server === null ? (
                <StateStatus state="archived">Deleted</StateStatus>
              ) : server.in_rotation ? (
                <StateStatus state="active">In rotation</StateStatus>
              ) : (
                <>
                  <StateStatus state={server.is_reachable ? 'paused' : 'waiting'}>Out of rotation</StateStatus>
                  <SubLine>{server.out_reason}</SubLine>
                </>
              ),
          },
          {
            id: 'today',
            label: 'Sent today',
            definition: 'By all campaigns of the group in the last 24 hours, of what the server may send.',
            width: 160,
            cell: ({ server }) =>
              server ? <SentToday server={server} start={server.sent_24h.toLocaleString('en-US')} /> : '–',
            phoneCell: ({ server }) =>
              server && <SentToday server={server} start={`Sent today: ${server.sent_24h.toLocaleString('en-US')}`} />,
          },
          {
            id: 'sent',
            label: 'Sent',
            definition: 'Emails of this campaign.',
            align: 'end',
            width: 80,
            cell: ({ of }) => (of?.sent ?? 0).toLocaleString('en-US'),
          },
          {
            id: 'bounced',
            label: 'Bounced',
            align: 'end',
            width: 90,
            cell: ({ of }) => (of?.bounced ?? 0).toLocaleString('en-US'),
          },
          {
            id: 'replied',
            label: 'Replied',
            align: 'end',
            width: 90,
            cell: ({ of }) => (of?.replied ?? 0).toLocaleString('en-US'),
          },
          {
            id: 'reputation',
            label: 'Reputation',
            align: 'end',
            width: 110,
            cell: ({ server }) => server?.reputation ?? '–',
          },
        ]}
      />
      <CardFoot style={{ justifyContent: 'space-between' }}>
        {group.auto_rotate
          ? 'Each email goes to the server with the most room left today.'
          : 'Rotation is off: only the first server sends.'}
        <Link href="/app/smart-servers" style={{ flex: 'none' }}>
          Open SmartServers
        </Link>
      </CardFoot>
    </Card>
  );
}
