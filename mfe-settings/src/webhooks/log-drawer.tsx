import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import { deliveryDays } from '@skein/contracts/main/webhook-deliveries';
import type { webhooksContract, WebhookView } from '@skein/contracts/main/webhooks.contract';
import { useAccess } from '@skein/mfe/access';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CodeBlock } from '@skein/ui/code-block';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { Push, Row, Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Segmented } from '@skein/ui/segmented';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { NewerOlder, useLogPages } from '../newer-older';
import { useDeliveries, useReplay, useReplayFailed } from './webhooks.hooks';
import { answerOf, DeliveryState } from './delivery-state';
import { eventLabel } from './webhook-form';

type Delivery = CallOutput<(typeof webhooksContract)['endpoints']['listDeliveries']>['rows'][number];

const List = styled.ol`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > li {
    display: grid;
    gap: var(--s-1);
    padding: var(--s-2) var(--s-3);
    & + li {
      border-top: 1px solid var(--border);
    }
  }
`;

function Line({ delivery }: { delivery: Delivery }) {
  const { timeZone } = useUi();
  const access = useAccess();
  const [open, setOpen] = useState(false);
  const { replay, isReplaying } = useReplay(delivery.id);
  const again = async () => {
    if (await replay()) toasts.show({ title: 'The delivery is sent again', text: `Request ${delivery.request_id}` });
  };
  return (
    <li>
      <Row $wrap>
        <DeliveryState state={delivery.state} />
        <span>{eventLabel(delivery.event_type)}</span>
        {delivery.is_test && <Badge>Test</Badge>}
        <Push>
          <Hint as="span" title={fullInstant(delivery.created_at, timeZone)}>
            {shortInstant(delivery.created_at, new Date(), timeZone)}
          </Hint>
        </Push>
      </Row>
      <Hint>
        {answerOf(delivery)}
        {delivery.attempts > 0 && `; ${counted(delivery.attempts, 'attempt')}`}
        {delivery.state === 'PENDING' &&
          delivery.next_attempt_at &&
          `, next ${shortInstant(delivery.next_attempt_at, new Date(), timeZone)}`}
      </Hint>
      <Row>
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide what was sent' : 'What was sent'}
        </LinkButton>
        {access.may('webhook.write') && (
          <Push>
            <Button
              size="small"
              variant="ghost"
              icon="refresh"
              loading={isReplaying}
              onClick={() => void again()}
              aria-label={`Send ${eventLabel(delivery.event_type)} of ${fullInstant(delivery.created_at, timeZone)} again`}
            >
              Send again
            </Button>
          </Push>
        )}
      </Row>
      {open && (
        <CodeBlock
          label="Payload"
          code={
            delivery.payload === null
              ? 'Not sent yet. The payload is created when it is sent.'
              : JSON.stringify(delivery.payload, null, 2)
          }
        />
      )}
    </li>
  );
}

const filters = [
  { id: 'ALL', label: 'All' },
  { id: 'PENDING', label: 'Waiting' },
  { id: 'DELIVERED', label: 'Delivered' },
  { id: 'FAILED', label: 'Failed' },
] as const;

/** What was sent to a webhook, newest first, with a way to send it again. */
export function LogDrawer({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const access = useAccess();
  const [filter, setFilter] = useState<(typeof filters)[number]['id']>('ALL');
  const pages = useLogPages();
  const { data, isLoading, problem } = useDeliveries(webhook.id, filter === 'ALL' ? undefined : filter, pages.cursor);
  const { replay: replayFailed, isReplaying } = useReplayFailed(webhook.id);
  const again = async () => {
    const replayed = await replayFailed(72);
    if (replayed !== null)
      toasts.show({
        title: replayed === 0 ? 'Nothing to retry' : `${counted(replayed, 'delivery', 'deliveries')} sent again`,
        text: 'Of the last 72 hours.',
      });
  };
  return (
    <Drawer open onOpenChange={onClose} width={640} title={`Log of ${webhook.name}`}>
      <Stack $gap={3}>
        <Row $wrap>
          <Segmented
            label="State"
            items={filters}
            value={filter}
            onValueChange={(next) => {
              setFilter(next);
              pages.first();
            }}
          />
          {access.may('webhook.write') && (
            <Push>
              <Button size="small" icon="refresh" loading={isReplaying} onClick={() => void again()}>
                Send failed again
              </Button>
            </Push>
          )}
        </Row>
        {problem && (
          <Callout
            tone="danger"
            role="alert"
            title="The log could not be loaded."
            actions={
              <Button size="small" onClick={problem.onRetry}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Callout>
        )}
        {isLoading && <Loading label="Loading the log" />}
        {data && data.rows.length === 0 && (
          <EmptyState level={3} title={filter === 'ALL' ? 'Nothing was sent yet' : 'No such delivery'}>
            {filter === 'ALL' ? 'Each event appears here with the response of the address.' : 'Try another status.'}
          </EmptyState>
        )}
        {data && data.rows.length > 0 && (
          <List aria-label="Deliveries">
            {data.rows.map((delivery) => (
              <Line key={delivery.id} delivery={delivery} />
            ))}
          </List>
        )}
        {data && data.rows.length > 0 && <Hint>Kept for {deliveryDays} days.</Hint>}
        {data && <NewerOlder pages={pages} next={data.next_cursor} />}
      </Stack>
    </Drawer>
  );
}
