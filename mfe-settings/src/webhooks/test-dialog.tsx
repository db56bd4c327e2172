import { useState } from 'react';
import { webhookEvents, type WebhookEvent } from '@skein/contracts/constants';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { webhooksContract, WebhookView } from '@skein/contracts/main/webhooks.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { useTestWebhook } from './webhooks.hooks';
import { answerOf, DeliveryState } from './delivery-state';
import { eventLabel } from './webhook-form';

type Delivery = CallOutput<(typeof webhooksContract)['endpoints']['testWebhook']>;

/** Sends a sample event at once and shows what the address answered. */
export function TestDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const [event, setEvent] = useState<WebhookEvent>(
    webhookEvents.find((each) => webhook.event_types.includes(each)) ?? 'EMAIL_REPLY',
  );
  const { test, isTesting } = useTestWebhook(webhook.id);
  const [answer, setAnswer] = useState<Delivery | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setProblem(null);
    setAnswer(null);
    try {
      setAnswer(await test(event));
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Test ${webhook.name}`}
      description="A sample event goes to the address now, marked as a test. It is tried once."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" loading={isTesting} onClick={() => void send()}>
            Send test
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        <Field label="Event">
          <Select
            value={event}
            onValueChange={setEvent}
            options={webhookEvents.map((each) => ({ value: each, label: eventLabel(each) }))}
          />
        </Field>
        <div aria-live="polite">
          {problem && <Callout tone="danger">{problem}</Callout>}
          {answer && (
            <Stack $gap={2}>
              <Row>
                <DeliveryState state={answer.state} />
                <Hint as="span">{answerOf(answer)}</Hint>
              </Row>
              <CodeBlock label="Payload" code={JSON.stringify(answer.payload, null, 2)} />
            </Stack>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}
