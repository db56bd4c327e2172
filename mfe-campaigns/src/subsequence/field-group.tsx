import { useId, type ReactNode } from 'react';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import type { DelayUnit } from './trigger-labels';

/** Several controls under one name: each has its own, the group says what they are about. */
export function FieldGroup({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={`${id}-label`} {...(hint || error ? { 'aria-describedby': `${id}-hint` } : {})}>
      <Text as="div" id={`${id}-label`} $size={2} $weight="medium" style={{ marginBottom: 6 }}>
        {label}
      </Text>
      {children}
      {(hint || error) && (
        <div id={`${id}-hint`} style={{ marginTop: 4 }}>
          {error ? (
            <Text $size={2} role="alert" style={{ color: 'var(--danger)' }}>
              {error}
            </Text>
          ) : (
            <Hint>{hint}</Hint>
          )}
        </div>
      )}
    </div>
  );
}

export interface Delay {
  amount: number | null;
  unit: DelayUnit;
}

/** How long a lead waits before its first step. */
export function DelayField({
  value,
  onChange,
  hint,
  disabled = false,
}: {
  value: Delay;
  onChange: (value: Delay) => void;
  hint?: string;
  disabled?: boolean;
}) {
  return (
    <FieldGroup label="Wait before the first step" {...(hint ? { hint } : {})}>
      <Row $gap={2}>
        <NumberInput
          aria-label="How long"
          value={value.amount}
          min={0}
          max={525_600}
          disabled={disabled}
          onValueChange={(amount) => onChange({ ...value, amount })}
        />
        <Select
          aria-label="Unit"
          value={value.unit}
          disabled={disabled}
          onValueChange={(unit) => onChange({ ...value, unit })}
          options={[
            { value: 'minute', label: 'minutes' },
            { value: 'hour', label: 'hours' },
            { value: 'day', label: 'days' },
          ]}
        />
      </Row>
    </FieldGroup>
  );
}
