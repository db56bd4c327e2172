import { counted } from '@skein/ui/counted';
import { Field } from '@skein/ui/field';
import { Grid } from '@skein/ui/layout';
import { Slider } from '@skein/ui/slider';
import type { Lever } from './what-if';
import type { WhatIfState } from './what-if.hooks';

const limitText = (leads: number) => (leads === 0 ? 'no limit' : leads.toLocaleString('en-US'));

interface LeverField {
  lever: Lever;
  label: string;
  step?: number;
  /** The value, as it stands beside the label. */
  shown: (value: number) => string;
  /** The value, as a screen reader says it. */
  said: (value: number) => string;
  ends: (range: [number, number]) => [string | number, string | number];
}

const levers: readonly LeverField[] = [
  {
    lever: 'message_per_day',
    label: 'Per mailbox and day',
    step: 1,
    shown: String,
    said: (value) => `${counted(value, 'email')} a day`,
    ends: (range) => range,
  },
  {
    lever: 'mailbox_count',
    label: 'Mailboxes',
    shown: String,
    said: (value) => counted(value, 'mailbox', 'mailboxes'),
    ends: (range) => range,
  },
  {
    lever: 'max_leads_per_day',
    label: 'New leads per day',
    step: 10,
    shown: limitText,
    said: (value) => (value === 0 ? 'no limit' : `${counted(value, 'new lead')} a day`),
    ends: ([, most]) => ['no limit', most],
  },
  {
    lever: 'follow_up_percentage',
    label: 'For follow-ups',
    step: 5,
    shown: (value) => `${value}%`,
    said: (value) => `${value}%`,
    ends: () => ['0%', '100%'],
  },
];

/** What can be tried by moving it. */
export function WhatIfLevers({ state: { valueOf, pull, ranges } }: { state: WhatIfState }) {
  return (
    <Grid $min={128} $gap={5}>
      {levers.map(({ lever, label, step, shown, said, ends }) => (
        <Field key={lever} label={label} aside={<b>{shown(valueOf(lever))}</b>}>
          <Slider
            value={valueOf(lever)}
            min={ranges[lever][0]}
            max={ranges[lever][1]}
            {...(step === undefined ? {} : { step })}
            onValueChange={(value) => pull(lever, value)}
            valueText={said}
            ends={ends(ranges[lever])}
          />
        </Field>
      ))}
    </Grid>
  );
}
