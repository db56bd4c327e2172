import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { Card } from '@skein/ui/card';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { Timeline } from '@skein/ui/timeline';
import { useUi } from '@skein/ui/ui-provider';

type Event = OrderView['events'][number];

/** The domain of the order that an event is about, or null. */
function domainOfEvent({ text }: Pick<Event, 'text'>, names: readonly string[]): string | null {
  const words = text.split(/[\s@]/).map((word) => word.replace(/[.,:]$/, ''));
  return names.find((name) => words.includes(name)) ?? null;
}

/** What happened, the newest first: of the order itself, then of each of its domains. */
export function OrderHistory({ order }: { order: OrderView }) {
  const { timeZone } = useUi();
  const now = new Date();
  const names = order.domain_items.map(({ name }) => name);
  const groups = [null, ...names]
    .map((name) => ({ name, events: order.events.filter((event) => domainOfEvent(event, names) === name) }))
    .filter(({ events }) => events.length > 0);
  return (
    <Card title="History">
      <Stack $gap={4}>
        {groups.map(({ name, events }) => (
          <Stack $gap={2} key={name ?? ''}>
            {groups.length > 1 && (
              <Text as="h3" $size={2} $tone="muted">
                {name ?? 'Order'}
              </Text>
            )}
            <Timeline
              label={`What happened to ${name ?? 'the order'}`}
              items={events.map((event, index) => ({
                id: String(events.length - index),
                title: event.text,
                time: <span title={fullInstant(event.at, timeZone)}>{shortInstant(event.at, now, timeZone)}</span>,
              }))}
            />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
