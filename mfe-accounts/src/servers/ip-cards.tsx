import type { ServerDetails } from '@skein/contracts/smart-servers/server-shapes';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { dayText, shortInstant } from '@skein/ui/instant';
import { Stat, Stats } from '@skein/ui/stat';
import { StateStatus } from '@skein/ui/status';
import { useUi } from '@skein/ui/ui-provider';
import { StateLines } from '../mailbox/card-parts';
import { verdictStates } from '../dns-verdict-colours';
import { reputationDefinition } from './server-labels';

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part * 100) / whole).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

/** What it sent and what came back. */
export function ServerFigures({ details: { server, totals } }: { details: ServerDetails }) {
  return (
    <Stats>
      <Stat size="small" label="Reputation" definition={reputationDefinition} value={server.reputation} />
      <Stat
        size="small"
        label="Sent in 24 hours"
        value={
          <>
            {server.sent_24h.toLocaleString('en-US')} <small>of {server.allowed.toLocaleString('en-US')}</small>
          </>
        }
        detail={`${totals.sent.toLocaleString('en-US')} in 30 days`}
      />
      <Stat
        size="small"
        label="Bounced"
        definition="Emails of the last 30 days that bounced, of those sent."
        value={percent(totals.bounced, totals.sent)}
        detail={totals.bounced.toLocaleString('en-US')}
      />
      <Stat
        size="small"
        label="Replied"
        definition="Emails of the last 30 days that were answered, of those sent."
        value={percent(totals.replied, totals.sent)}
        detail={totals.replied.toLocaleString('en-US')}
      />
      <Stat
        size="small"
        label="Deferred"
        definition="Times the server answered with a temporary refusal in the last 30 days. These emails are tried again."
        value={totals.deferred.toLocaleString('en-US')}
      />
      <Stat
        size="small"
        label="Unconfirmed"
        definition="Emails for which no answer came after the last byte. They count as sent and are never sent again."
        value={totals.unconfirmed.toLocaleString('en-US')}
      />
    </Stats>
  );
}

const checkNames = [
  ['reverse_dns', 'Reverse DNS'],
  ['forward', 'Forward match'],
  ['spf', 'SPF'],
  ['dkim', 'DKIM'],
  ['dmarc', 'DMARC'],
  ['tls', 'TLS'],
] as const;

export function IdentityCard({ details: { checks, checked_at } }: { details: ServerDetails }) {
  const { timeZone } = useUi();
  const now = useCampaignNow(60_000);
  const good = checkNames.filter(([id]) => checks?.[id].verdict === 'pass').length;
  return (
    <Card
      padded={false}
      title="Identity"
      actions={
        checks && (
          <StateStatus state={good === checkNames.length ? 'good' : 'warning'}>
            {good} of {checkNames.length}
          </StateStatus>
        )
      }
    >
      {checks ? (
        <StateLines
          lines={checkNames.map(([id, name]) => ({
            id,
            name,
            state: verdictStates[checks[id].verdict],
            text: checks[id].text,
            ...(checked_at ? { end: shortInstant(checked_at, now, timeZone) } : {}),
          }))}
        />
      ) : (
        <EmptyState title="Not checked yet">The first check runs when the setup is done.</EmptyState>
      )}
    </Card>
  );
}

export function ListsCard({ details: { listings } }: { details: ServerDetails }) {
  const { timeZone } = useUi();
  const now = useCampaignNow(60_000);
  const listed = listings.filter(({ is_listed, is_minor }) => is_listed && !is_minor);
  const answered = listings.filter(({ is_listed }) => is_listed !== null);
  return (
    <Card
      padded={false}
      title="Block lists"
      actions={
        answered.length > 0 && (
          <StateStatus state={listed.length === 0 ? 'good' : 'failed'}>
            {listed.length} of {answered.length}
          </StateStatus>
        )
      }
    >
      {listings.length === 0 ? (
        <EmptyState title="Not looked up yet">Block lists are checked once the server has an address.</EmptyState>
      ) : (
        <StateLines
          lines={listings.map(({ list, is_listed, is_minor, note, since, checked_at }) => ({
            id: list,
            name: list,
            state: is_listed === null ? 'waiting' : !is_listed ? 'good' : is_minor ? 'warning' : 'failed',
            text:
              is_listed === null
                ? (note ?? 'Did not answer')
                : is_listed
                  ? `Listed${since ? ` since ${shortInstant(since, now, timeZone)}` : ''}${note ? `: ${note}` : ''}`
                  : 'Not listed',
            end: shortInstant(checked_at, now, timeZone),
          }))}
        />
      )}
      <CardFoot>
        Looked up every 6 hours. A listed server rests for 24 hours, unless only lists that few receivers use name it.
      </CardFoot>
    </Card>
  );
}

/** Who the address is registered to. */
export function RegistrationCard({ details: { registration } }: { details: ServerDetails }) {
  const lines = registration
    ? ([
        ['network', 'Network', registration.network],
        ['holder', 'Holder', registration.holder],
        ['country', 'Country', registration.country],
        ['range', 'Range', registration.range],
        ['abuse', 'Abuse contact', registration.abuse_email],
      ] as const)
    : [];
  return (
    <Card padded={false} title="Who is" detail="from the registry, by RDAP">
      {registration ? (
        <StateLines
          lines={lines.map(([id, name, text]) => ({
            id,
            name,
            state: text === null ? ('waiting' as const) : ('good' as const),
            text: text ?? 'Not published',
          }))}
        />
      ) : (
        <EmptyState title="Not looked up yet">The registry has not answered yet. It is asked every 6 hours.</EmptyState>
      )}
    </Card>
  );
}

export function VolumeChart({ details: { volume } }: { details: ServerDetails }) {
  return (
    <Card padded={false} title="Volume" detail="28 days, UTC">
      <CardBody>
        {volume.every(({ sent }) => sent === 0) ? (
          <EmptyState title="Nothing sent yet">Map a campaign to send through this server.</EmptyState>
        ) : (
          <Chart
            title="Emails sent by day"
            heading="none"
            kind="column"
            height={200}
            categoryLabel="Day"
            categories={volume.map(({ day }) => dayText(day))}
            series={[{ id: 'sent', label: 'Sent', values: volume.map(({ sent }) => sent) }]}
          />
        )}
      </CardBody>
    </Card>
  );
}

/** By the domain of the recipients. */
export function ProvidersCard({ details: { by_provider } }: { details: ServerDetails }) {
  return (
    <Card padded={false} title="By receiving domain" detail="last 30 days">
      <DataTable
        label="By receiving domain"
        gutter={16}
        rows={by_provider}
        rowId={({ provider }) => provider}
        rowLabel={({ provider }) => provider}
        empty={<EmptyState title="Nothing sent yet">The largest receiving domains appear here.</EmptyState>}
        columns={[
          { id: 'provider', label: 'Domain', fixed: true, minWidth: 130, cell: ({ provider }) => provider },
          { id: 'sent', label: 'Sent', align: 'end', width: 70, cell: ({ sent }) => sent.toLocaleString('en-US') },
          {
            id: 'bounced',
            label: 'Bounced',
            align: 'end',
            width: 90,
            cell: ({ sent, bounced }) => percent(bounced, sent),
          },
          {
            id: 'replied',
            label: 'Replied',
            align: 'end',
            width: 90,
            cell: ({ sent, replied }) => percent(replied, sent),
          },
          {
            id: 'response',
            label: 'Last answer',
            width: 180,
            cell: ({ last_response }) => <span title={last_response ?? ''}>{last_response ?? '–'}</span>,
          },
        ]}
      />
    </Card>
  );
}
