import type { ReactNode } from 'react';
import { useAccess } from '@skein/mfe/access';
import { showProblem } from '@skein/mfe/toasts';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { Select } from '@skein/ui/select';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { useListMailboxTagsQuery, useMailboxClientsQuery, useSaveMailboxTagMutation } from '../api';
import type { ChangeField, ChangeForm } from './change-form';

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
  { field: 'different_reply_to_address', label: 'Reply-to address', most: 254, hint: 'Empty takes it away.' },
  { field: 'bcc_email', label: 'Bcc address', most: 254, hint: 'Empty takes it away.' },
  {
    field: 'custom_tracking_domain',
    label: 'Tracking domain',
    most: 253,
    hint: 'Used once its CNAME is verified. Empty takes it away.',
  },
] as const;

function WarmupFields({ form, onChange }: Props) {
  const number = (
    field: 'warmup_per_day' | 'warmup_daily_rampup' | 'warmup_reply_rate',
    label: string,
    most: number,
  ) => (
    <Field label={label} optional>
      <NumberInput
        value={form[field]}
        onValueChange={(value) => onChange({ ...form, [field]: value })}
        min={field === 'warmup_reply_rate' ? 0 : 1}
        max={most}
        placeholder="Keep"
      />
    </Field>
  );
  return (
    <Stack $gap={3}>
      <RadioGroup
        direction="row"
        aria-label="Warmup"
        value={form.warmup_enabled ? 'on' : 'off'}
        onValueChange={(value) => onChange({ ...form, warmup_enabled: value === 'on' })}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
      />
      <Grid $min={120}>
        {number('warmup_per_day', 'Emails a day', 50)}
        {number('warmup_daily_rampup', 'More each day', 20)}
        {number('warmup_reply_rate', 'Reply rate, %', 100)}
      </Grid>
    </Stack>
  );
}

function TagFields({ form, onChange }: Props) {
  const { data } = useListMailboxTagsQuery();
  const [saveTag] = useSaveMailboxTagMutation();
  const options = (data?.tags ?? []).map((tag) => ({ value: String(tag.id), label: tag.name }));
  return (
    <Stack $gap={3}>
      <Field label="Add" hint="Type a new name to create a tag.">
        <Combobox
          multiple
          options={options}
          value={form.added}
          onValueChange={(added) => onChange({ ...form, added })}
          placeholder="Choose tags"
          onCreate={(name) =>
            void saveTag({ body: { name } })
              .unwrap()
              .then(
                (tag) => onChange({ ...form, added: [...form.added, { value: String(tag.id), label: tag.name }] }),
                (error: unknown) => showProblem('The tag was not created', error),
              )
          }
        />
      </Field>
      <Field label="Remove">
        <Combobox
          multiple
          options={options}
          value={form.removed}
          onValueChange={(removed) => onChange({ ...form, removed })}
          placeholder="Choose tags"
        />
      </Field>
    </Stack>
  );
}

/** Every setting that can be changed of many mailboxes. */
export function ChangeFields({ form, onChange }: Props) {
  const mayReadClients = useAccess().may('client.read');
  const { data } = useMailboxClientsQuery({ query: {} }, { skip: !mayReadClients });
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
      <Chosen {...both} field="signature" label="Signature">
        <Field label="Signature" hint="HTML is kept. Empty takes it away.">
          <TextArea
            rows={4}
            maxLength={20_000}
            value={form.signature}
            onChange={(event) => onChange({ ...form, signature: event.target.value })}
          />
        </Field>
      </Chosen>
      <Chosen {...both} field="warmup" label="Warmup">
        <WarmupFields {...both} />
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
              ...(data?.clients ?? []).map((client) => ({ value: String(client.id), label: client.name })),
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
            { value: 'send', label: 'Let them send' },
          ]}
        />
      </Chosen>
    </Stack>
  );
}
