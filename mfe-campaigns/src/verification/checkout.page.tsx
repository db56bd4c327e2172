import { useNavigate, useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { toasts } from '@skein/ui/toast-store';
import { dollars } from './result-words';
import { useOrder } from './verification.hooks';

const back = '/leads/verification?view=credits';

/** The sandbox's checkout of a pack: it says that no money moves. */
export function CheckoutPage() {
  const navigate = useNavigate();
  const { order, isGone, problem: unread, retry, pay, paying, cancel, cancelling } = useOrder(useParams().orderId);
  usePage([{ label: 'Leads', to: '/app/leads/all' }, { label: 'Verification', to: '/app/leads/verification' }, { label: 'Checkout' }]);
  if (isGone) return <NotFoundPage />;
  if (unread && !order) return <PageBody><Callout tone="danger" role="alert" title="The order could not be read." actions={<Button size="small" icon="refresh" onClick={retry}>Try again</Button>}>{unread.message}</Callout></PageBody>;
  if (!order) return <PageSkeleton />;
  const isSandbox = order.provider === 'sandbox';
  const price = `${dollars(order.amount_cents)}${order.billing === 'MONTHLY' ? ' each month' : ', once'}`;
  const doPay = () => pay().then(() => { toasts.show({ title: `${order.credits.toLocaleString('en-US')} credits were added`, tone: 'success' }); navigate(back); }, (problem: unknown) => showProblem('It was not paid', problem));
  const doCancel = () => cancel().then(() => navigate(back), (problem: unknown) => showProblem('It was not cancelled', problem));
  return (
    <>
      <PageHeader title="Checkout" />
      <PageBody>
        <Stack $gap={4} style={{ maxWidth: 560 }}>
          {isSandbox ? <Callout tone="info" title="Sandbox checkout">No card is asked for and no money moves.</Callout> : order.status === 'PENDING' && <Callout tone="info" role="status" title="Not paid yet.">After you paid, Stripe tells us within a minute, and this page changes by itself.</Callout>}
          <Card title={`${order.credits.toLocaleString('en-US')} verification credits`}>
            <Stack $gap={3}>
              <div>{price}</div>
              {order.status === 'PENDING'
                ? <Row $gap={2}>{isSandbox ? <Button variant="primary" loading={paying} onClick={() => void doPay()}>Pay {dollars(order.amount_cents)}</Button> : order.checkout_url && <Button variant="primary" iconEnd="external" href={order.checkout_url}>Pay {dollars(order.amount_cents)} at Stripe</Button>}<Button loading={cancelling} onClick={() => void doCancel()}>Cancel the order</Button></Row>
                : <Row $gap={2}><span>{order.status === 'PAID' ? 'This order is paid.' : 'This order was cancelled.'}</span><Button href="/app/leads/verification?view=credits">Back to credits</Button></Row>}
            </Stack>
          </Card>
        </Stack>
      </PageBody>
    </>
  );
}
