import type { Measure } from '@skein/contracts/analytics/measures';
import { narrowing, type Narrowing } from '@skein/contracts/analytics/narrowing';
import { permits } from '@skein/contracts/permissions';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { Who } from './selection';

type Name = keyof Narrowing;
const names = Object.keys(narrowing) as Name[];

/** What the figures of an agency's whole, with its team, are told apart by: its clients see none of it. */
const ofAgency: readonly Name[] = [
  'from_provider',
  'to_provider',
  'answer',
  'answer_from',
  'answer_to',
  'answered_by',
  'assigned_to',
];
const groupingsOfAgency: readonly Narrowing['group_by'][] = ['client', 'mailbox_tag'];
/** The first answer to each row is looked up: replies are few, sent emails are millions. */
const ofAnswers: readonly Name[] = ['answer', 'answer_from', 'answer_to', 'answered_by'];
const answered: readonly Measure[] = ['positive', 'meetings'];

/** What of a query narrows the list behind a figure. */
export const narrowedBy = (query: Narrowing): Name[] => names.filter((name) => query[name] !== undefined);

/**
 * Refuses narrowing that a person may not see or that would read every event of a workspace.
 * @throws SkeinError FORBIDDEN, VALIDATION
 */
export function requireNarrowing(who: Who, query: Narrowing & { measure: Measure }): void {
  const given = narrowedBy(query);
  const isOfAgency = given.some((name) => ofAgency.includes(name)) || groupingsOfAgency.includes(query.group_by);
  if (isOfAgency && !permits(who, 'insights.read'))
    throw new SkeinError('FORBIDDEN', 'Your access does not include the analytics of the whole agency.');
  const costly = given.find((name) => ofAnswers.includes(name));
  if (costly && !answered.includes(query.measure)) throw invalidField(costly, `narrows ${answered.join(' and ')} only`);
}
