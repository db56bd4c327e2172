import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { StackedProgress } from '@skein/ui/progress';
import { Text } from '@skein/ui/text';
import { Timeline, type TimelineItem } from '@skein/ui/timeline';
import { useUi } from '@skein/ui/ui-provider';
import { useOrder, useOrderPayment } from './purchased.hooks';
import { OrderHistory } from './order-history';
import { OrderItems } from './order-items';
import { base, dollars, OrderStatus, Simulated } from './purchase-labels';

const Columns = styled.div`
  display: grid;
  grid-template-columns: 340px minmax(0, 1fr);
  gap: var(--s-4);
  align-items: start;
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--s-3);
  padding: 4px 0;
  & > span:last-child {
    font-variant-numeric: tabular-nums;
  }
`;

/** One order: its timeline, what is paid, and how far each domain and mailbox is. */
export function OrderPage() {
  const id = Number(useParams().orderId);
  const { order, isKnown, isGone, problem } = useOrder(id);
  usePage([
    { label: 'Email accounts', to: '/app/email-accounts' },
    { label: 'Purchased', to: `/app${base}/emails` },
    { label: isKnown ? `Order ${id}` : 'Order' },
  ]);
  if (isGone) return <NotFoundPage />;
  if (!order)
    return problem ? (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="Could not load the order"
          actions={
            <Button size="small" icon="refresh" onClick={problem.onRetry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </PageBody>
    ) : (
      <PageSkeleton />
    );
  return (
    <>
      <PageHeader
        title={`Order ${order.id}`}
        status={
          <>
            <OrderStatus order={order} />
            <Simulated isSandbox={order.is_sandbox} />
          </>
        }
        detail={[
          order.kind === 'RENEWAL'
            ? 'Renewal'
            : `${counted(order.domains, 'domain')}, ${order.mailboxes} ${order.mailboxes === 1 ? 'mailbox' : 'mailboxes'}`,
          order.client?.name,
          order.offer_name,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <PageBody $well tabIndex={0} role="region" aria-label="Order">
        <Columns>
          <Stack $gap={4}>
            <PayCard order={order} />
            <OrderTimeline order={order} />
            <Receipt order={order} />
          </Stack>
          <Stack $gap={4}>
            <Summary order={order} />
            {order.kind === 'PURCHASE' && <OrderItems order={order} />}
            <OrderHistory order={order} />
          </Stack>
        </Columns>
      </PageBody>
    </>
  );
}

function PayCard({ order }: { order: OrderView }) {
  const access = useAccess();
  const [params] = useSearchParams();
  const { pay, isPaying, cancel, isCancelling } = useOrderPayment(order.id);
  const due = dueOf(order);
  if (due.length === 0) return null;
  const total = due.reduce((sum, payment) => sum + payment.amount_cents, 0);
  const failed = due.find((payment) => payment.status === 'FAILED');
  const isReturned = params.get('returned') === 'paid' && !failed;
  const mayPay = access.may('purchase.pay');
  return (
    <Callout
      tone={failed ? 'danger' : isReturned ? 'info' : 'warning'}
      role="status"
      title={
        failed
          ? `${failed.part === 'DOMAINS' ? 'Domain' : 'Mailbox'} payment failed`
          : isReturned
            ? 'The payment is being confirmed'
            : 'Awaiting payment'
      }
      actions={
        <Row $gap={2} $wrap>
          <Button
            size="small"
            variant="primary"
            loading={isPaying}
            onClick={() => void pay()}
            {...(mayPay ? {} : { disabledReason: 'Only the owner and administrators pay.' })}
          >
            Pay {dollars(total)}
          </Button>
          {due.some((payment) => payment.status === 'PENDING') && mayPay && (
            <Button size="small" loading={isCancelling} onClick={() => void cancel()}>
              Cancel what is unpaid
            </Button>
          )}
        </Row>
      }
    >
      {failed
        ? failed.failure
        : due.length === 2
          ? 'You pay for the domains once, then for the mailboxes each month.'
          : `${dollars(total)} for the ${due[0]?.part === 'DOMAINS' ? 'domains' : 'mailboxes, each month'}.`}
    </Callout>
  );
}

function dueOf(order: OrderView) {
  return (['DOMAINS', 'MAILBOXES'] as const).flatMap((part) => {
    const attempts = order.payments.filter((payment) => payment.part === part);
    if (attempts.some((payment) => payment.status === 'PAID')) return [];
    const last = attempts.at(-1);
    return last && last.status !== 'CANCELLED' ? [last] : [];
  });
}

const looks: Record<OrderView['timeline'][number]['status'], Pick<TimelineItem, 'glyph' | 'tone'>> = {
  pending: { glyph: 'new' },
  'in-progress': { glyph: 'progress', tone: 'info' },
  completed: { glyph: 'done', tone: 'success' },
  failed: { glyph: 'bad', tone: 'danger' },
};
const stepWords = { pending: 'Pending', 'in-progress': 'In progress', completed: 'Completed', failed: 'Failed' };

function OrderTimeline({ order }: { order: OrderView }) {
  const { timeZone } = useUi();
  const now = new Date();
  return (
    <Card title="Timeline">
      <Timeline
        label="Timeline of the order"
        items={order.timeline.map((entry) => ({
          id: entry.step,
          title: entry.title,
          detail: `${stepWords[entry.status]} · ${entry.detail}`,
          ...(entry.at === null
            ? {}
            : { time: <span title={fullInstant(entry.at, timeZone)}>{shortInstant(entry.at, now, timeZone)}</span> }),
          ...looks[entry.status],
        }))}
      />
      {order.trouble && (
        <Callout tone="warning" title="A vendor does not answer">
          {order.trouble} It will be retried automatically.
        </Callout>
      )}
    </Card>
  );
}

function Receipt({ order }: { order: OrderView }) {
  return (
    <Card title="Payment">
      {order.payments
        .filter((payment) => payment.status !== 'CANCELLED' && payment.status !== 'FAILED')
        .map((payment) => (
          <Line key={payment.id}>
            <span>{payment.part === 'DOMAINS' ? 'Domains, one year' : 'Mailboxes, each month'}</span>
            <span>{dollars(payment.amount_cents)}</span>
          </Line>
        ))}
      <Line style={{ fontWeight: 'var(--w-bold)', borderTop: '1px solid var(--border)' }}>
        <span>Paid</span>
        <span>
          {dollars(order.paid_cents)}
          {order.paid_cents < order.total_cents && ` of ${dollars(order.total_cents)}`}
        </span>
      </Line>
      {order.refunded_cents > 0 && (
        <Line>
          <span>Refunded</span>
          <span>{dollars(order.refunded_cents)}</span>
        </Line>
      )}
    </Card>
  );
}

function Summary({ order }: { order: OrderView }) {
  const live = order.mailbox_items.filter((each) => !['REFUNDED', 'CANCELLED', 'EXPIRED'].includes(each.status));
  if (live.length === 0) return null;
  const lost = new Set(order.domain_items.filter((domain) => domain.failure !== null).map(({ id }) => id));
  const failed = live.filter((each) => each.failure !== null || lost.has(each.domain_id)).length;
  const parts = [
    { id: 'ready', label: 'Ready', value: order.mailboxes_ready, tone: 'success' as const },
    { id: 'failed', label: 'Failed', value: failed, tone: 'danger' as const },
  ];
  return (
    <Card>
      <Stack $gap={3}>
        <Row $justify="between" $wrap>
          <Text as="h2" $size={4} $weight="bold">
            {order.mailboxes_ready} of {live.length} {live.length === 1 ? 'mailbox is' : 'mailboxes are'} ready
          </Text>
          {order.mailboxes_ready < live.length && <Text $tone="muted">You can leave this page.</Text>}
        </Row>
        <StackedProgress parts={parts} max={live.length} label="Mailboxes of this order" />
        {failed > 0 && (
          <Text>
            {[
              `${order.mailboxes_ready} ready`,
              live.length - order.mailboxes_ready - failed > 0 &&
                `${live.length - order.mailboxes_ready - failed} being set up`,
              `${failed} failed with ${lost.size > 0 ? 'their domain' : 'the vendor'}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
        {order.mailboxes_ready > 0 && (
          <Text $tone="muted">
            Ready mailboxes are connected, tagged “Purchased” and warming.{' '}
            <Link href="/app/email-accounts">See them in Email accounts</Link>
          </Text>
        )}
      </Stack>
    </Card>
  );
}
