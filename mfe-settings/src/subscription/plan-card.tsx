import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import { offerOf } from '@skein/contracts/subscription/offers';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Push, Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { getHost } from '@skein/mfe/host';
import { planNames } from '@skein/mfe/plans';
import { chatLine } from './plan-choices';
import { dayOf } from './money';
import { MoneyLines } from './money-lines';
import { usePortal } from './subscription.hooks';

/** How the plan stands, in a word. */
function StateBadge({ billing, now }: { billing: BillingView; now: number }) {
  if (billing.failed) return <Badge tone="danger">Payment failed</Badge>;
  if (billing.cancel_at_period_end) return <Badge tone="warning">Cancelled</Badge>;
  if (billing.ends_at && Date.parse(billing.ends_at) < now) return <Badge tone="warning">Ended</Badge>;
  return billing.plan_type === 'trial' && billing.ends_at ? (
    <Badge tone="info">{counted(Math.ceil((Date.parse(billing.ends_at) - now) / 86_400_000), 'day')} left</Badge>
  ) : (
    <Badge tone="success">Active</Badge>
  );
}

const endLine = (billing: BillingView, now: number): string => {
  if (!billing.ends_at) return 'Provided by your administrator, no end date.';
  const day = dayOf(billing.ends_at);
  if (Date.parse(billing.ends_at) < now) return `It ended on ${day}. Nothing is sent until you choose a plan.`;
  return billing.plan_type === 'trial'
    ? `Your trial runs until ${day}. Nothing is charged before you choose a plan.`
    : `It runs until ${day}.`;
};

/** What the workspace has, what the next invoice says, and the card that pays it. */
export function PlanCard({ billing, now }: { billing: BillingView; now: number }) {
  const portal = usePortal();
  const name = billing.choice ? offerOf(billing.choice.offer).name : planNames[billing.plan_type];
  const { next_invoice_cents: next, period_end: end } = billing;
  return (
    <Card
      title={name}
      detail={billing.choice ? (billing.choice.interval === 'year' ? 'yearly' : 'monthly') : undefined}
      actions={<StateBadge billing={billing} now={now} />}
      padded={false}
    >
      <CardBody>
        <Stack $gap={3}>
          {billing.choice ? (
            <MoneyLines
              lines={billing.lines}
              total={next !== null && end ? { name: `Next invoice, ${dayOf(end)}`, cents: next } : null}
            />
          ) : (
            <Text>{endLine(billing, now)}</Text>
          )}
          {getHost().hasSupportChat && (
            <Text $tone="muted">{chatLine(billing.choice?.offer ?? billing.plan_type)}.</Text>
          )}
          {billing.cancel_at_period_end && end && (
            <Text $tone="muted">Ends on {dayOf(end)}. No further invoice comes.</Text>
          )}
        </Stack>
      </CardBody>
      {billing.card && (
        <CardFoot>
          {billing.card.brand} ending {billing.card.last4}, to {billing.card.expires}
          <Push />
          <Button size="small" loading={portal.isLoading} onClick={portal.go}>
            Change card
          </Button>
        </CardFoot>
      )}
    </Card>
  );
}
