import { useNavigate, useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { toasts } from '@skein/ui/toast-store';
import { useCreditOrderCancelMutation, useCreditOrderPayMutation, useCreditOrderQuery } from '../leads/api';
import { dollars } from './result-words';

const back = '/leads/verification?view=credits';

/** The sandbox's checkout of a pack: it says that no money moves. */
export function CheckoutPage() {
  const navigate = useNavigate();
  const orderId = Number(useParams().orderId);
  const isId = Number.isSafeInteger(orderId) && orderId > 0;
  usePage([{ label: 'Leads', to: '/app/leads/all' }, { label: 'Verification', to: '/app/leads/verification' }, { label: 'Checkout' }]);
  const { data: order, error, refetch } = useCreditOrderQuery({ params: { orderId } }, { skip: !isId });
  const [pay, { isLoading: paying }] = useCreditOrderPayMutation();
  const [cancel, { isLoading: cancelling }] = useCreditOrderCancelMutation();
  if (!isId || (error && problemOf(error).status === 404)) return <NotFoundPage />;
  if (error && !order) return <PageBody><Callout tone="danger" role="alert" title="The order could not be read." actions={<Button size="small" icon="refresh" onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Callout></PageBody>;
  if (!order) return <PageSkeleton />;
  const price = `${dollars(order.amount_cents)}${order.billing === 'MONTHLY' ? ' each month' : ', once'}`;
  const doPay = () => pay({ params: { orderId }, body: {} }).unwrap().then(() => { toasts.show({ title: `${order.credits.toLocaleString('en-US')} credits were added`, tone: 'success' }); navigate(back); }, (problem: unknown) => showProblem('It was not paid', problem));
  const doCancel = () => cancel({ params: { orderId }, body: {} }).unwrap().then(() => navigate(back), (problem: unknown) => showProblem('It was not cancelled', problem));
  return (
    <>
      <PageHeader title="Checkout" />
      <PageBody>
        <Stack $gap={4} style={{ maxWidth: 560 }}>
          <Callout tone="info" title="Sandbox checkout">No card is asked for and no money moves.</Callout>
          <Card title={`${order.credits.toLocaleString('en-US')} verification credits`}>
            <Stack $gap={3}>
              <div>{price}</div>
              {order.status === 'PENDING'
                ? <Row $gap={2}><Button variant="primary" loading={paying} onClick={() => void doPay()}>Pay {dollars(order.amount_cents)}</Button><Button loading={cancelling} onClick={() => void doCancel()}>Cancel the order</Button></Row>
                : <Row $gap={2}><span>{order.status === 'PAID' ? 'This order is paid.' : 'This order was cancelled.'}</span><Button href="/app/leads/verification?view=credits">Back to credits</Button></Row>}
            </Stack>
          </Card>
        </Stack>
      </PageBody>
    </>
  );
}
