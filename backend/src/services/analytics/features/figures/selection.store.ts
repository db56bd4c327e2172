import type { Measure, TimeAxis } from '@skein/contracts/analytics/measures';
import type { Conditions } from '#platform/db/conditions';
import { measureCondition } from './measure-condition.store';
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

/** Column of the event table that an axis buckets by. */
export const momentOf = (axis: TimeAxis): string => (axis === 'event' ? 'v.at' : 'v.sent_at');

/**
 * The columns of a selection that count these measures, each under its name.
 * @param options `times` is a column of rows that stand for as many events each
 */
export function countedColumns(
  measures: readonly Measure[],
  { range }: Selection,
  { times, ...options }: { perStep?: boolean; times?: string } = {},
): string {
  const conditions = { includeOutOfOffice: range.include_out_of_office, ...options };
  const counted = (condition: string) =>
    times ? `coalesce(sum(${times}) filter (where ${condition}), 0)` : `count(*) filter (where ${condition})`;
  return measures.map((measure) => `${counted(measureCondition(measure, conditions))}::int as ${measure}`).join(', ');
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
