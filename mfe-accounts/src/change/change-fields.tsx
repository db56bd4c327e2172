import type { ReactNode } from 'react';
import { useAccess } from '@skein/mfe/access';
import { Checkbox } from '@skein/ui/checkbox';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { useMailboxClients } from '../mailbox-labels.hooks';
import type { ChangeField, ChangeForm } from './change-form';
import { TimeZoneInput } from '../connect/time-zone-field';
import { TagFields } from './tag-fields';
import { WarmupChange } from './warmup-change';

interface Props {
  form: ChangeForm;
  onChange: (form: ChangeForm) => void;
}

/** One setting: chosen or left alone, and its value. */
function Chosen({
  form,
  onChange,
  field,
  label,
  children,
}: Props & { field: ChangeField; label: string; children: ReactNode }) {
  const isOn = form.chosen.includes(field);
  return (
    <Stack $gap={2}>
      <Checkbox
        label={label}
        checked={isOn}
        onCheckedChange={(on) =>
          onChange({ ...form, chosen: on ? [...form.chosen, field] : form.chosen.filter((each) => each !== field) })
        }
      />
      {isOn && <div style={{ paddingLeft: 'var(--s-6)' }}>{children}</div>}
    </Stack>
  );
}

const texts = [
  { field: 'from_name', label: 'Sender name', most: 120, hint: undefined },
  { field: 'different_reply_to_address', label: 'Reply-to address', most: 254, hint: 'Leave empty to remove it.' },
  { field: 'bcc_email', label: 'Bcc address', most: 254, hint: 'Leave empty to remove it.' },
  {
    field: 'custom_tracking_domain',
    label: 'Tracking domain',
    most: 253,
    hint: 'Used once its CNAME is verified. Leave empty to remove it.',
  },
] as const;

/** Every setting that can be changed of many mailboxes. */
export function ChangeFields({ form, onChange }: Props) {
  const mayReadClients = useAccess().may('client.read');
  const { clients } = useMailboxClients();
  const both = { form, onChange };
  return (
    <Stack $gap={3}>
      <Chosen {...both} field="message_per_day" label="Campaign emails a day">
        <NumberInput
          aria-label="Campaign emails a day"
          value={form.message_per_day}
          onValueChange={(value) => onChange({ ...form, message_per_day: value })}
          min={0}
          max={2000}
          unit="a day"
        />
      </Chosen>
      <Chosen {...both} field="min_time_to_wait_minutes" label="Gap between two emails">
        <NumberInput
          aria-label="Gap between two emails"
          value={form.min_time_to_wait_minutes}
          onValueChange={(value) => onChange({ ...form, min_time_to_wait_minutes: value })}
          min={0}
          max={1440}
          unit="min"
        />
      </Chosen>
      {texts.map(({ field, label, most, hint }) => (
        <Chosen key={field} {...both} field={field} label={label}>
          <Field label={label} {...(hint ? { hint } : {})}>
            <TextInput
              maxLength={most}
              value={form[field]}
              onChange={(event) => onChange({ ...form, [field]: event.target.value })}
            />
          </Field>
        </Chosen>
      ))}
      <Chosen {...both} field="time_zone" label="Time zone">
        <Field label="Time zone" hint="Sets when the daily limit resets and when warmup emails are sent.">
          <TimeZoneInput value={form.time_zone} onChange={(zone) => onChange({ ...form, time_zone: zone })} />
        </Field>
      </Chosen>
      <Chosen {...both} field="signature" label="Signature">
        <Field label="Signature" hint="HTML is kept. Leave empty to remove it.">
          <TextArea
            rows={4}
            maxLength={20_000}
            value={form.signature}
            onChange={(event) => onChange({ ...form, signature: event.target.value })}
          />
        </Field>
      </Chosen>
      <Chosen {...both} field="warmup" label="Warmup">
        <WarmupChange warmup={form.warmup} onChange={(warmup) => onChange({ ...form, warmup })} />
      </Chosen>
      <Chosen {...both} field="tags" label="Tags">
        <TagFields {...both} />
      </Chosen>
      {mayReadClients && (
        <Chosen {...both} field="client_id" label="Client">
          <Select
            aria-label="Client"
            value={form.client_id === null ? 'none' : String(form.client_id)}
            onValueChange={(id) => onChange({ ...form, client_id: id === 'none' ? null : Number(id) })}
            options={[
              { value: 'none', label: 'No client' },
              ...clients.map((client) => ({ value: String(client.id), label: client.name })),
            ]}
          />
        </Chosen>
      )}
      <Chosen {...both} field="is_suspended" label="Sending">
        <RadioGroup
          direction="row"
          aria-label="Sending"
          value={form.is_suspended ? 'suspend' : 'send'}
          onValueChange={(value) => onChange({ ...form, is_suspended: value === 'suspend' })}
          options={[
            { value: 'suspend', label: 'Suspend' },
            { value: 'send', label: 'Resume sending' },
          ]}
        />
      </Chosen>
    </Stack>
  );
}
