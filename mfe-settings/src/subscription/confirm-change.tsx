import type { BillingView, ChangePreview } from '@skein/contracts/subscription/billing.contract';
import {
  lineName,
  offerOf,
  priceLines,
  totalOf,
  type Choice,
  type FeeCounts,
} from '@skein/contracts/subscription/offers';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { dayOf, money } from './money';
import { MoneyLines } from './money-lines';

/** What a choice costs now, to the cent, before anything is paid. */
export function ConfirmChange({
  billing,
  choice,
  preview,
  isPaying,
  onConfirm,
  onClose,
}: {
  billing: BillingView;
  choice: Choice;
  preview: ChangePreview | null;
  isPaying: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const isFirst = billing.choice === null;
  const name = `${offerOf(choice.offer).name}, ${choice.interval === 'year' ? 'yearly' : 'monthly'}`;
  const fees = { clients: billing.usage.clients, linkedIn: billing.usage.linkedin_accounts };
  const first = firstInvoice(choice, fees, billing.discount_percent);
  const due = isFirst ? first.total : (preview?.due_now_cents ?? null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPaying && onClose()}
      title={name}
      description={isFirst ? 'You pay on the payment provider’s page. Your plan starts once you pay.' : undefined}
      footer={
        <>
          <Button disabled={isPaying} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={isPaying} disabled={due === null} onClick={onConfirm}>
            {due === null
              ? 'Reading the price'
              : isFirst
                ? `Continue to payment`
                : due > 0
                  ? `Pay ${money(due)}`
                  : 'Change plan'}
          </Button>
        </>
      }
    >
      {!isFirst && !preview ? (
        <Loading label="Reading the exact price" />
      ) : (
        <Stack $gap={4}>
          <MoneyLines
            lines={isFirst ? first.lines : (preview?.lines ?? [])}
            total={{ name: 'Today', cents: due ?? 0 }}
          />
          {preview && (
            <Text $tone="muted">
              Then {money(preview.next_cents)} each {choice.interval}, first on {dayOf(preview.next_at)}. Without tax.
            </Text>
          )}
          {isFirst && billing.discount_percent > 0 && (
            <Text $tone="muted">
              Then {money(totalOf(priceLines(choice, fees)))} each {choice.interval}.
            </Text>
          )}
          {(preview?.shortfalls.length ?? 0) > 0 && (
            <Callout tone="warning" title="You use more than this plan holds">
              {preview?.shortfalls.join('. ')}. Nothing is deleted; what is over the limit stops.
            </Callout>
          )}
        </Stack>
      )}
    </Dialog>
  );
}

function firstInvoice(choice: Choice, fees: FeeCounts, percent: number) {
  const lines = priceLines(choice, fees).map((line) => ({ name: lineName(line), cents: line.cents }));
  const off = Math.round((totalOf(lines) * percent) / 100);
  const all = off > 0 ? [...lines, { name: `${percent}% off your first invoice`, cents: -off }] : lines;
  return { lines: all, total: totalOf(all) };
}
