import type { InsightGrouping } from '@skein/contracts/analytics/insights.contract';
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

const groups: Record<InsightGrouping, string> = {
  client: 'client',
  campaign: 'campaign',
  mailbox: 'mailbox',
  domain: 'domain',
  provider: 'provider',
  mailbox_tag: 'mailbox tag',
};

/** The row of a table that the rows are of. Domains and providers are their own names. */
function groupText({ group_by: by, group_key: key }: Narrowing, name: string | null): string {
  if (!by) return '';
  if ((by === 'domain' || by === 'provider') && key) return key;
  return name ?? `${key ? 'one' : 'no'} ${groups[by]}`;
}

function personText({ answered_by: by, assigned_to: to }: Narrowing, name: string | null): string[] {
  return [
    by === undefined
      ? ''
      : by === 'mailbox'
        ? 'answered from another mail client'
        : `answered by ${name ?? 'one person'}`,
    to === undefined ? '' : to === 'none' ? 'assigned to no one' : `assigned to ${name ?? 'one person'}`,
  ];
}

/**
 * What the rows behind a figure have in common, for the title of their list: "late, Fri 16:00 to 18:00".
 * @param name of the client, campaign, person or category that they are of, where it is known
 */
export function narrowText(narrow: Narrowing, name: string | null): string {
  const { from_provider: from, to_provider: to, category, sentiment, step } = narrow;
  const end = (provider: string | undefined) =>
    provider === undefined || provider === 'any' ? 'all providers' : provider;
  // A name is that of one thing only.
  const isOfGroup = narrow.group_by !== undefined;
  const isOfPerson = !isOfGroup && (narrow.answered_by !== undefined || narrow.assigned_to !== undefined);
  return [
    groupText(narrow, name),
    (from ?? to) && `${end(from)} to ${end(to)}`,
    category && (category === 'none' ? 'not assigned' : ((isOfGroup || isOfPerson ? null : name) ?? 'one category')),
    sentiment && (sentiment === 'none' ? 'not assigned' : sentiment),
    step && (step === 'none' ? 'deleted step' : `step ${step}`),
    ...personText(narrow, isOfGroup ? null : name),
    narrow.answer && answers[narrow.answer],
    span(narrow.took_from, narrow.took_to),
    span(narrow.answer_from, narrow.answer_to),
    narrow.weekday && weekdays[narrow.weekday - 1],
    narrow.hour !== undefined && `${two(narrow.hour)}:00 to ${two(narrow.hour + 2)}:00`,
  ]
    .filter(Boolean)
    .join(', ');
}
