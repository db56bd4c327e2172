import type { WorkspaceId } from '@skein/contracts/ids';
import type { Counts } from '@skein/contracts/analytics/figures';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import {
  countEvents,
  countHappenings,
  dayGroup,
  idGroup,
  noCounts,
  oneGroup,
  type Grouping,
  type Happenings,
} from './count-events.store';
import { isWhole, type Scope, type Selection } from './selection';
import { campaignCondition } from './selection.store';

/** Whether the rollups, which know one dimension at a time, can answer. */
function canSum(scope: Scope, selection: Selection, grouping: Grouping): boolean {
  const byCampaign =
    selection.campaignIds !== undefined ||
    selection.clientIds !== undefined ||
    selection.tagIds !== undefined ||
    !isWhole(scope) ||
    grouping === 'campaign';
  const byMailbox = selection.mailboxIds !== undefined || grouping === 'mailbox';
  return (
    selection.stepId === undefined &&
    selection.variantId === undefined &&
    scope.hiddenCategories.length === 0 &&
    !(byCampaign && byMailbox)
  );
}

interface RollupRow {
  key: string;
  kind: string;
  count: number;
  first: number;
}

/** A selection and how it is grouped. */
interface GroupedSelection {
  selection: Selection;
  grouping: Grouping;
}

async function readRollups(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, grouping }: GroupedSelection,
): Promise<RollupRow[]> {
  const conditions = new Conditions(workspaceId);
  conditions.add('r.workspace_id = $1');
  const byMailbox = selection.mailboxIds !== undefined || grouping === 'mailbox';
  const byCampaign =
    selection.campaignIds !== undefined ||
    selection.clientIds !== undefined ||
    selection.tagIds !== undefined ||
    !isWhole(scope) ||
    grouping === 'campaign';
  conditions.add('r.dimension = ?', byMailbox ? 'mailbox' : byCampaign ? 'campaign' : 'workspace');
  if (byCampaign) campaignCondition(conditions, scope, selection, 'r.dimension_id');
  if (selection.mailboxIds) conditions.add('r.dimension_id = ANY(?::int[])', [...selection.mailboxIds]);
  const { axis, time_zone: zone } = selection.range;
  const { key, by } =
    grouping === 'total'
      ? oneGroup
      : grouping === 'day'
        ? dayGroup('r.bucket', conditions.value(zone))
        : idGroup('r.dimension_id');
  const columns = `r.dimension_id, r.bucket, r.kind, r.count, r.first_count`;
  const rolled = (bucketAxis: string, from: string, to: string) => `
    select ${columns}
    from event_rollup r, bounds b
    where ${conditions.sql} and r.axis = ${conditions.value(bucketAxis)} and r.bucket >= b.${from} and r.bucket < b.${to}
  `;
  // A bucket is a quarter of an hour and every zone's offset a multiple of it, so a bucket lies in one local day. Unless groups are local
  // days, whole days of UTC lie in one group as well.
  const parts =
    grouping === 'day' && !isUtc(zone)
      ? [rolled(axis, 'begins_at', 'ends_at')]
      : [
          rolled(axis, 'begins_at', 'days_from'),
          rolled(`${axis}_day`, 'days_from', 'days_to'),
          rolled(axis, 'days_to', 'ends_at'),
        ];
  const { rows } = await sql.query<RollupRow>(
    `
      with bounds as materialized (
        ${boundsOf(conditions, selection.range)}
      )
      select ${key} as key, r.kind, sum(r.count)::int as count, sum(r.first_count)::int as first
      from (${parts.join(' union all ')}) r
      group by ${by}, r.kind
    `,
    conditions.values,
  );
  return rows;
}

const isUtc = (zone: string): boolean => ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'].includes(zone);

/** Where a range begins and ends, and the whole days of UTC inside; where there is none, both of their ends are that of the range. */
function boundsOf(conditions: Conditions, { from, to, time_zone: zone }: Selection['range']): string {
  const instant = (day: string, none: string) =>
    day === '' ? `'${none}'::timestamptz` : `(${day})::timestamp at time zone ${conditions.value(zone)}`;
  const begins = instant(from === undefined ? '' : `${conditions.value(from)}::date`, '-infinity');
  const ends = instant(to === undefined ? '' : `${conditions.value(to)}::date + 1`, 'infinity');
  return `
    select begins_at, ends_at, case when first_day < last_day then first_day else ends_at end as days_from,
      case when first_day < last_day then last_day else ends_at end as days_to
    from (
      select begins_at, ends_at, date_trunc('day', begins_at + interval '1 day' - interval '1 microsecond', 'UTC') as first_day,
        date_trunc('day', ends_at, 'UTC') as last_day
      from (select ${begins} as begins_at, ${ends} as ends_at) r
    ) w
  `;
}

/**
 * Figures in groups. From the rollups wherever they can tell, with the measures that depend on today's category counted on the
 * (few) replies; else wholly on the events. Both ways give the same figures.
 */
export async function readCounts(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, grouping }: GroupedSelection,
): Promise<Map<string, Counts>> {
  if (!canSum(scope, selection, grouping)) return countEvents(workspaceId, sql, scope, { selection, grouping });
  const groups = new Map<string, Counts>();
  const of = (key: string): Counts => {
    const known = groups.get(key);
    if (known) return known;
    const made = noCounts();
    groups.set(key, made);
    return made;
  };
  for (const row of await readRollups(workspaceId, sql, scope, { selection, grouping })) addRollup(of(row.key), row);
  const exact = await countEvents(workspaceId, sql, scope, {
    selection,
    grouping,
    wanted: selection.range.include_out_of_office ? ['positive', 'meetings', 'replied'] : ['positive', 'meetings'],
  });
  for (const [key, counts] of exact)
    Object.assign(of(key), {
      positive: counts.positive,
      meetings: counts.meetings,
      ...(selection.range.include_out_of_office ? { replied: counts.replied } : {}),
    });
  return groups;
}

/** Leads by their first (`first_count`), e-mails by every happening. */
function addRollup(counts: Counts, row: RollupRow): void {
  switch (row.kind) {
    case 'SENT':
      counts.sent += row.count;
      counts.contacted += row.first;
      break;
    case 'OPEN':
      counts.opened += row.first;
      break;
    case 'CLICK':
      counts.clicked += row.first;
      break;
    case 'REPLY':
      counts.replied += row.first;
      break;
    case 'BOUNCE':
      counts.bounced += row.count;
      break;
    case 'SENDER_BOUNCE':
      counts.sender_bounced += row.count;
      break;
    case 'UNSUBSCRIBE':
      counts.unsubscribed += row.first;
      break;
  }
}

const happeningOf: Partial<Record<string, keyof Happenings>> = {
  OPEN: 'opens',
  CLICK: 'clicks',
  REPLY: 'replies',
  AUTO_REPLY: 'automatic_replies',
  MACHINE_AUTO_REPLY: 'automatic_replies',
  MACHINE_OPEN: 'machine_opens',
  MACHINE_CLICK: 'machine_clicks',
};

/** Single happenings, from the rollups where they can tell. */
export async function readHappenings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<Happenings> {
  if (!canSum(scope, selection, 'total')) return countHappenings(workspaceId, sql, scope, selection);
  const happenings: Happenings = {
    opens: 0,
    clicks: 0,
    replies: 0,
    automatic_replies: 0,
    machine_opens: 0,
    machine_clicks: 0,
  };
  for (const row of await readRollups(workspaceId, sql, scope, { selection, grouping: 'total' })) {
    const name = happeningOf[row.kind];
    if (name) happenings[name] += row.count;
  }
  return happenings;
}
