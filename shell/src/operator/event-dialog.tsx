import { useState } from 'react';
import type { OperatedEvent } from '@skein/contracts/university/operator-events.contract';
import { readyEvents, type ReadyEvent } from '@skein/contracts/university/ready-events';
import { FormDialog } from '@skein/mfe/form-dialog';
import { Combobox } from '@skein/ui/combobox';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { knownZones, zoneLabel } from '@skein/ui/instant';
import { Row } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { useChangeEvents } from './events.hooks';

const repeats = [
  { value: '0', label: 'Once' },
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every 2 weeks' },
  { value: '4', label: 'Every 4 weeks' },
];
const zones = knownZones().map((zone) => ({ value: zone, label: zoneLabel(zone) }));
type TextField = 'title' | 'host' | 'summary' | 'join_url';

/** What the form begins with: the event as it is, or an hour that is still to be chosen. */
const givenOf = (event: OperatedEvent | null, timeZone: string) => ({
  title: event?.title ?? '',
  host: event?.host ?? '',
  summary: event?.summary ?? '',
  time_zone: event?.time_zone ?? timeZone,
  first: event?.first.slice(0, 16) ?? '',
  every_weeks: event?.every_weeks ?? 0,
  minutes: (event?.minutes ?? 45) as number | null,
  join_url: event?.join_url ?? '',
});

const ready: ReadyEvent[] = Object.values(readyEvents);
const blank = 'Your own';

/** Fills the form with an event that is ready to be held; host, time and link are the operator's. */
function StartFrom({ onChoose }: { onChoose: (chosen: ReadyEvent) => void }) {
  const [title, setTitle] = useState<string>(blank);
  return (
    <Field label="Start from">
      <Select
        value={title}
        onValueChange={(next) => {
          setTitle(next);
          onChoose(
            ready.find((one) => one.title === next) ?? { title: '', summary: '', every_weeks: null, minutes: 45 },
          );
        }}
        options={[blank, ...ready.map((one) => one.title)].map((name) => ({ value: name, label: name }))}
      />
    </Field>
  );
}

/** Adds an event, or changes one; people who registered are notified of another time. */
export function EventDialog({ event, onClose }: { event: OperatedEvent | null; onClose: () => void }) {
  const { timeZone } = useUi();
  const { save } = useChangeEvents();
  const [given, setGiven] = useState(() => givenOf(event, timeZone));
  const set = (changed: Partial<typeof given>) => setGiven((present) => ({ ...present, ...changed }));
  const text = (name: TextField) => ({
    value: given[name],
    onChange: (typed: { target: { value: string } }) => set({ [name]: typed.target.value }),
  });
  const submit = async () => {
    const body = {
      ...given,
      every_weeks: given.every_weeks === 0 ? null : given.every_weeks,
      minutes: given.minutes ?? 0,
      join_url: given.join_url.trim() === '' ? null : given.join_url.trim(),
    };
    const kept = await save(event?.slug, body);
    toasts.show({ title: event ? `${kept.title} is changed` : `${kept.title} is added` });
  };
  const known = repeats.some(({ value }) => value === String(given.every_weeks));
  return (
    <FormDialog
      title={event ? `Change ${event.title}` : 'Add an event'}
      description={
        event
          ? 'People who registered are notified of another time. Registrations for days that the event no longer has end, and those people are notified.'
          : 'Every workspace sees it under Events, from 12 weeks before.'
      }
      submitLabel={event ? 'Save event' : 'Add event'}
      onSubmit={submit}
      onClose={onClose}
      fields={(errors) => (
        <>
          {event === null && (
            <StartFrom onChoose={(chosen) => set({ ...chosen, every_weeks: chosen.every_weeks ?? 0 })} />
          )}
          <Field label="Title" error={errors['title']}>
            <TextInput autoFocus maxLength={120} {...text('title')} />
          </Field>
          <Field label="Host" error={errors['host']}>
            <TextInput maxLength={120} {...text('host')} />
          </Field>
          <Field label="Description" error={errors['summary']}>
            <TextArea rows={3} maxLength={1000} {...text('summary')} />
          </Field>
          <Row $wrap $gap={4} $align="start">
            <Field label="First date and time" error={errors['first']}>
              <DateField
                withTime
                timeZone={given.time_zone}
                value={given.first}
                onValueChange={(first) => set({ first })}
              />
            </Field>
            <Field label="Time zone" error={errors['time_zone']}>
              <Combobox
                options={zones}
                value={{ value: given.time_zone, label: zoneLabel(given.time_zone) }}
                onValueChange={(zone) => zone && set({ time_zone: zone.value })}
                searchPlaceholder="City or zone"
              />
            </Field>
          </Row>
          <Row $wrap $gap={4} $align="start">
            <Field label="Repeats" error={errors['every_weeks']}>
              <Select
                value={String(given.every_weeks)}
                onValueChange={(weeks) => set({ every_weeks: Number(weeks) })}
                options={
                  known
                    ? repeats
                    : [...repeats, { value: String(given.every_weeks), label: `Every ${given.every_weeks} weeks` }]
                }
              />
            </Field>
            <Field label="Length in minutes" error={errors['minutes']}>
              <NumberInput value={given.minutes} onValueChange={(minutes) => set({ minutes })} min={5} max={600} />
            </Field>
          </Row>
          <Field label="Link to join" optional hint="Shown to people who registered." error={errors['join_url']}>
            <TextInput type="url" autoComplete="off" maxLength={2000} {...text('join_url')} />
          </Field>
        </>
      )}
    />
  );
}
