import type { AnswerState, Narrowing } from '@skein/contracts/analytics/narrowing';
import { spanText } from '../insights/span-text';

const answers: Record<AnswerState, string> = {
  answered: 'answered',
  unanswered: 'unanswered',
  in_time: 'answered within 4 h',
  late: 'late',
  answered_late: 'answered after 4 h',
  open_late: 'open over 4 h',
  due: 'answered or over 4 h',
};
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const two = (hour: number) => String(hour).padStart(2, '0');
const span = (from: number | undefined, to: number | undefined) =>
  from === undefined ? '' : spanText({ from_seconds: from, to_seconds: to ?? null });

/** What the rows behind a figure have in common, for the title of their list: "late, Fri 16:00 to 18:00". */
export function narrowText(narrow: Narrowing): string {
  const { group_by: by, group_key: key, from_provider: from, to_provider: to, sentiment, step } = narrow;
  const end = (name: string | undefined) => (name === undefined || name === 'any' ? 'all providers' : name);
  return [
    (by === 'domain' || by === 'provider') && key,
    (from ?? to) && `${end(from)} to ${end(to)}`,
    sentiment && (sentiment === 'none' ? 'not assigned' : sentiment),
    step && (step === 'none' ? 'deleted step' : `step ${step}`),
    narrow.answer && answers[narrow.answer],
    span(narrow.took_from, narrow.took_to),
    span(narrow.answer_from, narrow.answer_to),
    narrow.weekday && weekdays[narrow.weekday - 1],
    narrow.hour !== undefined && `${two(narrow.hour)}:00 to ${two(narrow.hour + 2)}:00`,
  ]
    .filter(Boolean)
    .join(', ');
}
