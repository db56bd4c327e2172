import { useState } from 'react';
import { webhookEvents, type WebhookEvent } from '@skein/contracts/constants';
import type { IntegrationView } from '@skein/contracts/main/integrations.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { FieldGroup } from '@skein/ui/field-group';
import { Grid, Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { eventLabel } from '../webhooks/webhook-form';
import { useSlackAlerts } from './slack.hooks';

const usual: WebhookEvent[] = [
  'EMAIL_REPLY',
  'EMAIL_ACCOUNT_DISCONNECTED',
  'LEAD_UNSUBSCRIBED',
  'EMAIL_BOUNCE',
  'MANUAL_STEP_REACHED',
  'LINKEDIN_DISCONNECTED',
];
const positive = ['Interested', 'Meeting Request', 'Information Request'];

/** An alert in Slack: where, about what, and which categories. `isMove`: only the channel, for all alerts that there are. */
export function SlackDialog({
  view,
  isMove,
  onClose,
}: {
  view: IntegrationView;
  isMove: boolean;
  onClose: () => void;
}) {
  const isByLogin = view.method === 'OAUTH';
  const { channels, problem: unread, categories, isSaving, create, move } = useSlackAlerts(view.id, isByLogin);
  const [name, setName] = useState('Positive replies');
  const [channel, setChannel] = useState<string | null>(null);
  const [events, setEvents] = useState<WebhookEvent[]>(['EMAIL_REPLY']);
  const [chosen, setChosen] = useState<string[]>(positive);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setProblem(null);
    const picked = channels?.find((one) => one.id === channel);
    if (isByLogin && !picked) return setProblem('Choose a channel.');
    if (!isMove && events.length === 0) return setProblem('Choose at least one event.');
    try {
      if (isMove && picked) {
        const retried = await move(picked);
        toasts.show({ title: `Alerts go to #${picked.name}`, text: `${retried} waiting messages are posted now.` });
      } else {
        await create({
          name: name.trim() || 'Slack alert',
          channel: picked,
          events,
          categories: events.includes('EMAIL_REPLY') ? chosen : [],
        });
        toasts.show({
          title: 'Alert created',
          text: picked ? `In #${picked.name}.` : 'In the channel of the incoming webhook.',
        });
      }
      onClose();
    } catch (failure) {
      setProblem(problemOf(failure).message);
    }
    return undefined;
  };
  const toggle = <T extends string>(list: T[], value: T) =>
    list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={isMove ? 'Choose another channel' : 'Add a Slack alert'}
      description={
        isMove
          ? 'All alerts go there, and messages that could not be posted go out now.'
          : 'Campaigns and clients can be chosen later under Settings, Webhooks.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
            {isMove ? 'Move alerts' : 'Add alert'}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {(problem ?? unread) && <Callout tone="danger">{problem ?? unread}</Callout>}
        {isByLogin && (
          <Field label="Channel">
            <Select
              value={channel}
              onValueChange={setChannel}
              placeholder={channels ? 'Choose a channel' : 'Loading channels'}
              options={(channels ?? []).map((one) => ({ value: one.id, label: `#${one.name}` }))}
            />
          </Field>
        )}
        {!isMove && (
          <>
            <Field label="Name">
              <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={120} />
            </Field>
            <FieldGroup label="Events">
              <Grid $min={220} $gap={2}>
                {usual
                  .filter((event) => webhookEvents.includes(event))
                  .map((event) => (
                    <Checkbox
                      key={event}
                      checked={events.includes(event)}
                      onCheckedChange={() => setEvents(toggle(events, event))}
                      label={eventLabel(event)}
                    />
                  ))}
              </Grid>
            </FieldGroup>
            {events.includes('EMAIL_REPLY') && (
              <FieldGroup label="Replies of these categories, all if none is chosen">
                <Grid $min={180} $gap={2}>
                  {categories.map((category) => (
                    <Checkbox
                      key={category.id}
                      checked={chosen.includes(category.name)}
                      onCheckedChange={() => setChosen(toggle(chosen, category.name))}
                      label={category.name}
                    />
                  ))}
                </Grid>
              </FieldGroup>
            )}
          </>
        )}
      </Stack>
    </Dialog>
  );
}
