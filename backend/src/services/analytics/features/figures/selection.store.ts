import type { Measure, TimeAxis } from '@skein/contracts/analytics/measures';
import { fixedCategories } from '@skein/contracts/constants';
import type { Conditions } from '#platform/db/conditions';
import type { Range, Scope, Selection } from './selection';

/** The campaigns that a scope and a filter allow, as a condition on a campaign id; null when all are. */
export function campaignCondition(
  conditions: Conditions,
  scope: Scope,
  selection: Pick<Selection, 'campaignIds' | 'clientIds' | 'tagIds'>,
  column: string,
): void {
  if (selection.campaignIds) conditions.add(`${column} = ANY(?::int[])`, [...selection.campaignIds]);
  if (selection.clientIds)
    conditions.add(`${column} in (select id from campaign where workspace_id = $1 and client_id = any(?::int[]))`, [
      ...selection.clientIds,
    ]);
  if (selection.tagIds)
    conditions.add(
      `${column} in (
        select t.campaign_id
        from campaign_tag t
        join campaign c on c.workspace_id = $1 and c.id = t.campaign_id
        where t.tag_id = any(?::int[])
      )`,
      [...selection.tagIds],
    );
  if (scope.clientId !== null)
    conditions.add(`${column} in (select id from campaign where workspace_id = $1 and client_id = ?)`, scope.clientId);
  if (scope.memberId !== null) conditions.add(`${column} in (select member_campaigns(?))`, scope.memberId);
}

/**
 * The half-open range of instants that the days mean in their zone. `timestamp AT TIME ZONE` takes the first instant of
 * a day that has no midnight.
 */
export function rangeCondition(conditions: Conditions, range: Range, column: string): void {
  if (range.from !== undefined)
    conditions.add(`${column} >= ?::date::timestamp AT TIME ZONE ?`, range.from, range.time_zone);
  if (range.to !== undefined)
    conditions.add(`${column} < (?::date + 1)::timestamp AT TIME ZONE ?`, range.to, range.time_zone);
}

const fixedPositive = fixedCategories
  .filter((category) => category.sentiment === 'positive')
  .map((category) => category.id);
const meetingRequest = fixedCategories.find((category) => category.name === 'Meeting Request')?.id ?? 2;

/** Column of the event table that an axis buckets by. */
export const momentOf = (axis: TimeAxis): string => (axis === 'event' ? 'v.at' : 'v.sent_at');

const isPositive = `
  exists (
    select
    from enrolment p
    where p.workspace_id = $1
      and p.id = v.enrolment_id
      and (
        p.category_id in (${fixedPositive.join(', ')})
          or p.category_id in (
            select id from lead_category where workspace_id = $1 and sentiment = 'positive'
          )
      )
  )
`;
const isMeeting = `exists (select from enrolment p where p.workspace_id = $1 and p.id = v.enrolment_id
  and p.category_id = ${meetingRequest})`;
/** No earlier happening of the same lead in the campaign. */
const isEarliest = (kinds: string) =>
  `
    not exists (
      select
      from event o
      where o.workspace_id = $1
        and o.enrolment_id = v.enrolment_id
        and o.kind in (${kinds})
        and (o.at, o.id) < (v.at, v.id)
    )
  `;
/** No earlier happening of the same e-mail caused by a person. */
const isEarliestOfEmail = `
  not exists (
    select
    from event o
    where o.workspace_id = $1
      and o.enrolment_id = v.enrolment_id
      and o.intent_id = v.intent_id
      and o.kind = v.kind
      and not o.is_machine
      and (o.at, o.id) < (v.at, v.id)
  )
`;

/**
 * THE definition of every figure: the condition on an event row (alias `v`, workspace in `$1`) that makes it count. Totals, days,
 * tables, lists of rows and exports are all made from it, which is why they agree.
 * @param perStep counts opened and clicked once an e-mail instead of once a lead: for tables of steps and variants
 */
export function measureCondition(
  measure: Measure,
  options: { includeOutOfOffice: boolean; perStep?: boolean },
): string {
  switch (measure) {
    case 'sent':
      return `v.kind = 'SENT'`;
    case 'contacted':
      return `v.kind = 'SENT' AND v.is_first`;
    case 'opened':
      return `v.kind = 'OPEN' AND NOT v.is_machine AND ${options.perStep ? isEarliestOfEmail : 'v.is_first'}`;
    case 'clicked':
      return `v.kind = 'CLICK' AND NOT v.is_machine AND ${options.perStep ? isEarliestOfEmail : 'v.is_first'}`;
    case 'replied':
      return options.includeOutOfOffice
        ? `v.kind IN ('REPLY', 'AUTO_REPLY') AND ${isEarliest(`'REPLY', 'AUTO_REPLY'`)}`
        : `v.kind = 'REPLY' AND v.is_first`;
    case 'positive':
      return `v.kind = 'REPLY' AND v.is_first AND ${isPositive}`;
    case 'meetings':
      return `v.kind = 'REPLY' AND v.is_first AND ${isMeeting}`;
    case 'bounced':
      return `v.kind = 'BOUNCE'`;
    case 'sender_bounced':
      return `v.kind = 'SENDER_BOUNCE'`;
    case 'unsubscribed':
      return `v.kind = 'UNSUBSCRIBE' AND v.is_first`;
  }
}

/** The columns of a selection that count these measures, each under its name. */
export function countedColumns(
  measures: readonly Measure[],
  { range }: Selection,
  options?: { perStep: boolean },
): string {
  const conditions = { includeOutOfOffice: range.include_out_of_office, ...options };
  return measures
    .map((measure) => `count(*) filter (where ${measureCondition(measure, conditions)})::int as ${measure}`)
    .join(', ');
}

/** Conditions on the event table for a selection: workspace, campaigns, mailboxes, step, range, hidden categories. */
export function eventConditions(conditions: Conditions, scope: Scope, selection: Selection): Conditions {
  conditions.add('v.workspace_id = $1');
  campaignCondition(conditions, scope, selection, 'v.campaign_id');
  if (selection.mailboxIds) conditions.add('v.mailbox_id = ANY(?::int[])', [...selection.mailboxIds]);
  if (selection.stepId !== undefined) conditions.add('v.step_id = ?', selection.stepId);
  if (selection.variantId !== undefined) conditions.add('v.variant_id = ?', selection.variantId);
  rangeCondition(conditions, selection.range, momentOf(selection.range.axis));
  // Without a moment an event has no place on this axis, as in the rollups.
  conditions.add(`${momentOf(selection.range.axis)} IS NOT NULL`);
  if (scope.hiddenCategories.length > 0)
    conditions.add(
      `
        not exists (
          select
          from enrolment h
          where h.workspace_id = $1 and h.id = v.enrolment_id and h.category_id = any(?::int[])
        )
      `,
      [...scope.hiddenCategories],
    );
  return conditions;
}
