import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverLimits, serverMonthlyCents } from '@skein/contracts/smart-servers/server-limits';
import type { ServerGroup } from '@skein/contracts/smart-servers/server-shapes';
import { usePage } from '@skein/mfe/page';
import { useAppSelector } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Text } from '@skein/ui/text';
import { SearchInput } from '@skein/ui/text-input';
import { LoadProblem } from '@skein/ui/load-problem';
import { GroupCard } from './group-card';
import { Simulated } from './parts';
import { base, useGroups, useServerRights } from './servers.hooks';
import { dollars, isSetUp, reputationDefinition } from './server-labels';

const matches = (group: ServerGroup, text: string): boolean =>
  [
    group.name,
    group.domain,
    group.client_name ?? '',
    ...group.servers.flatMap(({ ip, host_name }) => [ip ?? '', host_name]),
  ]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase());

/** Every group of dedicated-IP servers. */
export function ServersPage() {
  usePage([{ label: 'SmartServers' }]);
  const { groups, isSandbox, cloud, isLoading, problem } = useGroups();
  const { mayOrder } = useServerRights();
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const shown = groups.filter((group) => matches(group, search));
  const order = mayOrder && (
    <Button variant="primary" icon="plus" href={`/app${base}/creation-page`}>
      Order servers
    </Button>
  );
  return (
    <>
      <PageHeader
        title="SmartServers"
        status={<Simulated isSandbox={isSandbox} />}
        detail="Dedicated IPs, in groups of up to 4 servers"
        actions={groups.length > 0 && order}
      />
      <PageBody $well>
        <Stack $gap={4}>
          {problem && <LoadProblem title="Could not load servers" {...problem} />}
          {isLoading && (
            <Loading label="Loading servers">
              <SkeletonRows rows={6} />
            </Loading>
          )}
          {!isLoading && !problem && groups.length === 0 && (
            <EmptyState
              icon="server"
              title="No servers yet"
              actions={order}
              {...(cloud === null ? {} : { note: `${dollars(serverMonthlyCents)} a month for each server` })}
            >
              {cloud === null
                ? 'No cloud is set up on this installation, so servers cannot be ordered yet.'
                : `A group is 1 to ${serverLimits.perGroup} servers with their own IP addresses. They send for one domain and the campaigns you choose.`}
            </EmptyState>
          )}
          {groups.length > 0 && (
            <>
              <Summary groups={groups} />
              <Row $wrap $justify="between">
                <div style={{ width: 260, maxWidth: '100%' }}>
                  <SearchInput
                    value={search}
                    aria-label="Search servers"
                    placeholder="IP, host name, group or client"
                    maxLength={100}
                    onChange={(event) => setSearch(event.target.value)}
                    onClear={() => setSearch('')}
                  />
                </div>
                <Text $tone="muted" $size={2}>
                  A campaign has at most one group; a group serves the campaigns of one client.
                </Text>
              </Row>
              <LastOpened groups={groups} />
              {shown.map((group) => (
                <GroupCard
                  key={group.id}
                  group={group}
                  onOpen={(server) =>
                    void navigate(`${base}/${isSetUp(server) ? 'ip-details' : 'ip-provisioning'}/${server.id}`)
                  }
                />
              ))}
              {shown.length === 0 && (
                <EmptyState title="No servers match">Change the search to see other groups.</EmptyState>
              )}
            </>
          )}
        </Stack>
      </PageBody>
    </>
  );
}

/** Leads back to the server that was looked at last. */
function LastOpened({ groups }: { groups: readonly ServerGroup[] }) {
  const lastServerId = useAppSelector((state) => state.smartservers.lastServerId);
  const server = groups.flatMap((group) => group.servers).find(({ id }) => String(id) === lastServerId);
  if (!server) return null;
  return (
    <Text $tone="secondary" $size={2}>
      Last opened:{' '}
      <Link href={`/app${base}/${isSetUp(server) ? 'ip-details' : 'ip-provisioning'}/${server.id}`}>
        {server.ip ?? server.host_name}
      </Link>
    </Text>
  );
}

/** How many servers are in which state; a state without any is not named. */
function statesOf(servers: readonly { status: string }[]): string {
  const count = (status: string) => servers.filter((server) => server.status === status).length;
  const states = [
    { count: count('ACTIVE'), word: /* text */ 'active' },
    { count: count('WARMING'), word: /* text */ 'warming' },
    { count: count('PROVISIONING'), word: /* text */ 'being set up' },
  ];
  return states
    .filter((state) => state.count > 0)
    .map((state) => `${state.count} ${state.word}`)
    .join(', ');
}

function Summary({ groups }: { groups: readonly ServerGroup[] }) {
  const servers = groups.flatMap((group) => group.servers);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const rated = servers.map(({ reputation }) => reputation).filter((value) => value !== null);
  const listed = servers.filter((server) => server.listed.length > 0);
  const working = servers.filter(isSetUp);
  const down = working.filter((server) => !server.in_rotation);
  return (
    <Stats>
      <Stat
        size="small"
        label="Sent in 24 hours"
        value={
          <>
            {sum(servers.map(({ sent_24h }) => sent_24h)).toLocaleString('en-US')}{' '}
            <small>of {sum(working.map(({ allowed }) => allowed)).toLocaleString('en-US')}</small>
          </>
        }
        detail="limit of all servers"
      />
      <Stat size="small" label="Servers" value={servers.length} detail={statesOf(servers)} />
      <Stat
        size="small"
        label="Reputation"
        definition={reputationDefinition}
        value={rated.length === 0 ? null : Math.round(sum(rated) / rated.length)}
        detail={
          rated.length === 0
            ? 'shown from 20 emails'
            : `of ${rated.length} ${rated.length === 1 ? 'server' : 'servers'}`
        }
      />
      <Stat
        size="small"
        label="On a block list"
        value={listed.length}
        detail={listed.length === 0 ? 'none' : listed.map(({ ip }) => ip).join(', ')}
      />
      <Stat
        size="small"
        label="Out of rotation"
        value={down.length}
        detail={down.length === 0 ? 'all servers send' : (down[0]?.out_reason ?? '')}
      />
    </Stats>
  );
}
