import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { addDays, dayIn, isDay, type Day } from './calendar-days';
import { CalendarMonth } from './calendar-month';
import { useFieldControl } from './field';
import { IconButton } from './icon-button';
import { Popover } from './popover';
import { TextInput } from './text-input';
import { readDateText, writeDateText } from './date-text';
import { useUi } from './ui-provider';

export { writeDateText } from './date-text';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  & > :first-child {
    flex: 1 1 0;
    min-width: 0;
  }
  & input {
    width: 100%;
    min-width: 0;
  }
`;

const Month = styled.div`
  padding: var(--s-3);
`;

/** Props of a {@link DateField}. */
export interface DateFieldProps {
  /** `2026-11-24`, with `withTime` `2026-11-24T09:00`; empty for none. */
  value: string;
  /** Told once a whole date was typed or picked, and when the field was emptied. */
  onValueChange: (value: string) => void;
  /** Asks for a time of day too. */
  withTime?: boolean;
  /** The time of a day that is picked while the field is empty. */
  usualTime?: string;
  min?: Day;
  max?: Day;
  disabled?: boolean;
  'aria-label'?: string;
  /** Zone whose today is marked; the provider's by default. */
  timeZone?: string;
}

/**
 * A day, or a day with a time: typed as `Nov 24, 2026` or `2026-11-24`, or picked from a calendar. The same in every
 * browser and on the 24-hour clock.
 */
export function DateField({
  value,
  onValueChange,
  withTime = false,
  usualTime = '09:00',
  min,
  max,
  disabled: given,
  timeZone,
  ...rest
}: DateFieldProps) {
  const ui = useUi();
  const { disabled, ...control } = useFieldControl({ disabled: given, ...rest });
  const [text, setText] = useState(() => writeDateText(value));
  const [open, setOpen] = useState(false);
  const today = dayIn(timeZone ?? ui.timeZone, new Date());
  const day = value.slice(0, 10);
  const [focused, setFocused] = useState<Day>(isDay(day) ? day : today);
  useEffect(() => {
    setText((typed) => (readDateText(typed, withTime) === value ? typed : writeDateText(value)));
    if (isDay(value.slice(0, 10))) setFocused(value.slice(0, 10));
  }, [value, withTime]);
  const tell = (next: string) => {
    setText(next);
    const read = readDateText(next, withTime);
    if (next.trim() === '') onValueChange('');
    else if (read && (!min || read.slice(0, 10) >= min) && (!max || read.slice(0, 10) <= max)) onValueChange(read);
  };
  const pick = (picked: Day) => {
    const next = withTime ? `${picked}T${value.slice(11) || usualTime}` : picked;
    onValueChange(next);
    setText(writeDateText(next));
    setOpen(false);
  };
  return (
    <Line>
      <TextInput
        {...control}
        disabled={disabled ?? false}
        autoComplete="off"
        placeholder={`e.g. ${writeDateText(withTime ? `${addDays(today, 1)}T${usualTime}` : addDays(today, 1))}`}
        value={text}
        onChange={(event) => tell(event.target.value)}
        onBlur={() => setText(writeDateText(value))}
      />
      <Popover
        label="Choose a date"
        align="end"
        padded={false}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            icon="calendar"
            label="Choose a date"
            size="medium"
            tooltip={false}
            disabled={disabled ?? false}
          />
        }
      >
        <Month>
          <CalendarMonth
            focused={focused}
            onFocusedChange={setFocused}
            from={isDay(day) ? day : null}
            to={isDay(day) ? day : null}
            today={today}
            locale={ui.locale}
            onPick={pick}
            {...(min ? { min } : {})}
            {...(max ? { max } : {})}
          />
        </Month>
      </Popover>
    </Line>
  );
}
