import { FieldGroup } from '@skein/ui/field-group';
import { Row } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
export type DelayUnit = (typeof units)[number][0];
export const secondsOf = (amount: number, unit: DelayUnit): number =>
  amount * (units.find(([name]) => name === unit)?.[1] ?? 60);

/** A delay in the largest unit that it is a whole number of. */
export function splitDelay(seconds: number): { amount: number; unit: DelayUnit } {
  for (const [unit, size] of units) if (seconds > 0 && seconds % size === 0) return { amount: seconds / size, unit };
  return seconds === 0
    ? { amount: 0, unit: /* key */ 'hour' }
    : { amount: Math.ceil(seconds / 60), unit: /* key */ 'minute' };
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
