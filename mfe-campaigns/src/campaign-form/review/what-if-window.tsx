import { useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Field } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { dayNames, Days, longNames } from '../setup/days';
import { readTimeOfDay } from '../setup/time-of-day';
import type { WhatIf } from './forecast-series';

/**
 * A time of day as people type it. A whole one is told at once; 8, 830 or 8 am becomes one when the field is left, or with Enter,
 * as in the schedule.
 */
function TimeField({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  const [shown, setShown] = useState({ value, text: value, isLeft: false });
  if (shown.value !== value) setShown({ value, text: value, isLeft: false });
  const time = readTimeOfDay(shown.text);
  const tell = (text: string, read: string | null, isLeft: boolean) => {
    setShown({ value: read ?? value, text, isLeft });
    if (read !== null && read !== value) onValue(read);
  };
  const leave = () => tell(time ?? shown.text, time, true);
  return (
    <Field label={label} error={time === null && shown.isLeft ? `${label} must be a time such as 09:30.` : undefined}>
      <TextInput
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        style={{ width: 84 }}
        value={shown.text}
        onChange={({ target: { value: text } }) => tell(text, readTimeOfDay(text) === text ? text : null, false)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
        }}
      />
    </Field>
  );
}

/** Other hours and days, to see what they would bring. What is not a time yet changes nothing. */
export function WhatIfWindow({
  schedule,
  ask,
  onAsk,
}: {
  schedule: CampaignView['schedule'];
  ask: WhatIf;
  onAsk: (ask: WhatIf) => void;
}) {
  const days = ask.days ?? schedule.days;
  const put = (key: 'start_hour' | 'end_hour', value: string) => {
    const { [key]: _, ...rest } = ask;
    if (value === schedule[key]) onAsk(rest);
    else onAsk({ ...rest, [key]: value });
  };
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((other) => other !== day) : [...days, day].sort();
    const { days: _, ...rest } = ask;
    if (next.length > 0) onAsk(next.join() === schedule.days.join() ? rest : { ...rest, days: next });
  };
  return (
    <Row $wrap $gap={5} style={{ marginTop: 'var(--s-4)' }}>
      <TimeField
        label="From"
        value={ask.start_hour ?? schedule.start_hour}
        onValue={(value) => put('start_hour', value)}
      />
      <TimeField label="To" value={ask.end_hour ?? schedule.end_hour} onValue={(value) => put('end_hour', value)} />
      <Field label="Days">
        <Days role="group" aria-label="Days in the forecast">
          {dayNames.map((name, index) => (
            <button
              key={name}
              type="button"
              aria-pressed={days.includes(index + 1)}
              aria-label={longNames[index]}
              onClick={() => toggle(index + 1)}
            >
              {name}
            </button>
          ))}
        </Days>
      </Field>
    </Row>
  );
}
