import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { PageBody } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { CampaignServers } from './campaign-servers';
import { ChooseGroup } from './choose-group';
import { useDedicatedIp } from './dedicated-ip.hooks';
import { GroupFigures } from './group-figures';

const middle = { margin: 'auto' };

/** The dedicated servers of a campaign; says what opens the tab for those that have no access. */
export function DedicatedIpTab({ campaign }: { campaign: { id: number; name: string } }) {
  const refusal = useAccess().refusal({ feature: 'smart-servers' });
  if (!refusal) return <CampaignIp campaign={campaign} />;
  return (
    <div style={middle}>
      <EmptyState
        icon="lock"
        title={refusal.by === 'plan' ? 'Dedicated IP is not in your plan' : 'Dedicated IP is closed to you'}
      >
        {refusal.reason} {refusal.unlock}
      </EmptyState>
    </div>
  );
}

function CampaignIp({ campaign }: { campaign: { id: number; name: string } }) {
  const ip = useDedicatedIp(campaign.id);
  const [isLeaving, setLeaving] = useState(false);
  const { data } = ip;
  if (!data)
    return (
      <PageBody $well>
        {ip.problem ? (
          <Callout
            tone="danger"
            role="alert"
            title="Could not load the servers of this campaign"
            actions={
              <Button size="small" icon="refresh" onClick={ip.problem.onRetry}>
                Try again
              </Button>
            }
          >
            {ip.problem.message}
          </Callout>
        ) : (
          <Loading label="Loading servers">
            <SkeletonRows rows={4} />
          </Loading>
        )}
      </PageBody>
    );
  const { group } = data;
  if (!group) return <ChooseGroup ip={ip} />;
  return (
    <PageBody $well>
      <Stack $gap={4}>
        {data.other_domains.length > 0 && (
          <Callout tone="warning" title="Some mailboxes use another domain">
            {data.other_domains.slice(0, 5).join(', ')}
            {data.other_domains.length > 5 && ` and ${data.other_domains.length - 5} more`}: the servers sign for{' '}
            {group.domain}. Add their addresses to SPF at{' '}
            {data.other_domains.length === 1 ? 'this domain' : 'these domains'} too, or use mailboxes at {group.domain}.
          </Callout>
        )}
        {group.servers.length > 0 && group.servers.every((server) => !server.in_rotation) && (
          <Callout tone="danger" title="No server of this group can send now">
            Emails of this campaign wait until one can. {group.servers[0]?.out_reason}
          </Callout>
        )}
        <GroupFigures data={data} group={group} />
        <CampaignServers
          data={data}
          group={group}
          actions={
            <>
              {data.is_sandbox && <Badge tone="info">Simulated</Badge>}
              {ip.mayWrite && (
                <Button size="small" onClick={() => setLeaving(true)}>
                  Remove from group
                </Button>
              )}
            </>
          }
        />
      </Stack>
      {isLeaving && (
        <ConfirmDialog
          open
          tone="normal"
          onOpenChange={setLeaving}
          title={`Remove ${campaign.name} from ${group.name}?`}
          description="Its next emails are sent from its own mailboxes. Emails that were sent keep their address."
          confirmLabel="Remove from group"
          onConfirm={ip.unmap}
        />
      )}
    </PageBody>
  );
}
