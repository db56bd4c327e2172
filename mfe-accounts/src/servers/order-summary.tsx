import { serverLimits, serverMonthlyCents } from '@skein/contracts/smart-servers/server-limits';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Row, Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { styled } from 'styled-components';

/** What is ordered beside what it costs. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(260px, 1fr);
  gap: var(--s-4);
  align-items: start;
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const dollarsOf = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** What the servers cost, and what happens once they are paid for. */
export function OrderSummary({
  servers,
  limit,
  isSandbox,
}: {
  servers: number;
  limit: number | null;
  isSandbox: boolean;
}) {
  return (
    <Card title="Your order">
      <Stack $gap={3}>
        <Row $justify="between">
          <span>
            {counted(servers, 'server')} at {dollarsOf(serverMonthlyCents)}
          </span>
          <span>{dollarsOf(servers * serverMonthlyCents)}</span>
        </Row>
        <Row $justify="between">
          <b>Due today</b>
          <b>{dollarsOf(servers * serverMonthlyCents)}</b>
        </Row>
        <Text $tone="secondary">
          Then {dollarsOf(servers * serverMonthlyCents)} every month, paid by card. Setup starts once the first month is
          paid.
        </Text>
        {limit !== null && (
          <Text $tone="secondary">
            Together they send {(servers * Math.min(serverLimits.firstDay, limit)).toLocaleString('en-US')} emails on
            the first day and up to {(servers * limit).toLocaleString('en-US')} a day once warmed up.
          </Text>
        )}
        {isSandbox && <Text $tone="muted">In the sandbox the checkout takes test cards and charges nothing.</Text>}
      </Stack>
    </Card>
  );
}
