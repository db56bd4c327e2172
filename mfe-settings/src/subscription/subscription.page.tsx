import { useState } from 'react';
import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import type { BillingInterval } from '@skein/contracts/subscription/offers';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { PageBody } from '@skein/ui/page-header';
import { Segmented } from '@skein/ui/segmented';
import { Loading } from '@skein/ui/skeleton';
import { Heading, Text } from '@skein/ui/text';
import { feeText } from '../use-fee';
import { SettingsLayout } from '../settings-layout';
import { ConfirmChange } from './confirm-change';
import { DeliverabilityCard } from './deliverability-card';
import { InvoicesCard } from './invoices-card';
import { dayOf } from './money';
import { PacksCard } from './packs-card';
import { PlanCard } from './plan-card';
import { PlanChoices } from './plan-choices';
import { useBilling, useCancellation, usePlanChange, usePortal } from './subscription.hooks';
import { ReferralsCard } from './referrals-card';
import { UsageCard } from './usage-card';

/** /app/settings/subscription: plan, use, prices, packs and invoices. */
export function SubscriptionPage() {
  const { billing, problem, retry } = useBilling();
  return (
    <SettingsLayout page="subscription" wide>
      <PageBody $well tabIndex={0} role="region" aria-label="Subscription" style={{ outlineOffset: '-2px' }}>
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
        {billing ? <Known billing={billing} /> : !problem && <Loading label="Loading your plan" />}
      </PageBody>
    </SettingsLayout>
  );
}

function Known({ billing }: { billing: BillingView }) {
  const [interval, setInterval] = useState<BillingInterval>(billing.choice?.interval ?? 'month');
  const change = usePlanChange(billing);
  return (
    <Stack $gap={6}>
      <Notes billing={billing} />
      <Grid $min={320} $gap={4}>
        <PlanCard billing={billing} now={Date.now()} />
        <UsageCard usage={billing.usage} now={Date.now()} />
      </Grid>
      {billing.provider && (
        <>
          <Stack $gap={3}>
            <Row $gap={4} $wrap>
              <Heading $size={4}>{billing.choice ? 'Change plan' : 'Choose a plan'}</Heading>
              <Segmented
                label="How often you pay"
                value={interval}
                onValueChange={setInterval}
                items={[
                  { id: 'month', label: 'Monthly' },
                  { id: 'year', label: 'Yearly' },
                ]}
              />
              {billing.discount_percent > 0 && <Text>{billing.discount_percent}% off your first invoice</Text>}
            </Row>
            <PlanChoices billing={billing} interval={interval} chosen={change.choice} onChoose={change.choose} />
            <Text $tone="muted">Each active client adds {feeText('client', interval)}.</Text>
            <Text $tone="muted">Each LinkedIn account adds {feeText('linkedin', interval)}.</Text>
            <Text $tone="muted">Plans without clients or LinkedIn don’t charge for them.</Text>
          </Stack>
          <PacksCard billing={billing} onChoose={change.choose} />
        </>
      )}
      <DeliverabilityCard />
      {billing.provider && (
        <>
          <InvoicesCard />
          <ReferralsCard />
          {billing.choice && !billing.cancel_at_period_end && (
            <Row $gap={4} $justify="between" $wrap>
              <Text $tone="muted">You can cancel at any time. The plan then runs to the end of the paid period.</Text>
              <Button href="/app/account-cancellation">Cancel subscription</Button>
            </Row>
          )}
        </>
      )}
      {change.choice && (
        <ConfirmChange
          billing={billing}
          choice={change.choice}
          preview={change.preview}
          isPaying={change.isPaying}
          onConfirm={change.confirm}
          onClose={change.cancel}
        />
      )}
    </Stack>
  );
}

/** What wants attention: a payment that is awaited or failed, a cancellation, and the sandbox. */
function Notes({ billing }: { billing: BillingView }) {
  const [query] = useSearchParams();
  const portal = usePortal();
  const cancellation = useCancellation();
  return (
    <>
      {billing.provider === 'sandbox' && (
        <Callout tone="info" title="Simulated payments">
          Stripe is simulated in the sandbox. Pay with a test card; no real card is charged.
        </Callout>
      )}
      {!billing.provider && (
        <Callout tone="info" title="No card payments here">
          Your administrator assigns plans. Ask them to change yours.
        </Callout>
      )}
      {query.has('paid') && !billing.choice && (
        <Callout tone="info" role="status" title="Waiting for the payment">
          Your plan appears here as soon as the payment provider confirms it, usually within seconds.
        </Callout>
      )}
      {billing.failed && (
        <Callout
          tone="danger"
          role="alert"
          title="Your last payment failed"
          actions={
            <Button size="small" loading={portal.isLoading} onClick={portal.go}>
              Update card
            </Button>
          }
        >
          Everything keeps working until {dayOf(billing.failed.works_until)}. After that, nothing is sent until it is
          paid.
        </Callout>
      )}
      {billing.cancel_at_period_end && billing.period_end && (
        <Callout
          tone="warning"
          title={`Your subscription ends on ${dayOf(billing.period_end)}`}
          actions={
            <Button size="small" loading={cancellation.isBusy} onClick={() => void cancellation.resume()}>
              Keep the subscription
            </Button>
          }
        >
          Until then everything works as before.
        </Callout>
      )}
    </>
  );
}
