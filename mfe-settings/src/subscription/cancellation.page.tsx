import { useState } from 'react';
import { cancelReasons, type BillingView, type CancelReason } from '@skein/contracts/subscription/billing.contract';
import { churnBonus, maintenanceChoice, offerOf } from '@skein/contracts/subscription/offers';
import { navigateTo } from '@skein/mfe/navigation';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { RadioGroup } from '@skein/ui/radio-group';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { TextArea } from '@skein/ui/text-area';
import { dayOf, money } from './money';
import { MoneyLines } from './money-lines';
import { useBilling, useCancellation } from './subscription.hooks';
import { WhatStays } from './what-stays';

const subscriptionPage = '/app/settings/subscription';
const reasonWords: Record<CancelReason, string> = {
  price: 'It costs too much',
  'fewer-campaigns': 'We run fewer campaigns now',
  missing: 'Something is missing or does not work',
  'other-tool': 'We are moving to another tool',
  other: 'Another reason',
  none: 'I would rather not say',
};

/** /app/account-cancellation: what ends, what stays, and the button that does it. */
export function CancellationPage() {
  usePage([
    { label: 'Settings', to: '/app/settings/profile' },
    { label: 'Subscription', to: subscriptionPage },
    { label: 'Cancel' },
  ]);
  const { billing, problem, retry } = useBilling();
  return (
    <>
      <PageHeader
        title={billing?.choice ? `Cancel ${offerOf(billing.choice.offer).name}` : 'Cancel subscription'}
        {...(billing?.choice ? { detail: 'Nothing changes before you press the button.' } : {})}
        actions={<Button href={subscriptionPage}>Back to subscription</Button>}
      />
      <PageBody $well>
        {problem && (
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            {problem}
          </Callout>
        )}
        {!billing && !problem && <Loading label="Loading your plan" />}
        {billing &&
          (billing.choice && !billing.cancel_at_period_end ? (
            <Form billing={billing} />
          ) : (
            <Nothing billing={billing} />
          ))}
      </PageBody>
    </>
  );
}

/** No subscription, or one that is cancelled already. */
function Nothing({ billing }: { billing: BillingView }) {
  const { resume, isBusy } = useCancellation();
  const isCancelled = billing.choice !== null && billing.period_end !== null;
  return (
    <EmptyState
      icon={isCancelled ? 'check' : 'clock'}
      title={
        isCancelled ? `Your subscription ends on ${dayOf(billing.period_end as string)}` : 'There is nothing to cancel'
      }
      actions={
        <>
          {isCancelled && (
            <Button variant="primary" loading={isBusy} onClick={() => void resume()}>
              Keep the subscription
            </Button>
          )}
        </>
      }
    >
      {isCancelled
        ? 'Until then everything works as before. You won’t be invoiced again.'
        : 'This workspace has no paid subscription.'}
    </EmptyState>
  );
}

function Form({ billing }: { billing: BillingView }) {
  const [reason, setReason] = useState<CancelReason>('none');
  const [comment, setComment] = useState('');
  const { cancel, stay, isBusy } = useCancellation();
  const end = billing.period_end as string;
  const leave = async (work: Promise<boolean>) => {
    if (await work) navigateTo(subscriptionPage);
  };
  return (
    <Stack $gap={4} style={{ maxWidth: 880 }}>
      <WhatStays end={end} usage={billing.usage} />
      <Card title="Why are you leaving?" detail="optional">
        <Stack $gap={4}>
          <RadioGroup
            aria-label="Reason"
            value={reason}
            onValueChange={setReason}
            options={cancelReasons.map((value) => ({ value, label: reasonWords[value] }))}
          />
          {reason !== 'none' && (
            <Field label="What could we do better?">
              <TextArea maxLength={1000} value={comment} onChange={(event) => setComment(event.target.value)} />
            </Field>
          )}
          {billing.bonus_available && (
            <Callout
              title={`Stay for ${churnBonus.percent}% off`}
              actions={
                <Button size="small" loading={isBusy} onClick={() => void leave(stay())}>
                  Take {churnBonus.percent}% off and stay
                </Button>
              }
            >
              Your next {churnBonus.months} invoices cost {churnBonus.percent}% less. Once for each workspace, without a
              new term.
            </Callout>
          )}
        </Stack>
      </Card>
      {billing.choice?.offer !== maintenanceChoice.offer && (
        <Callout
          title={`Keep the workspace for ${money(offerOf(maintenanceChoice.offer).monthlyCents)} a month`}
          actions={
            <Button size="small" href={subscriptionPage}>
              Compare with Maintenance
            </Button>
          }
        >
          Maintenance sends no campaign emails. Replies still arrive, warmup continues, and you can return to another
          plan at any time. What is left of the paid period counts towards it.
        </Callout>
      )}
      <Card title="Your cancellation">
        <Stack $gap={4}>
          <MoneyLines lines={[{ name: 'Still to pay', cents: 0 }]} />
          <Text $tone="muted">
            Runs until {dayOf(end)}. The paid period is used to its end, so nothing is refunded
            {billing.next_invoice_cents === null
              ? ''
              : `, and the invoice of ${money(billing.next_invoice_cents)} on that day is not issued`}
            . You can undo this until then.
          </Text>
          <Row $gap={2} $wrap>
            <Button variant="danger" loading={isBusy} onClick={() => void leave(cancel(reason, comment))}>
              Cancel on {dayOf(end)}
            </Button>
            <Button href={subscriptionPage}>Keep the subscription</Button>
          </Row>
        </Stack>
      </Card>
    </Stack>
  );
}
