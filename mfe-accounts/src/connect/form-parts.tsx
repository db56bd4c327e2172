import { Controller, useFormContext } from 'react-hook-form';
import { styled } from 'styled-components';
import type { PortType } from '@skein/contracts/constants';
import { Field } from '@skein/ui/field';
import { NumberInput } from '@skein/ui/number-input';
import { PasswordInput } from '@skein/ui/password-input';
import { RichTextEditor } from '@skein/ui/rich-text-editor';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { portAfter, type ConnectionField, type ConnectionForm } from './connection-form';
import { TimeZoneInput } from './time-zone-field';

/** An error below one of the two narrow fields gets the room to be read. */
const Server = styled.div<{ $wrong: boolean }>`
  display: grid;
  grid-template-columns: ${({ $wrong }) => ($wrong ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr) 116px 96px')};
  ${({ $wrong }) => $wrong && '& > :first-child { grid-column: 1 / -1; }'}
  overflow-wrap: anywhere;
  gap: var(--s-3);
  align-items: start;
  @media (max-width: 720px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    & > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

type TextName = { [Name in ConnectionField]: ConnectionForm[Name] extends string ? Name : never }[ConnectionField];

interface LineProps {
  name: TextName;
  label: string;
  hint?: string;
  optional?: boolean;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  type?: string;
}

/** One line of text of the form, with its label and what is wrong with it. */
export function TextLine({ name, label, hint, optional, ...input }: LineProps) {
  const {
    register,
    formState: { errors },
  } = useFormContext<ConnectionForm>();
  return (
    <Field
      label={label}
      {...(hint ? { hint } : {})}
      {...(optional ? { optional } : {})}
      error={fieldError(label, errors[name])}
    >
      <TextInput spellCheck={false} autoComplete="off" {...input} {...register(name)} />
    </Field>
  );
}

/** A secret: never filled from a draft, never offered to the browser's own store of passwords for this site. */
export function SecretLine({ name, label, hint }: Pick<LineProps, 'name' | 'label' | 'hint'>) {
  const {
    register,
    formState: { errors },
  } = useFormContext<ConnectionForm>();
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={fieldError(label, errors[name])}>
      <PasswordInput autoComplete="off" {...register(name)} />
    </Field>
  );
}

/** A whole number with its unit. */
export function NumberLine({
  name,
  label,
  hint,
  unit,
  min,
  max,
}: {
  name: 'message_per_day' | 'min_time_to_wait_minutes' | 'smtp_port' | 'imap_port';
  label: string;
  hint?: string;
  unit?: string;
  min: number;
  max: number;
}) {
  return (
    <Controller<ConnectionForm, typeof name>
      name={name}
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <Field label={label} {...(hint ? { hint } : {})} error={fieldError(label, fieldState.error)}>
          <NumberInput
            ref={ref}
            value={value}
            onValueChange={onChange}
            onBlur={onBlur}
            min={min}
            max={max}
            {...(unit ? { unit } : {})}
          />
        </Field>
      )}
    />
  );
}

export function ZoneLine() {
  return (
    <Controller<ConnectionForm, 'time_zone'>
      name="time_zone"
      render={({ field, fieldState }) => (
        <Field
          label="Time zone"
          hint="The daily limit resets at midnight in this time zone."
          error={fieldError('Time zone', fieldState.error)}
        >
          <TimeZoneInput value={field.value} onChange={field.onChange} />
        </Field>
      )}
    />
  );
}

/** Stands in for %signature% in a step; written as it is sent. */
export function SignatureLine() {
  return (
    <Controller<ConnectionForm, 'signature'>
      name="signature"
      render={({ field, fieldState }) => (
        <Field
          label="Signature"
          optional
          hint="Inserted by %signature%."
          error={fieldError('Signature', fieldState.error)}
        >
          <RichTextEditor
            toolbar="plain"
            tokens={[]}
            minHeight={72}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  );
}

const securities: { value: PortType; label: string; detail: string }[] = [
  { value: 'SSL', label: 'SSL', detail: 'Encrypted from the first byte' },
  { value: 'TLS', label: 'TLS', detail: 'Starts unencrypted, then STARTTLS' },
  { value: 'NONE', label: 'None', detail: 'Not encrypted' },
];

/** Host, security and port of one server; the port follows the security (docs/domain.md, Lists and limits). */
export function ServerLine({ server }: { server: 'smtp' | 'imap' }) {
  const {
    control,
    getValues,
    setValue,
    formState: { errors },
  } = useFormContext<ConnectionForm>();
  const word = server.toUpperCase();
  return (
    <Server $wrong={Boolean(errors[`${server}_port`] ?? errors[`${server}_port_type`])}>
      <TextLine name={`${server}_host`} label={`${word} host`} placeholder={/* key */ `${server}.company.com`} />
      <Controller
        control={control}
        name={`${server}_port_type`}
        render={({ field }) => (
          <Field label="Security" error={errors[`${server}_port_type`]?.message}>
            <Select
              aria-label={`${word} security`}
              value={field.value}
              options={securities}
              onValueChange={(next) => {
                setValue(
                  `${server}_port`,
                  portAfter(server, getValues(`${server}_port_type`), next, getValues(`${server}_port`)),
                  { shouldDirty: true },
                );
                field.onChange(next);
              }}
            />
          </Field>
        )}
      />
      <NumberLine name={`${server}_port`} label={`${word} port`} min={1} max={65_535} />
    </Server>
  );
}
