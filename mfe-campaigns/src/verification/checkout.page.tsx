import { useNavigate, useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { useSearchParams } from '@skein/mfe/search-params';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { dollars } from './result-labels';
import { useOrder } from './verification.hooks';

const back = '/leads/verification?view=credits';

/** An order: the way to where its card is typed, and what became of it for whoever comes back from there. */
export function CheckoutPage() {
  const navigate = useNavigate();
  const { order, isGone, problem: unread, retry, cancel, cancelling } = useOrder(useParams().orderId);
  const isReturned = useSearchParams()[0].get('returned') === 'paid';
  usePage([
    { label: 'Leads', to: '/app/leads/all' },
    { label: 'Verification', to: '/app/leads/verification' },
    { label: 'Checkout' },
  ]);
  if (isGone) return <NotFoundPage />;
  if (unread && !order)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The order could not be loaded."
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {unread.message}
        </Callout>
      </PageBody>
    );
  if (!order) return <PageSkeleton />;
  const isSandbox = order.provider === 'sandbox';
  const amount = dollars(order.amount_cents);
  const price = order.billing === 'MONTHLY' ? `${amount} each month` : `${amount}, once`;
  const credits = order.credits.toLocaleString('en-US');
  const seller = isSandbox ? 'the sandbox' : 'Stripe';
  const isWaiting = order.status === 'PENDING' && isReturned;
  const doCancel = () =>
    cancel().then(
      () => navigate(back),
      (problem: unknown) => showProblem('It was not cancelled', problem),
    );
  return (
    <>
      <PageHeader title="Checkout" />
      <PageBody>
        <Stack $gap={4} style={{ maxWidth: 560 }}>
          {isSandbox && (
            <Callout tone="info" title="Sandbox: no real card is charged.">
              The checkout is a stand-in for Stripe’s and takes test cards only.
            </Callout>
          )}
          {isWaiting && (
            <Callout tone="info" role="status" title="The payment is being confirmed.">
              This takes up to a minute. This page updates automatically.
            </Callout>
          )}
          {order.status === 'PAID' && (
            <Callout tone="success" role="status" title={`Paid: ${credits} credits were added.`} />
          )}
          {order.is_expired && (
            <Callout tone="warning" role="status" title="This checkout has ended without a payment.">
              Nothing was charged. Order the credits again whenever you like.
            </Callout>
          )}
          {order.status === 'PENDING' && !isReturned && (
            <Callout tone="neutral" role="status" title="Not paid yet.">
              Nothing was charged. You can still pay, or cancel the order.
            </Callout>
          )}
          <Card title={`${credits} verification credits`}>
            <Stack $gap={3}>
              <div>{price}</div>
              {order.status === 'PENDING' && !isReturned ? (
                <Row $gap={2} $wrap>
                  {order.checkout_url && (
                    <Button variant="primary" iconEnd="external" href={order.checkout_url}>
                      Pay {dollars(order.amount_cents)} at {seller}
                    </Button>
                  )}
                  <Button loading={cancelling} onClick={() => void doCancel()}>
                    Cancel the order
                  </Button>
                </Row>
              ) : (
                <Row $gap={2} $wrap>
                  {order.status === 'CANCELLED' && !order.is_expired && <span>This order was cancelled.</span>}
                  <Button href={`/app${back}`}>Back to credits</Button>
                </Row>
              )}
            </Stack>
          </Card>
        </Stack>
      </PageBody>
    </>
  );
}
