import { useState } from 'react';
import { styled } from 'styled-components';
import { Button } from './button';
import { countDays, isDay } from './calendar-days';
import type { Day } from './calendar-days';
import { CalendarMonth } from './calendar-month';
import { pickDay, problemOf, rangeDraft, typeEnd } from './date-range-draft';
import type { DateRangeValue, RangeDraft } from './date-range-draft';
import type { DateRangePreset } from './date-range-presets';
import { Field } from './field';
import { TextInput } from './text-input';

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

interface DateRangePanelProps {
  value: DateRangeValue | null;
  presets: readonly DateRangePreset[];
  min?: Day | undefined;
  max?: Day | undefined;
  today: Day;
  /** The zone in which days begin and end. */ zone: string;
  locale: string;
  onChoose: (value: DateRangeValue) => void;
  onClose: () => void;
}

/** Where a period is chosen: by preset at once, by calendar or typed with Apply. */
export function DateRangePanel(props: DateRangePanelProps) {
  const { value, presets, today, zone, locale, onChoose, onClose } = props;
  const [draft, setDraft] = useState(() => rangeDraft(value));
  const problem = problemOf(draft, props);
  const apply = () => {
    if (problem) return;
    const { isPicking: _, ...range } = draft;
    onChoose(range);
  };
  return (
    <>
      <Layout>
        <Presets>
          {presets.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                aria-pressed={draft.preset === entry.id}
                onClick={() => onChoose({ ...entry.range(today), preset: entry.id })}
              >
                {entry.label}
              </button>
            </li>
          ))}
        </Presets>
        <RangeChoice {...props} draft={draft} onDraft={setDraft} />
      </Layout>
      <Foot>
        <span>
          {problem
            ? ''
            : `${countDays(draft.from, draft.to).toLocaleString(locale)} ${draft.from === draft.to ? 'day' : 'days'}, `}
          {zone}
        </span>
        <Button size="small" onClick={onClose} variant="ghost">
          Cancel
        </Button>
        <Button size="small" variant="primary" onClick={apply} {...(problem ? { disabledReason: problem } : {})}>
          Apply
        </Button>
      </Foot>
    </>
  );
}

/** Both ends to type in, and the month to pick them from; a day that is typed whole is shown in the calendar. */
function RangeChoice({
  value,
  min,
  max,
  today,
  locale,
  draft,
  onDraft,
}: Pick<DateRangePanelProps, 'value' | 'min' | 'max' | 'today' | 'locale'> & {
  draft: RangeDraft;
  onDraft: (draft: RangeDraft) => void;
}) {
  const [focused, setFocused] = useState<Day>(value?.to ?? today);
  const end = (name: 'from' | 'to', label: string, placeholder: string) => (
    <Field label={label}>
      <TextInput
        size="small"
        placeholder={placeholder}
        inputMode="numeric"
        value={draft[name]}
        onChange={(event) => onDraft(typeEnd(draft, name, event.target.value))}
        onBlur={() => {
          if (isDay(draft[name])) setFocused(draft[name]);
        }}
      />
    </Field>
  );
  return (
    <Choice>
      <Ends>
        {end('from', 'First day', '2026-11-02')}
        {end('to', 'Last day', '2026-11-19')}
      </Ends>
      <CalendarMonth
        focused={focused}
        onFocusedChange={setFocused}
        from={isDay(draft.from) ? draft.from : null}
        to={isDay(draft.to) ? draft.to : null}
        today={today}
        locale={locale}
        onPick={(day) => {
          setFocused(day);
          onDraft(pickDay(draft, day));
        }}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
      />
    </Choice>
  );
}
