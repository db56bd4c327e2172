import { useState } from 'react';
import { styled } from 'styled-components';
import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { useAccess } from '@skein/mfe/access';
import { attempt } from '@skein/mfe/requests';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { dnsProblem, dollars, DomainState, MailboxState, whatHappens } from './purchase-labels';
import { useMendDomain, useMendMailbox } from './purchased.hooks';

const Item = styled.div<{ $bad?: boolean; $head?: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1.7fr) 104px minmax(0, 1.3fr);
  gap: var(--s-2) var(--s-3);
  align-items: center;
  padding: 8px var(--s-4);
  border-top: 1px solid var(--border);
  background: ${({ $bad, $head }) => ($bad ? 'var(--danger-soft)' : $head ? 'var(--surface-2)' : 'transparent')};
  & > * {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 720px) {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :nth-child(3) {
      grid-column: 1 / -1;
    }
  }
`;
const Wide = styled.div`
  grid-column: 1 / -1;
`;

/** Each domain of an order with its mailboxes, how far they are, and what can be done about those that failed. */
export function OrderItems({ order }: { order: OrderView }) {
  return (
    <Card title="Domains and mailboxes" padded={false}>
      {order.domain_items.map((domain) => (
        <div key={domain.id}>
          <DomainItem domain={domain} order={order} />
          {order.mailbox_items
            .filter((mailbox) => mailbox.domain_id === domain.id)
            .map((mailbox) => (
              <MailboxItem key={mailbox.id} mailbox={mailbox} order={order} />
            ))}
        </div>
      ))}
    </Card>
  );
}

function DomainItem({ domain, order }: { domain: OrderView['domain_items'][number]; order: OrderView }) {
  const { retry, refund, isBusy } = useMendDomain(domain);
  const cents =
    domain.price_cents +
    order.mailbox_items
      .filter((mailbox) => mailbox.domain_id === domain.id)
      .reduce((sum, mailbox) => sum + mailbox.price_cents, 0);
  const passed = domain.records.filter((record) => record.state === 'PASS').length;
  return (
    <Item $head $bad={domain.failure !== null}>
      <strong>{domain.name}</strong>
      <DomainState domain={domain} />
      <Text $tone="muted">
        {domain.failure?.cause ??
          dnsProblem(domain) ??
          (domain.records.length > 0
            ? `${passed} of ${domain.records.length} DNS records pass · forwards to ${domain.forwards_to}`
            : `will forward to ${domain.forwards_to}`)}
      </Text>
      {domain.failure && (
        <Wide>
          <Mend
            label="Another domain"
            initial={domain.name}
            reply={domain.failure.reply}
            refundCents={cents}
            isBusy={isBusy}
            onRetry={retry}
            onRefund={refund}
          />
        </Wide>
      )}
    </Item>
  );
}

function MailboxItem({ mailbox, order }: { mailbox: OrderView['mailbox_items'][number]; order: OrderView }) {
  const { retry, refund, isBusy } = useMendMailbox(mailbox);
  return (
    <Item $bad={mailbox.failure !== null}>
      <span>
        {mailbox.mailbox_id === null ? (
          mailbox.email
        ) : (
          <Link href={`/app/email-account/${mailbox.mailbox_id}/overview`}>{mailbox.email}</Link>
        )}
        <Text as="span" $tone="muted">
          {' '}
          {mailbox.first_name} {mailbox.last_name}
        </Text>
      </span>
      <MailboxState mailbox={mailbox} />
      <Text $tone="muted">
        {whatHappens(mailbox, order)} · step {mailbox.steps_done} of 4
      </Text>
      {mailbox.failure && (
        <Wide>
          <Mend
            label="Another name"
            initial={mailbox.local_part}
            reply={mailbox.failure.reply}
            refundCents={mailbox.price_cents}
            isBusy={isBusy}
            onRetry={retry}
            onRefund={refund}
          />
        </Wide>
      )}
    </Item>
  );
}

function Mend(props: {
  label: string;
  initial: string;
  reply: string | null;
  refundCents: number;
  isBusy: boolean;
  onRetry: (name: string) => Promise<unknown>;
  onRefund: () => Promise<unknown>;
}) {
  const access = useAccess();
  const [name, setName] = useState(props.initial);
  const { label, reply, refundCents, isBusy, onRetry, onRefund } = props;
  return (
    <Stack $gap={2}>
      {reply && <Text $tone="muted">The vendor says: {reply}</Text>}
      {access.may('purchase.write') && (
        <Row $gap={2} $wrap>
          <div style={{ width: 220 }}>
            <TextInput
              aria-label={label}
              value={name}
              maxLength={253}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button
            size="small"
            loading={isBusy}
            onClick={() => void attempt(onRetry(name.trim()), 'It was not tried again')}
          >
            {name.trim() === props.initial ? 'Try again' : `Use ${name.trim()}`}
          </Button>
          {access.may('purchase.pay') && (
            <Button
              size="small"
              variant="ghost"
              loading={isBusy}
              onClick={() => void attempt(onRefund(), 'Nothing was refunded')}
            >
              Refund {dollars(refundCents)}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
