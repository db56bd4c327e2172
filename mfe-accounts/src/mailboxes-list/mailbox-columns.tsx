import { styled } from 'styled-components';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import type { WarmupSummary } from '@skein/contracts/warmup/warmup.contract';
import { Badge } from '@skein/ui/badge';
import type { DataTableColumn } from '@skein/ui/data-table';
import { Glyph } from '@skein/ui/icon';
import { Row } from '@skein/ui/layout';
import { BareLink } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { StateStatus } from '@skein/ui/status';
import { SubLine, truncate } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { MailboxStatus } from '../mailbox-status';
import { dnsFindings, dnsSummary, providerName } from '../mailbox-texts';
import { lengthOf } from '../when';
import { NextFree, stateReason, Warmup } from './mailbox-cells';

const Address = styled(BareLink)`
  display: block;
  font-weight: var(--w-medium);
  ${truncate}
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

/** Where a row leads: to what is wrong with it, else to its day. */
export const mailboxAddress = (mailbox: Pick<MailboxView, 'id' | 'state'>): string =>
  `/app/email-account/${mailbox.id}/${mailbox.state === 'failing' ? 'error-state' : 'overview'}`;

const number = (value: number) => value.toLocaleString('en-US');

interface ColumnContext {
  now: Date;
  timeZone: string;
  warmup: ReadonlyMap<number, WarmupSummary>;
}

type Columns = DataTableColumn<MailboxView>[];

/** Which mailbox it is, and how it is. */
const identityColumns = ({ now }: ColumnContext): Columns => [
  {
    id: 'mailbox',
    label: 'Mailbox',
    fixed: true,
    flexible: true,
    width: 200,
    minWidth: 200,
    sortable: true,
    firstSort: 'asc',
    cell: (row) => (
      <>
        <Address href={mailboxAddress(row)} title={row.from_email}>
          {row.from_email}
        </Address>
        <SubLine title={row.from_name}>{row.from_name}</SubLine>
      </>
    ),
  },
  {
    id: 'provider',
    label: 'Provider',
    width: 84,
    phone: 'hidden',
    cell: (row) => (
      <>
        {providerName(row.type)}
        <SubLine title={`${row.smtp_host}:${row.smtp_port}`}>
          {row.auth_method === 'XOAUTH2' ? 'OAuth token' : row.type === 'SMTP' ? row.smtp_host : ''}
        </SubLine>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: 128,
    phone: 'status',
    cell: (row) => {
      const reason = stateReason(row, now);
      return (
        <>
          <MailboxStatus mailbox={row} />
          {reason && <SubLine title={reason}>{reason}</SubLine>}
        </>
      );
    },
  },
];

/** What it sends, and when it can send again. */
const sendingColumns = ({ now, timeZone }: ColumnContext): Columns => [
  {
    id: 'today',
    label: 'Sent today',
    definition: 'Campaign emails since midnight in the mailbox’s time zone, of its cap for today.',
    width: 128,
    minWidth: 110,
    phone: 'line',
    cell: (row) => (
      <Progress
        value={row.sent_today}
        max={row.cap_today}
        label={`Sent today from ${row.from_email}`}
        start={`${number(row.sent_today)} today`}
        end={`of ${number(row.cap_today)}`}
        tone={row.state === 'connected' ? 'accent' : 'off'}
      />
    ),
  },
  {
    id: 'last_day',
    label: '24 h',
    definition: 'Everything this mailbox sent in the last 24 hours, replies and warmup too: what the provider counts.',
    align: 'end',
    width: 72,
    sortable: true,
    firstSort: 'desc',
    cell: (row) => number(row.sent_last_24_hours),
  },
  {
    id: 'next',
    label: 'Next free',
    definition: 'When the daily cap and the gap between two emails allow the next one.',
    width: 96,
    phone: 'hidden',
    cell: (row) => <NextFree mailbox={row} now={now} timeZone={timeZone} />,
  },
  {
    id: 'campaigns',
    label: 'Campaigns',
    definition: 'Campaigns that send from it. Below: leads in the middle of a sequence that keep it.',
    align: 'end',
    width: 92,
    cell: (row) => (
      <>
        {number(row.campaign_count)}
        <SubLine>{row.waiting_leads > 0 ? counted(row.waiting_leads, 'lead') : ''}</SubLine>
      </>
    ),
  },
];

/** What decides whether its emails arrive and its replies are read. */
const healthColumns = ({ now, timeZone, warmup }: ColumnContext): Columns => [
  {
    id: 'warmup',
    label: 'Warmup',
    definition:
      'Reputation: share of the warmup emails placed in the last 7 days that landed in the inbox. What blocks warmup is named.',
    width: 108,
    phone: 'hidden',
    cell: (row) => <Warmup warmup={warmup.get(row.id)} />,
  },
  {
    id: 'dns',
    label: 'DNS',
    definition: 'SPF, DKIM, DMARC and MX of the sending domain. What fails or needs a look is named.',
    width: 100,
    phone: 'hidden',
    cell: (row) => {
      const { state, word } = dnsSummary(row.dns);
      return (
        <span
          {...(row.dns
            ? {
                title: dnsFindings(row.dns)
                  .map((finding) => `${finding.name}: ${finding.text}`)
                  .join('\n'),
              }
            : {})}
        >
          <StateStatus state={state} quiet>
            {word}
          </StateStatus>
        </span>
      );
    },
  },
  {
    id: 'lag',
    label: 'Sync lag',
    definition: 'Time since its folders were read last. Below: how long after its arrival the latest email was read.',
    align: 'end',
    width: 104,
    cell: (row) =>
      row.last_synced_at ? (
        <span title={row.sync_error ?? `Read ${fullInstant(row.last_synced_at, timeZone)}`}>
          {row.sync_error && (
            <Glyph name="warn" title="The last read failed" style={{ color: 'var(--warning)', marginRight: 4 }} />
          )}
          {lengthOf(now.getTime() - Date.parse(row.last_synced_at))}
          {row.sync_lag_seconds !== null && (
            <SubLine {...(row.sync_lag_at ? { title: `Email of ${fullInstant(row.sync_lag_at, timeZone)}` } : {})}>
              email {lengthOf(row.sync_lag_seconds * 1000)}
            </SubLine>
          )}
        </span>
      ) : (
        '–'
      ),
  },
  {
    id: 'tags',
    label: 'Tags',
    width: 100,
    phone: 'hidden',
    cell: (row) =>
      row.tags.length === 0 ? (
        '–'
      ) : (
        <Row $gap={1} title={row.tags.map((tag) => tag.name).join(', ')}>
          {row.tags.slice(0, 2).map((tag) => (
            <Badge key={tag.id}>{tag.name}</Badge>
          ))}
          {row.tags.length > 2 && <Badge tone="outline">+{row.tags.length - 2}</Badge>}
        </Row>
      ),
  },
];

/** Columns that people choose themselves. */
const hiddenColumns = ({ now, timeZone }: ColumnContext): Columns => [
  {
    id: 'gap',
    label: 'Gap',
    definition: 'Shortest time between two emails.',
    align: 'end',
    width: 76,
    hiddenByDefault: true,
    phone: 'hidden',
    cell: (row) => `${row.min_time_to_wait_minutes} min`,
  },
  {
    id: 'zone',
    label: 'Time zone',
    width: 132,
    hiddenByDefault: true,
    phone: 'hidden',
    cell: (row) => row.time_zone,
  },
  {
    id: 'last_sent',
    label: 'Last sent',
    width: 116,
    hiddenByDefault: true,
    phone: 'hidden',
    cell: (row) =>
      row.last_sent_at ? (
        <span title={fullInstant(row.last_sent_at, timeZone)}>{shortInstant(row.last_sent_at, now, timeZone)}</span>
      ) : (
        '–'
      ),
  },
  {
    id: 'added',
    label: 'Added',
    width: 116,
    hiddenByDefault: true,
    phone: 'hidden',
    cell: (row) => (
      <span title={fullInstant(row.created_at, timeZone)}>{shortInstant(row.created_at, now, timeZone)}</span>
    ),
  },
];

/** The columns of the list of mailboxes. */
export const mailboxColumns = (context: ColumnContext): Columns => [
  ...identityColumns(context),
  ...sendingColumns(context),
  ...healthColumns(context),
  ...hiddenColumns(context),
];
