import { useState } from 'react';
import { scheduleWindow } from '@skein/contracts/main/campaign-settings';
import { Button } from '@skein/ui/button';
import { DateField, writeDateText } from '@skein/ui/date-field';
import { Field, Hint } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Row, Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { dayNames, Days, longNames } from './days';
import { readTimeOfDay } from './time-of-day';

/** Why a window is not saved as it stands; null when it is. */
function faultOf(window: Window): string | null {
  const start_hour = readTimeOfDay(window.start_hour);
  const end_hour = readTimeOfDay(window.end_hour);
  if (!scheduleWindow.safeParse({ ...window, start_hour, end_hour }).success)
    return 'Enter both times as 09:30, on the 24-hour clock.';
  return start_hour === end_hour ? 'The window must end after it starts.' : null;
}

interface Window {
  days: number[];
  start_hour: string;
  end_hour: string;
}

/** Windows beside the first one, each with its days; overlapping ones count once. */
export function MoreWindows({
  windows,
  onChange,
  mayWrite,
}: {
  windows: readonly Window[];
  onChange: (windows: Window[]) => void;
  mayWrite: boolean;
}) {
  const put = (index: number, change: Partial<Window>) =>
    onChange(windows.map((window, place) => (place === index ? { ...window, ...change } : window)));
  const toggle = (window: Window, day: number) =>
    window.days.includes(day) ? window.days.filter((other) => other !== day) : [...window.days, day].sort();
  return (
    <Stack $gap={3}>
      {windows.map((window, index) => (
        // Windows have no names: their place is what they are.
        <Row key={index} $wrap role="group" aria-label={`Extra window ${index + 1}`}>
          <Days role="group" aria-label="Days">
            {dayNames.map((name, day) => (
              <button
                key={name}
                type="button"
                disabled={!mayWrite || (window.days.length === 1 && window.days.includes(day + 1))}
                aria-pressed={window.days.includes(day + 1)}
                aria-label={longNames[day]}
                onClick={() => put(index, { days: toggle(window, day + 1) })}
              >
                {name}
              </button>
            ))}
          </Days>
          <TextInput
            aria-label="From"
            inputMode="numeric"
            maxLength={9}
            style={{ width: 84 }}
            disabled={!mayWrite}
            value={window.start_hour}
            onChange={(event) => put(index, { start_hour: event.target.value })}
            onBlur={(event) => {
              const time = readTimeOfDay(event.target.value);
              if (time !== null && time !== event.target.value) put(index, { start_hour: time });
            }}
          />
          <TextInput
            aria-label="To"
            inputMode="numeric"
            maxLength={9}
            style={{ width: 84 }}
            disabled={!mayWrite}
            value={window.end_hour}
            onChange={(event) => put(index, { end_hour: event.target.value })}
            onBlur={(event) => {
              const time = readTimeOfDay(event.target.value);
              if (time !== null && time !== event.target.value) put(index, { end_hour: time });
            }}
          />
          {faultOf(window) && (
            <Text as="p" role="alert" $tone="danger" $size={2} style={{ flexBasis: '100%', order: 1 }}>
              {faultOf(window)}
            </Text>
          )}
          {mayWrite && (
            <IconButton
              icon="close"
              label={`Remove window ${index + 1}`}
              onClick={() => onChange(windows.filter((_, place) => place !== index))}
            />
          )}
        </Row>
      ))}
      {mayWrite && windows.length < 20 && (
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={() => onChange([...windows, { days: [6], start_hour: '10:00', end_hour: '14:00' }])}
          >
            Add window
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** Dates without sending. */
export function Holidays({
  dates,
  onChange,
  mayWrite,
}: {
  dates: readonly string[];
  onChange: (dates: string[]) => void;
  mayWrite: boolean;
}) {
  const [next, setNext] = useState('');
  const add = () => {
    if (next && !dates.includes(next)) onChange([...dates, next].sort());
    setNext('');
  };
  return (
    <Field label="Holidays" optional hint="No emails are sent on these days.">
      <Stack $gap={2}>
        {mayWrite && (
          <Row>
            <div style={{ flex: 1, minWidth: 0 }}>
              <DateField aria-label="Holiday" value={next} onValueChange={setNext} />
            </div>
            <Button onClick={add} {...(next === '' ? { disabledReason: 'Choose a date first' } : {})}>
              Add holiday
            </Button>
          </Row>
        )}
        {dates.length === 0 && <Hint>None</Hint>}
        {dates.length > 0 && (
          <Row $wrap>
            {dates.map((date) => (
              <Button
                key={date}
                size="small"
                iconEnd="close"
                aria-label={`Remove ${writeDateText(date)}`}
                disabled={!mayWrite}
                onClick={() => onChange(dates.filter((other) => other !== date))}
              >
                {writeDateText(date)}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
    </Field>
  );
}
