import type { CallOutput } from '@skein/contracts/endpoint';
import type { ServerGroup } from '@skein/contracts/smart-servers/server-shapes';
import type { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { Stat, Stats } from '@skein/ui/stat';

type Data = CallOutput<(typeof serversContract)['endpoints']['campaign']>;

const number = (count: number) => count.toLocaleString('en-US');
const sum = <Row,>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
const share = (count: number, of: number) => (of === 0 ? null : `${((count / of) * 100).toFixed(1)}%`);

/** What the servers sent of this campaign, what came back, and what they can still send. */
export function GroupFigures({ data, group }: { data: Data; group: ServerGroup }) {
  const rotating = group.servers.filter((server) => server.in_rotation);
  const [sent, bounced, replied] = [
    sum(data.by_server, (server) => server.sent),
    sum(data.by_server, (server) => server.bounced),
    sum(data.by_server, (server) => server.replied),
  ];
  const allowed = sum(rotating, (server) => server.allowed);
  const left = sum(rotating, (server) => Math.max(0, server.allowed - server.sent_24h));
  return (
    <Stats style={{ flex: 'none' }}>
      <Stat
        label="In rotation"
        definition="Servers of the group that can send now."
        value={
          <>
            {rotating.length} <small>of {group.servers.length}</small>
          </>
        }
        detail={group.auto_rotate ? 'Rotation is on' : 'Rotation is off'}
      />
      <Stat
        label="Can send today"
        definition="What the servers in rotation can still send within 24 hours, for all campaigns of the group."
        value={number(left)}
        detail={`of ${number(allowed)}`}
      />
      <Stat
        label="Sent"
        definition="Emails of this campaign that were sent through these servers."
        value={number(sent)}
        detail="of this campaign"
      />
      <Stat
        label="Bounced"
        definition="Share of those emails that bounced."
        value={share(bounced, sent)}
        detail={number(bounced)}
      />
      <Stat
        label="Replied"
        definition="Share of those emails that were answered."
        value={share(replied, sent)}
        detail={number(replied)}
      />
    </Stats>
  );
}
