import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { addDays, addMonths, formatDay, monthGrid, startOfMonth, weekdayOf } from './calendar-days';
import type { Day } from './calendar-days';
import { IconButton } from './icon-button';

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-bottom: var(--s-1);
  font-weight: var(--w-medium);
`;

const Table = styled.table`
  table-layout: fixed;
  width: 224px;
  th {
    height: 24px;
    font-size: var(--fs-1);
    font-weight: var(--w-medium);
    color: var(--muted);
    text-align: center;
    padding: 0;
  }
  td {
    padding: 1px 0;
    text-align: center;
  }
`;

const DayButton = styled.button<{ $place: 'none' | 'edge' | 'inside'; $outside: boolean; $today: boolean }>`
  display: grid;
  place-items: center;
  width: 100%;
  height: 28px;
  border-radius: ${({ $place }) => ($place === 'inside' ? '0' : 'var(--r-1)')};
  font-variant-numeric: tabular-nums;
  color: ${({ $outside }) => ($outside ? 'var(--muted)' : 'inherit')};
  ${({ $today }) => $today && 'font-weight: var(--w-bold); text-decoration: underline; text-underline-offset: 3px;'}
  ${({ $place }) =>
    ({
      none: '&:hover { background: var(--surface-3); }',
      inside: 'background: var(--accent-soft);',
      edge: 'background: var(--accent); color: var(--on-accent);',
    })[$place]}
  &:focus-visible {
    outline-offset: -2px;
    ${({ $place }) => $place === 'edge' && 'outline-offset: 1px;'}
  }
  &:disabled {
    color: var(--disabled);
    cursor: not-allowed;
    background: none;
  }
`;

interface CalendarMonthProps {
  /** A day in the month shown; it holds the keyboard focus. */
  focused: Day;
  onFocusedChange: (day: Day) => void;
  from: Day | null;
  to: Day | null;
  today: Day;
  min?: Day;
  max?: Day;
  locale: string;
  onPick: (day: Day) => void;
}

/** One month. Arrow keys move by day and week, Page keys by month, Home and End to the ends of the week; Enter picks. */
export function CalendarMonth({
  focused,
  onFocusedChange,
  from,
  to,
  today,
  min,
  max,
  locale,
  onPick,
}: CalendarMonthProps) {
  const table = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  const days = monthGrid(focused);
  const month = startOfMonth(focused);
  const allowed = (day: Day) => (!min || day >= min) && (!max || day <= max);
  const onKeyDown = (event: KeyboardEvent) => {
    const target: Record<string, Day> = {
      ArrowLeft: addDays(focused, -1),
      ArrowRight: addDays(focused, 1),
      ArrowUp: addDays(focused, -7),
      ArrowDown: addDays(focused, 7),
      PageUp: addMonths(focused, -1),
      PageDown: addMonths(focused, 1),
      Home: addDays(focused, -weekdayOf(focused)),
      End: addDays(focused, 6 - weekdayOf(focused)),
    };
    const next = target[event.key];
    if (!next) return;
    event.preventDefault();
    if (!allowed(next)) return;
    moved.current = true;
    onFocusedChange(next);
  };
  const place = (day: Day) =>
    day === from || day === to ? 'edge' : from && to && day > from && day < to ? 'inside' : 'none';
  return (
    <div>
      <Head>
        <IconButton
          icon="chevron-left"
          label="Previous month"
          tooltip={false}
          onClick={() => onFocusedChange(addMonths(focused, -1))}
        />
        <span aria-live="polite">{formatDay(month, locale, { month: 'long', year: 'numeric' })}</span>
        <IconButton
          icon="chevron-right"
          label="Next month"
          tooltip={false}
          onClick={() => onFocusedChange(addMonths(focused, 1))}
        />
      </Head>
      <Table
        ref={table}
        role="grid"
        aria-label={formatDay(month, locale, { month: 'long', year: 'numeric' })}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={formatDay(day, locale, { weekday: 'long' })}>
                {formatDay(day, locale, { weekday: 'short' }).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => (
            <tr key={week}>
              {days.slice(week * 7, week * 7 + 7).map((day) => (
                // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the table is a grid, and a cell of a table is no cell of a grid
                <td key={day} role="gridcell" aria-selected={place(day) !== 'none'}>
                  <DayButton
                    type="button"
                    data-day={day}
                    tabIndex={day === focused ? 0 : -1}
                    disabled={!allowed(day)}
                    $place={place(day)}
                    $outside={startOfMonth(day) !== month}
                    $today={day === today}
                    aria-label={formatDay(day, locale, {
                      weekday: 'long',
                      day: 'numeric',
                      month: 'long',
                      year: 'numeric',
                    })}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </DayButton>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
