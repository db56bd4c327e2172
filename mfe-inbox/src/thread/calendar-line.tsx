import { calendarWords, type CalendarAnswer } from '@skein/contracts/calendar-answer';
import { Icon } from '@skein/ui/icon';
import { fullInstant, spokenInstant, zoneName } from '@skein/ui/instant';
import { styled } from 'styled-components';

const Line = styled.p`
  display: flex;
  align-items: baseline;
  gap: var(--s-2);
  margin-bottom: var(--s-2);
  font-weight: var(--w-medium);
  overflow-wrap: anywhere;
  & > svg {
    flex: none;
    align-self: center;
    color: var(--muted);
  }
`;

/** What somebody did with a meeting by their calendar: "Accepted the meeting: Tue, Nov 24, 14:00". */
export function calendarText({ answer, starts_at }: CalendarAnswer, now: Date, timeZone: string): string {
  return calendarWords(answer, starts_at === null ? null : spokenInstant(starts_at, now, timeZone));
}

/** The same as a line above the email, with the zone of its time. */
export function CalendarLine({ calendar, now, timeZone }: { calendar: CalendarAnswer; now: Date; timeZone: string }) {
  const at = calendar.starts_at;
  return (
    <Line title={at === null ? undefined : fullInstant(at, timeZone)}>
      <Icon name="calendar" size={14} />
      {calendarText(calendar, now, timeZone)}
      {at !== null && ` ${zoneName(new Date(at), timeZone)}`}
    </Line>
  );
}
