import { useState } from 'react';
import { styled } from 'styled-components';
import type { FleetMailbox, FleetView } from '@skein/contracts/main/fleet.contract';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card, CardFoot } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Row } from '@skein/ui/layout';
import { Link, LinkButton } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { dayOfInstant } from '@skein/ui/instant';
import { restDays } from './fleet.hooks';

/** In a line of the table; what does not fit is cut off and told by the pointer. */
const Reasons = styled.div`
  overflow: hidden;
  text-overflow: ellipsis;
  & > * + * {
    margin-left: var(--s-1);
  }
`;

const tones = { HIGH: 'danger', WATCH: 'warning', FINE: 'success' } as const;
const levels = { HIGH: 'High', WATCH: 'Watch', FINE: 'Low' } as const;

const reasonsOf = ({ reasons }: FleetMailbox) =>
  reasons.length === 0 ? (
    <Text $tone="muted">None</Text>
  ) : (
    reasons.map((reason) => (
      <Badge key={reason.code} tone="outline">
        {reason.text}
      </Badge>
    ))
  );

interface BurnOutProps {
  mailboxes: readonly FleetMailbox[];
  totals: FleetView['totals'];
  resting: readonly number[];
  onRest: (ids: readonly number[], days: number) => void;
}

/** Rests a mailbox; why that is not possible is in `closed`. */
interface RestOffer extends Pick<BurnOutProps, 'resting' | 'onRest'> {
  closed: { disabledReason?: string };
}

function riskColumns({ resting, onRest, closed }: RestOffer): DataTableColumn<FleetMailbox>[] {
  return [
    {
      id: 'mailbox',
      label: 'Mailbox',
      fixed: true,
      width: 260,
      minWidth: 140,
      cell: (row) => <Link href={`/app/email-account/${row.id}/overview`}>{row.from_email}</Link>,
    },
    {
      id: 'risk',
      label: 'Risk',
      definition:
        'Bounces, refusals, spam reports, spam placement and replies of the last 14 days, and failing DNS records. From 60 a mailbox should rest.',
      width: 110,
      phone: 'status',
      cell: (row) => <Badge tone={tones[row.level]}>{`${row.risk} ${levels[row.level]}`}</Badge>,
    },
    {
      id: 'reasons',
      label: 'Reasons',
      flexible: true,
      width: 340,
      minWidth: 200,
      phone: 'line',
      cell: (row) => <Reasons>{reasonsOf(row)}</Reasons>,
      phoneCell: (row) => (
        <Row $gap={1} $wrap>
          {reasonsOf(row)}
        </Row>
      ),
    },
    {
      id: 'rest',
      label: 'Rest',
      width: 190,
      phone: 'line',
      cell: (row) =>
        row.resting_until ? (
          <Row $gap={2}>
            <Text $tone="muted">{`Until ${dayOfInstant(row.resting_until, 'UTC', 'weekday')}`}</Text>
            <Button size="small" loading={resting.includes(row.id)} onClick={() => onRest([row.id], 0)} {...closed}>
              End
            </Button>
          </Row>
        ) : (
          <Button
            size="small"
            loading={resting.includes(row.id)}
            onClick={() => onRest([row.id], restDays)}
            {...closed}
          >
            {`Rest ${restDays} days`}
          </Button>
        ),
    },
  ];
}

/** Healthy are mailboxes that all send and are at no risk: one that rests, fails or is suspended is told of beside it. */
function verdictOf(mailboxes: readonly FleetMailbox[], totals: FleetView['totals'], high: number): string {
  if (high > 0) return `${counted(high, 'mailbox', 'mailboxes')} close to burning out`;
  if (mailboxes.length === 0) return 'Risk of burning out';
  if (totals.resting > 0) return 'No other mailbox needs rest';
  const isHealthy = totals.sending === totals.mailboxes && mailboxes.every(({ level }) => level === 'FINE');
  return isHealthy ? 'All mailboxes healthy' : 'No mailbox close to burning out';
}

const notSending = ({ resting, failing, suspended }: FleetView['totals']): string =>
  [
    ...(resting > 0 ? [`${resting.toLocaleString('en-US')} resting`] : []),
    ...(failing > 0 ? [`${failing.toLocaleString('en-US')} cannot send`] : []),
    ...(suspended > 0 ? [`${suspended.toLocaleString('en-US')} suspended`] : []),
  ].join(', ');

/** Mailboxes by their risk, with its reasons, and rest for those that need it. */
export function BurnOutCard({ mailboxes, totals, resting, onRest }: BurnOutProps) {
  const writes = useAccess().may('mailbox.write');
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  const [isAll, setAll] = useState(false);
  const risky = mailboxes.filter((row) => row.level !== 'FINE' || row.resting_until !== null);
  const high = mailboxes.filter((row) => row.level === 'HIGH' && row.resting_until === null);
  const columns = riskColumns({ resting, onRest, closed });
  return (
    <Card
      title={verdictOf(mailboxes, totals, high.length)}
      detail={notSending(totals) || undefined}
      padded={false}
      actions={
        high.length > 1 && (
          <Button
            size="small"
            loading={resting.length > 1}
            onClick={() =>
              onRest(
                high.map(({ id }) => id),
                restDays,
              )
            }
            {...closed}
          >
            {`Rest all ${high.length}`}
          </Button>
        )
      }
    >
      <DataTable<FleetMailbox>
        label="Mailboxes by risk"
        gutter={16}
        columns={columns}
        rows={isAll ? [...mailboxes] : risky}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.from_email}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'normal' }}
        empty={
          mailboxes.length === 0 ? (
            <EmptyState level={3} title="No mailbox yet">
              Connect mailboxes to see their risk here.
            </EmptyState>
          ) : (
            <EmptyState level={3} title="No mailbox needs rest">
              Bounces, refusals, spam reports, spam placement and replies of the last 14 days are fine everywhere.
            </EmptyState>
          )
        }
      />
      {risky.length < mailboxes.length && (
        <CardFoot style={{ justifyContent: 'space-between' }}>
          {isAll
            ? `${counted(mailboxes.length, 'mailbox', 'mailboxes')}, the riskiest first`
            : `${counted(mailboxes.length - risky.length, 'mailbox is', 'mailboxes are')} fine`}
          <LinkButton onClick={() => setAll(!isAll)}>
            {isAll ? 'Show those at risk' : `Show all ${mailboxes.length.toLocaleString('en-US')}`}
          </LinkButton>
        </CardFoot>
      )}
    </Card>
  );
}
