import { styled } from 'styled-components';
import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import { Card } from '@skein/ui/card';
import { Link } from '@skein/ui/link';
import { dayOf } from './money';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  & th,
  & td {
    padding: var(--s-2) var(--s-4);
    border-top: 1px solid var(--border);
    text-align: left;
    vertical-align: top;
    font-weight: var(--w-regular);
  }
  & thead th {
    color: var(--muted);
    font-size: var(--fs-2);
  }
  & tbody th {
    font-weight: var(--w-medium);
  }
  @media (max-width: 720px) {
    & th,
    & td {
      padding: var(--s-2);
    }
  }
`;

const whole = new Intl.NumberFormat('en-US');

/** What happens to everything of the workspace when the plan is over. */
export function WhatStays({ end, usage }: { end: string } & Pick<BillingView, 'usage'>) {
  const rows = [
    {
      what: `${whole.format(usage.leads.used)} leads and their lists`,
      then: 'Kept',
      take: <Link href="/app/leads/all">Export as CSV</Link>,
    },
    {
      what: `${whole.format(usage.sequences.used)} campaigns`,
      then: 'Kept, and nothing is sent',
      take: <Link href="/app/email-campaign/all">Open campaigns</Link>,
    },
    {
      what: 'Conversations and analytics',
      then: 'Kept',
      take: <Link href="/app/global-analytics">Export figures</Link>,
    },
    {
      what: `${whole.format(usage.senders.used)} sender accounts`,
      then: 'Kept; warmup stops',
      take: <Link href="/app/email-accounts">Open accounts</Link>,
    },
    { what: 'Block list and unsubscribe links', then: 'Kept, and keep working', take: null },
    ...(usage.clients > 0
      ? [{ what: `${whole.format(usage.clients)} client views`, then: 'Clients can read, nothing is sent', take: null }]
      : []),
    { what: 'API keys and webhooks', then: 'Keys can read; nothing new happens', take: null },
  ];
  return (
    <Card title="What happens, and what stays" detail={`from ${dayOf(end)}, after one day of grace`} padded={false}>
      <Table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Then</th>
            <th scope="col">Take with you</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, then, take }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{then}</td>
              <td>{take}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
