import { useState } from 'react';
import type { OperatedEvent } from '@skein/contracts/university/operator-events.contract';
import { FormDialog } from '@skein/mfe/form-dialog';
import { Field } from '@skein/ui/field';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useChangeEvents } from './events.hooks';
import { shortTime } from './short-time';

/** Adds, replaces or removes the recording of a date that is over. */
export function RecordingDialog({ event, onClose }: { event: OperatedEvent; onClose: () => void }) {
  const { keepRecording } = useChangeEvents();
  const [day, setDay] = useState(event.past[0]?.day ?? '');
  const recordingOf = (of: string) => event.past.find((date) => date.day === of)?.recording_url ?? '';
  const [url, setUrl] = useState(recordingOf(day));
  const submit = async () => {
    const given = url.trim() === '' ? null : url.trim();
    await keepRecording(event.slug, day, given);
    toasts.show({ title: given === null ? 'The recording is removed' : 'The recording is shown under Events' });
  };
  return (
    <FormDialog
      title={`Recording of ${event.title}`}
      submitLabel="Save recording"
      onSubmit={submit}
      onClose={onClose}
      fields={(errors) => (
        <>
          <Field label="Date" error={errors['day']}>
            <Select
              value={day}
              onValueChange={(chosen) => {
                setDay(chosen);
                setUrl(recordingOf(chosen));
              }}
              options={event.past.map((date) => ({ value: date.day, label: shortTime(date.starts_at) }))}
            />
          </Field>
          <Field label="Link to the recording" hint="Leave empty to remove it." error={errors['url']}>
            <TextInput
              type="url"
              autoComplete="off"
              maxLength={2000}
              value={url}
              onChange={(typed) => setUrl(typed.target.value)}
            />
          </Field>
        </>
      )}
    />
  );
}
