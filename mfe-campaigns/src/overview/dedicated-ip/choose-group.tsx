import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardFoot, CardList } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { Icon } from '@skein/ui/icon';
import { PageBody } from '@skein/ui/page-header';
import { SubLine, Text } from '@skein/ui/text';
import type { useDedicatedIp } from './dedicated-ip.hooks';

type DedicatedIp = ReturnType<typeof useDedicatedIp>;

/** The campaign sends from its mailboxes: a group can be chosen for it, or ordered where there is none. */
export function ChooseGroup({ ip }: { ip: DedicatedIp }) {
  const groups = ip.data?.groups ?? [];
  if (groups.length === 0)
    return (
      <div style={{ margin: 'auto' }}>
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
  return <Groups ip={ip} groups={groups} />;
}

function Groups({ ip, groups }: { ip: DedicatedIp; groups: NonNullable<DedicatedIp['data']>['groups'] }) {
  const [asked, setAsked] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const map = (groupId: number) => {
    setProblem(null);
    setAsked(groupId);
    void ip.map(groupId).catch((error: unknown) => setProblem(problemOf(error).message));
  };
  return (
    <PageBody $well>
      {problem && (
        <Callout tone="danger" role="alert" title="The group was not chosen">
          {problem}
        </Callout>
      )}
      <Card
        padded={false}
        title="Choose a group of servers"
        detail="This campaign sends from its mailboxes’ own servers"
        actions={
          ip.mayOrder && (
            <Button size="small" icon="plus" href="/app/smart-servers/creation-page">
              Order servers
            </Button>
          )
        }
      >
        <CardList aria-label="Groups of servers">
          {groups.map(({ id, name, client_name, servers }) => (
            <li key={id}>
              <Icon name="server" />
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text $truncate $weight="medium">
                  {name}
                </Text>
                <SubLine>{[client_name, counted(servers, 'server')].filter(Boolean).join(' · ')}</SubLine>
              </div>
              {ip.mayWrite && (
                <Button
                  size="small"
                  aria-label={`Use this group: ${name}`}
                  loading={ip.isMapping && asked === id}
                  disabled={ip.isMapping}
                  onClick={() => map(id)}
                >
                  Use this group
                </Button>
              )}
            </li>
          ))}
        </CardList>
        <CardFoot>From the next email on, the campaign sends through the group. A group serves one client.</CardFoot>
      </Card>
    </PageBody>
  );
}
