import { Hint, Field } from '@skein/ui/field';
import { Popover } from '@skein/ui/popover';
import { Button } from '@skein/ui/button';
import { Grid } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import type { DraftStep } from './draft-step';
import { delayText } from './step-labels';

/** The wait before a step, and where it is changed. */
export function Delay({
  step,
  number,
  onChange,
  mayWrite,
}: {
  step: DraftStep;
  number: number;
  onChange: (delay: DraftStep['delay']) => void;
  mayWrite: boolean;
}) {
  const { delay } = step;
  const set = (key: keyof DraftStep['delay'], value: number | null, most: number) => {
    if (value !== null && value >= 0 && value <= most) onChange({ ...delay, [key]: value });
  };
  if (!mayWrite) return <Hint as="span">Wait {delayText(delay)}</Hint>;
  return (
    <Popover
      label={`Wait before step ${number}`}
      width={300}
      trigger={
        <Button
          size="small"
          icon="clock"
          iconEnd="chevron-down"
          aria-label={`Wait before step ${number}: ${delayText(delay)}`}
        >
          Wait {delayText(delay)}
        </Button>
      }
    >
      <Grid $columns={3} $gap={2}>
        <Field label="Days">
          <NumberInput
            size="small"
            value={delay.delayInDays}
            min={0}
            max={365}
            onValueChange={(value) => set('delayInDays', value, 365)}
          />
        </Field>
        <Field label="Hours">
          <NumberInput
            size="small"
            value={delay.delayInHours}
            min={0}
            max={23}
            onValueChange={(value) => set('delayInHours', value, 23)}
          />
        </Field>
        <Field label="Minutes">
          <NumberInput
            size="small"
            value={delay.delayInMinutes}
            min={0}
            max={59}
            onValueChange={(value) => set('delayInMinutes', value, 59)}
          />
        </Field>
      </Grid>
      <Hint style={{ marginTop: 8 }}>Counted from the previous email. It is then sent in the next open window.</Hint>
    </Popover>
  );
}
