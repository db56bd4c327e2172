import { useState } from 'react';
import type { ServerDetails } from '@skein/contracts/smart-servers/server-shapes';
import { Button } from '@skein/ui/button';
import { Card, CardBody } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import { MapDialog } from './group-dialogs';
import { useGroupActions, useServerRights } from './servers.hooks';

/** Which server of the group sends how much. */
export function RotationCard({ details: { group, server } }: { details: ServerDetails }) {
  const { mayWrite } = useServerRights();
  const actions = useGroupActions(group.id);
  return (
    <Card
      padded={false}
      title="Auto-rotation"
      detail={group.name}
      actions={
        <Switch
          aria-label="Auto-rotation"
          checked={group.auto_rotate}
          disabled={!mayWrite}
          onCheckedChange={actions.rotate}
        />
      }
    >
      <CardBody>
        <Stack $gap={3}>
          {group.servers.map((each) => (
            <Progress
              key={each.id}
              value={each.share}
              max={100}
              label={`Share of ${each.host_name}`}
              start={
                <>
                  {each.ip ?? each.host_name}
                  {each.id === server.id && ', this server'}
                  {!each.in_rotation && ` (${each.out_reason ?? 'out of rotation'})`}
                </>
              }
              end={`${each.share}%`}
            />
          ))}
          <Text $tone="secondary" $size={2}>
            {group.auto_rotate
              ? 'The next email goes to the server with the most room left today. A server that stops answering is out within a minute; one on a block list, or with a reputation below 60, rests for 24 hours.'
              : 'Rotation is off: only the first server sends, and emails wait while it cannot.'}
          </Text>
        </Stack>
      </CardBody>
    </Card>
  );
}

const words: Record<string, string> = {
  DRAFTED: 'Draft',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  STOPPED: 'Stopped',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
};

/** The campaigns that send through the group. */
export function CampaignsOfGroup({ details: { group } }: { details: ServerDetails }) {
  const { mayWrite } = useServerRights();
  const actions = useGroupActions(group.id);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      padded={false}
      title="Campaigns"
      detail={`${counted(group.campaigns.length, 'campaign')} on ${group.name}${group.client_name ? `, all of ${group.client_name}` : ''}`}
      actions={
        mayWrite && (
          <Button size="small" icon="plus" onClick={() => setOpen(true)}>
            Map campaigns
          </Button>
        )
      }
    >
      <DataTable
        label={`Campaigns of ${group.name}`}
        gutter={16}
        rows={group.campaigns}
        rowId={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        rowActions={({ id }) =>
          mayWrite ? [{ label: 'Remove from the group', icon: 'trash', onSelect: () => actions.unmap(id) }] : []
        }
        empty={
          <EmptyState title="No campaign sends through this group">
            Map campaigns to send their emails from these addresses.
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            label: 'Campaign',
            fixed: true,
            minWidth: 160,
            cell: ({ id, name }) => <Link href={`/app/email-campaign/${id}/overview`}>{name}</Link>,
          },
          { id: 'status', label: 'Status', width: 100, phone: 'status', cell: ({ status }) => words[status] ?? status },
          {
            id: 'leads',
            label: 'Leads left',
            align: 'end',
            width: 100,
            cell: ({ leads_left }) => leads_left.toLocaleString('en-US'),
          },
          {
            id: 'sent',
            label: 'Sent in 24 h',
            align: 'end',
            width: 110,
            cell: ({ sent_24h }) => sent_24h.toLocaleString('en-US'),
          },
        ]}
      />
      {isOpen && <MapDialog group={group} onClose={() => setOpen(false)} />}
    </Card>
  );
}
