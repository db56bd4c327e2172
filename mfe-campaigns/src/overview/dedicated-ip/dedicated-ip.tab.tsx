import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PageBody } from '@skein/ui/page-header';
import { Select } from '@skein/ui/select';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { CampaignServers } from './campaign-servers';
import { useDedicatedIp } from './dedicated-ip.hooks';

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
  if (!group) return <NoGroup ip={ip} />;
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
          title={`Remove ${campaign.name} from ${group.name}`}
          description="Its next emails are sent from its own mailboxes. Emails that were sent keep their address."
          confirmLabel="Remove from group"
          onConfirm={ip.unmap}
        />
      )}
    </PageBody>
  );
}

/** The campaign sends from its mailboxes: choose a group for it. */
function NoGroup({ ip }: { ip: ReturnType<typeof useDedicatedIp> }) {
  const groups = ip.data?.groups ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (groups.length === 0)
    return (
      <div style={middle}>
        <EmptyState
          icon="server"
          title="No dedicated IP"
          actions={
            ip.mayOrder && (
              <Button variant="primary" href="/app/smart-servers/creation-page">
                Order servers
              </Button>
            )
          }
        >
          This campaign sends from its mailboxes’ own servers. With a group of dedicated servers, its emails are sent
          from addresses that only you use.
        </EmptyState>
      </div>
    );
  const map = () => {
    setProblem(null);
    void ip.map(Number(chosen)).catch((error: unknown) => setProblem(problemOf(error).message));
  };
  return (
    <PageBody $well>
      <Stack $gap={4} style={{ maxWidth: 560 }}>
        <Card padded={false} title="Dedicated IP" detail="This campaign sends from its mailboxes’ own servers">
          <CardBody>
            <Stack $gap={3}>
              {problem && (
                <Callout tone="danger" role="alert" title="The campaign was not mapped">
                  {problem}
                </Callout>
              )}
              <Field
                label="Group of servers"
                hint="From the next email on, it sends through this group. A campaign has at most one group, and a group serves one client."
              >
                <Select
                  value={chosen}
                  onValueChange={setChosen}
                  placeholder="Choose a group"
                  disabled={!ip.mayWrite}
                  options={groups.map(({ id, name, client_name, servers }) => ({
                    value: String(id),
                    label: name,
                    detail: [client_name, counted(servers, 'server')].filter(Boolean).join(', '),
                  }))}
                />
              </Field>
              {ip.mayWrite && (
                <div>
                  <Button
                    variant="primary"
                    loading={ip.isMapping}
                    onClick={map}
                    {...(chosen === null ? { disabledReason: 'Choose a group of servers' } : {})}
                  >
                    Map campaign
                  </Button>
                </div>
              )}
            </Stack>
          </CardBody>
        </Card>
      </Stack>
    </PageBody>
  );
}
