import { useState } from 'react';
import { styled } from 'styled-components';
import { Button } from './button';
import { addDays, addMonths, countDays, dayIn, formatDayRange, isDay, startOfMonth } from './calendar-days';
import type { Day } from './calendar-days';
import { CalendarMonth } from './calendar-month';
import { Field } from './field';
import { Popover } from './popover';
import { TextInput } from './text-input';
import { useUi } from './ui-provider';

export type { Day } from './calendar-days';

/** Days from `from` to `to`, both counted, in the zone the page shows. */
export interface DateRangeValue {
  from: Day;
  to: Day;
  /** The preset it came from, so that "last 7 days" stays so tomorrow. */ preset?: string;
}

/** A range by name, reckoned from today in the zone. */
export interface DateRangePreset {
  id: string;
  label: string;
  range: (today: Day) => { from: Day; to: Day };
}

/** The usual presets. */
export const usualPresets: readonly DateRangePreset[] = [
  { id: 'today', label: 'Today', range: (today) => ({ from: today, to: today }) },
  { id: 'yesterday', label: 'Yesterday', range: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }) },
  { id: 'last-7-days', label: 'Last 7 days', range: (today) => ({ from: addDays(today, -6), to: today }) },
  { id: 'last-30-days', label: 'Last 30 days', range: (today) => ({ from: addDays(today, -29), to: today }) },
  { id: 'last-90-days', label: 'Last 90 days', range: (today) => ({ from: addDays(today, -89), to: today }) },
  { id: 'this-month', label: 'This month', range: (today) => ({ from: startOfMonth(today), to: today }) },
  {
    id: 'last-month',
    label: 'Last month',
    range: (today) => ({ from: startOfMonth(addMonths(today, -1)), to: addDays(startOfMonth(today), -1) }),
  },
];

const Layout = styled.div`
  display: flex;
  @media (max-width: 560px) {
    flex-direction: column;
  }
`;

const Presets = styled.ul`
  display: grid;
  align-content: start;
  gap: 1px;
  padding: var(--s-2);
  border-right: 1px solid var(--border);
  min-width: 132px;
  & button {
    width: 100%;
    height: 28px;
    padding: 0 var(--s-2);
    border-radius: var(--r-2);
  }
  & button:hover {
    background: var(--surface-3);
  }
  & button[aria-pressed='true'] {
    background: var(--accent-soft);
    color: var(--accent-text);
    font-weight: var(--w-medium);
  }
  @media (max-width: 560px) {
    grid-template-columns: 1fr 1fr;
    border-right: 0;
    border-bottom: 1px solid var(--border);
  }
`;

const Choice = styled.div`
  display: grid;
  gap: var(--s-3);
  padding: var(--s-3);
  width: 248px;
`;

const Ends = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-2);
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  padding: var(--s-2) var(--s-3);
  border-top: 1px solid var(--border);
  font-size: var(--fs-2);
  color: var(--muted);
  & > :nth-child(2) {
    margin-left: auto;
  }
`;

/** Props of a {@link DateRange}. */
export interface DateRangeProps {
  value: DateRangeValue | null;
  onValueChange: (value: DateRangeValue) => void;
  presets?: readonly DateRangePreset[];
  min?: Day;
  max?: Day;
  /** IANA zone in which days begin and end; the provider's by default. */
  timeZone?: string;
  /** Name of the control: "Period". */
  label?: string;
  placeholder?: string;
  size?: 'small' | 'medium';
  /** The present, for tests. */
  now?: () => Date;
}

/** A period by preset, by calendar, or typed; says the zone in which its days are counted. */
export function DateRange({
  value,
  onValueChange,
  presets = usualPresets,
  min,
  max,
  timeZone,
  label = 'Period',
  placeholder = 'All time',
  size = 'small',
  now = () => new Date(),
}: DateRangeProps) {
  const ui = useUi();
  const zone = timeZone ?? ui.timeZone;
  const today = dayIn(zone, now());
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<{ from: string; to: string; preset?: string }>({ from: '', to: '' });
  const [focused, setFocused] = useState<Day>(today);
  const [picking, setPicking] = useState(false);

  const begin = (next: boolean) => {
    if (next) {
      setDraft(value ?? { from: '', to: '' });
      setFocused(value?.to ?? today);
      setPicking(false);
    }
    setOpen(next);
  };
  const pick = (day: Day) => {
    setFocused(day);
    if (!picking || !isDay(draft.from)) {
      setDraft({ from: day, to: day });
      setPicking(true);
      return;
    }
    setDraft(day < draft.from ? { from: day, to: draft.from } : { from: draft.from, to: day });
    setPicking(false);
  };
  const valid =
    isDay(draft.from) &&
    isDay(draft.to) &&
    draft.from <= draft.to &&
    (!min || draft.from >= min) &&
    (!max || draft.to <= max);
  const problem =
    draft.from === '' || draft.to === ''
      ? 'Choose a first and a last day'
      : valid
        ? undefined
        : 'The first day must not be after the last';
  const apply = () => {
    if (!valid) return;
    onValueChange(draft);
    setOpen(false);
  };
  const preset = presets.find((entry) => entry.id === value?.preset);
  const text = value ? (preset?.label ?? formatDayRange(value.from, value.to, ui.locale)) : placeholder;
  const button = (
    <Button
      size={size}
      icon="calendar"
      iconEnd="chevron-down"
      aria-label={`${label}: ${text}`}
      {...(value ? { title: `${formatDayRange(value.from, value.to, ui.locale)}, ${zone}` } : {})}
    >
      {text}
    </Button>
  );
  return (
    <Popover trigger={button} label={label} open={open} onOpenChange={begin} padded={false}>
      <Layout>
        <Presets>
          {presets.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                aria-pressed={draft.preset === entry.id}
                onClick={() => {
                  onValueChange({ ...entry.range(today), preset: entry.id });
                  setOpen(false);
                }}
              >
                {entry.label}
              </button>
            </li>
          ))}
        </Presets>
        <Choice>
          <Ends>
            <Field label="First day">
              <TextInput
                size="small"
                placeholder="2026-11-02"
                inputMode="numeric"
                value={draft.from}
                onChange={(event) => setDraft({ from: event.target.value, to: draft.to })}
                onBlur={() => {
                  if (isDay(draft.from)) setFocused(draft.from);
                }}
              />
            </Field>
            <Field label="Last day">
              <TextInput
                size="small"
                placeholder="2026-11-19"
                inputMode="numeric"
                value={draft.to}
                onChange={(event) => setDraft({ from: draft.from, to: event.target.value })}
                onBlur={() => {
                  if (isDay(draft.to)) setFocused(draft.to);
                }}
              />
            </Field>
          </Ends>
          <CalendarMonth
            focused={focused}
            onFocusedChange={setFocused}
            from={isDay(draft.from) ? draft.from : null}
            to={isDay(draft.to) ? draft.to : null}
            today={today}
            locale={ui.locale}
            onPick={pick}
            {...(min ? { min } : {})}
            {...(max ? { max } : {})}
          />
        </Choice>
      </Layout>
      <Foot>
        <span>
          {valid
            ? `${countDays(draft.from, draft.to).toLocaleString(ui.locale)} ${draft.from === draft.to ? 'day' : 'days'}, `
            : ''}
          {zone}
        </span>
        <Button size="small" onClick={() => setOpen(false)} variant="ghost">
          Cancel
        </Button>
        <Button size="small" variant="primary" onClick={apply} {...(problem ? { disabledReason: problem } : {})}>
          Apply
        </Button>
      </Foot>
    </Popover>
  );
}
