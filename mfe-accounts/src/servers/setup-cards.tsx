import type { ServerDetails, ServerStep } from '@skein/contracts/smart-servers/server-shapes';
import { serverLimits } from '@skein/contracts/smart-servers/server-limits';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Card, CardBody } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { CopyButton } from '@skein/ui/code-block';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Row } from '@skein/ui/layout';
import { StateStatus } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { Timeline, type TimelineItem } from '@skein/ui/timeline';
import { useUi } from '@skein/ui/ui-provider';
import { rampLine } from './ramp-line';
import { stepNames } from './server-labels';

const glyphs = { PENDING: 'new', RUNNING: 'progress', DONE: 'done', FAILED: 'bad' } as const;
const tones = { RUNNING: 'info', DONE: 'success', FAILED: 'danger' } as const;

/** What is left to do, for a step that has not begun. */
const ahead: Record<ServerStep['kind'], string> = {
  ADDRESS: 'Reserved at the cloud, and looked up on block lists',
  MACHINE: 'Installs a mail server that takes email from Skein alone',
  HOST_NAME: 'Needs the A record listed under DNS records',
  REVERSE_DNS: 'Set at the cloud, then confirmed both ways',
  SPF: 'Needs the TXT record listed under DNS records',
  DKIM: 'Needs the TXT record listed under DNS records',
  DMARC: 'Needs the TXT record listed under DNS records, or one of the parent domain',
  RELAY: 'A first connection with certificate and login',
};

/** The steps of setting a server up, live. */
export function StepsCard({ details }: { details: ServerDetails }) {
  const { timeZone } = useUi();
  const now = useCampaignNow(60_000);
  const { server, steps } = details;
  const items: TimelineItem[] = steps.map((step) => {
    const at = step.done_at ?? step.began_at;
    return {
      id: step.kind,
      title: stepNames[step.kind],
      detail: step.note ?? ahead[step.kind],
      glyph: glyphs[step.state],
      ...(step.state === 'PENDING' ? {} : { tone: tones[step.state] }),
      time: at ? (
        <span title={fullInstant(at, timeZone)}>
          {step.state === 'DONE' ? '' : 'since '}
          {shortInstant(at, now, timeZone)}
        </span>
      ) : (
        '–'
      ),
    };
  });
  const isWarm = server.status === 'ACTIVE';
  const warming = isWarm || server.status === 'WARMING';
  items.push(
    {
      id: 'warming',
      title: `Warming, ${serverLimits.warmDays} days`,
      detail: warming
        ? `${server.warm_day} of ${serverLimits.warmDays} days are done`
        : `Begins at ${serverLimits.firstDay} emails a day`,
      glyph: isWarm ? 'done' : warming ? 'progress' : 'new',
      ...(isWarm ? { tone: 'success' as const } : warming ? { tone: 'info' as const } : {}),
      time: server.ready_at ? shortInstant(server.ready_at, now, timeZone) : '–',
    },
    {
      id: 'active',
      title: 'Active',
      detail: `Up to ${server.daily_limit.toLocaleString('en-US')} emails a day`,
      glyph: isWarm ? 'done' : 'new',
      ...(isWarm ? { tone: 'success' as const } : {}),
      time: '–',
    },
  );
  return (
    <Card padded={false} title="Setup" detail={`${server.steps_done} of ${steps.length} steps`}>
      <CardBody aria-live="polite">
        <Timeline label="Steps of the setup" items={items} />
      </CardBody>
    </Card>
  );
}

const states = {
  PENDING: ['fresh', 'Not yet'],
  RUNNING: ['started', 'Waiting'],
  DONE: ['good', 'Passes'],
  FAILED: ['failed', 'Failed'],
} as const;

/** What has to be published. */
export function RecordsCard({ details }: { details: ServerDetails }) {
  const { records, group } = details;
  const all = records.map(({ type, name, value }) => `${name}\t${type}\t${value}`).join('\n');
  return (
    <Card
      padded={false}
      title="DNS records"
      detail={`at your DNS provider, for ${group.domain}`}
      actions={records.length > 0 && <CopyButton text={all} label="Copy all records" />}
    >
      <DataTable
        label="DNS records"
        gutter={16}
        rows={records}
        rowId={({ kind }) => kind}
        rowLabel={({ name }) => name}
        empty={<EmptyState title="No records yet">They appear once the server has an address.</EmptyState>}
        columns={[
          {
            id: 'name',
            label: 'Name',
            fixed: true,
            width: 210,
            cell: ({ type, name }) => (
              <>
                <Text $tone="muted">{type}</Text> {name}
              </>
            ),
          },
          {
            id: 'value',
            label: 'Value',
            flexible: true,
            minWidth: 160,
            phone: 'line',
            cell: ({ name, value }) => (
              <Row $gap={1}>
                <Text $mono $truncate title={value}>
                  {value}
                </Text>
                <CopyButton text={value} label={`Copy the value of ${name}`} />
              </Row>
            ),
          },
          {
            id: 'state',
            label: 'State',
            width: 110,
            phone: 'status',
            cell: ({ state }) => <StateStatus state={states[state][0]}>{states[state][1]}</StateStatus>,
          },
        ]}
      />
      {details.is_sandbox && (
        <CardBody style={{ paddingTop: 12 }}>
          <Text $tone="muted" $size={2}>
            The sandbox publishes these records in its own DNS.
          </Text>
        </CardBody>
      )}
    </Card>
  );
}

/** How the address grows. */
export function RampChart({ details }: { details: ServerDetails }) {
  const { ramp, server } = details;
  return (
    <Card
      padded={false}
      title="Warmup plan"
      detail={
        ramp.length > 0
          ? `${ramp[0]?.toLocaleString('en-US')} to ${ramp.at(-1)?.toLocaleString('en-US')} emails a day`
          : undefined
      }
    >
      <CardBody>
        <Chart
          title="Emails a day by day of the ramp"
          heading="none"
          kind="column"
          height={160}
          categoryLabel="Day"
          categories={ramp.map((_, index) => `Day ${index + 1}`)}
          series={[{ id: 'allowed', label: 'Emails allowed', values: ramp }]}
        />
        <Text $tone="secondary" $size={2}>
          {rampLine(server.daily_limit)} A day without emails, or with 2% deferred, is repeated.
        </Text>
      </CardBody>
    </Card>
  );
}
