import type { WorkspaceId } from '@skein/contracts/ids';
import type { Counts } from '@skein/contracts/analytics/figures';
import type { Measure } from '@skein/contracts/analytics/measures';
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

interface KindRow {
  key: string;
  kind: string;
  count: number;
  first: number;
}

/** Columns of the row in which a day stands as a whole, of the kind ALL (lifecycle/events/sums-of-kinds.store.ts). */
const daySums = {
  measures: ['sent', 'contacted', 'opened', 'clicked', 'replied', 'bounced', 'sender_bounced', 'unsubscribed'],
  happenings: ['opens', 'clicks', 'replies', 'automatic_replies', 'machine_opens', 'machine_clicks'],
} as const satisfies { measures: readonly Measure[]; happenings: readonly (keyof Happenings)[] };
type DayColumn = (typeof daySums)['measures' | 'happenings'][number];

/** What whole days come to, or one kind of what is left at both ends of a range. */
type RollupRow = KindRow & Record<DayColumn, number>;

/** A selection and how it is grouped. */
interface GroupedSelection {
  selection: Selection;
  grouping: Grouping;
}

async function readRollups(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, grouping, wanted }: GroupedSelection & { wanted: readonly DayColumn[] },
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
  const within = (bucketAxis: string, from: string, to: string) => `
    from event_rollup r, bounds b
    where ${conditions.sql} and r.axis = ${conditions.value(bucketAxis)} and r.bucket >= b.${from} and r.bucket < b.${to}
  `;
  const quarters = (from: string, to: string, sign = '1') => `
    select r.dimension_id, r.bucket, r.kind, r.count * ${sign} as count, r.first_count * ${sign} as first_count
    ${within(axis, from, to)}
  `;
  const kinds = (...rows: string[]) => `
    select ${key} as key, r.kind, sum(r.count)::int as count, sum(r.first_count)::int as first,
      ${wanted.map((name) => `0 as ${name}`).join(', ')}
    from (${rows.join(' union all ')}) r
    group by ${by}, r.kind
  `;
  const days = () => `
    select ${key} as key, 'ALL' as kind, 0 as count, 0 as first, ${wanted.map((name) => `sum(r.${name})::int as ${name}`).join(', ')}
    ${within(`${axis}_day`, 'days_from', 'days_to')} and r.kind = 'ALL'
    group by ${by}
  `;
  // A bucket is a quarter of an hour and every zone's offset a multiple of it, so a bucket lies in one local day. Unless groups are local
  // days, days of UTC lie in one group as well, and quarters are added or taken off at both ends.
  const parts = isUtc(zone)
    ? [days()]
    : grouping === 'day'
      ? [kinds(quarters('begins_at', 'ends_at'))]
      : [
          days(),
          kinds(quarters('start_from', 'start_to', 'b.start_sign'), quarters('end_from', 'end_to', 'b.end_sign')),
        ];
  const { rows } = await sql.query<RollupRow>(
    `
      with bounds as materialized (
        ${boundsOf(conditions, selection.range)}
      )
      ${parts.join(' union all ')}
    `,
    conditions.values,
  );
  return rows;
}

const isUtc = (zone: string): boolean => ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'].includes(zone);

/**
 * Where a range begins and ends, the days of UTC between the midnights that are nearest to both, and what lies between each end and its
 * midnight: to be added (sign 1), or taken off where the days reach beyond the range (sign -1).
 */
function boundsOf(conditions: Conditions, { from, to, time_zone: zone }: Selection['range']): string {
  const instant = (day: string, none: string) =>
    day === '' ? `'${none}'::timestamptz` : `(${day})::timestamp at time zone ${conditions.value(zone)}`;
  const begins = instant(from === undefined ? '' : `${conditions.value(from)}::date`, '-infinity');
  const ends = instant(to === undefined ? '' : `${conditions.value(to)}::date + 1`, 'infinity');
  return `
    select begins_at, ends_at, days_from, days_to,
      least(begins_at, days_from) as start_from, greatest(begins_at, days_from) as start_to,
      case when begins_at <= days_from then 1 else -1 end as start_sign,
      least(ends_at, days_to) as end_from, greatest(ends_at, days_to) as end_to,
      case when days_to <= ends_at then 1 else -1 end as end_sign
    from (
      select begins_at, ends_at, date_trunc('day', begins_at + interval '12 hours', 'UTC') as days_from,
        date_trunc('day', ends_at + interval '12 hours', 'UTC') as days_to
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
  for (const row of await readRollups(workspaceId, sql, scope, {
    selection,
    grouping,
    wanted: daySums.measures,
  })) {
    const counts = of(row.key);
    addKind(counts, row);
    for (const name of daySums.measures) counts[name] += row[name];
  }
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
  // Whose events lie in a day of UTC at an end alone: they were added and taken off again.
  return new Map([...groups].filter(([, counts]) => Object.values(counts).some((count) => count > 0)));
}

/** Leads by their first (`first_count`), e-mails by every happening. */
function addKind(counts: Counts, row: KindRow): void {
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
  for (const row of await readRollups(workspaceId, sql, scope, {
    selection,
    grouping: 'total',
    wanted: daySums.happenings,
  })) {
    const ofKind = happeningOf[row.kind];
    if (ofKind) happenings[ofKind] += row.count;
    for (const name of daySums.happenings) happenings[name] += row[name];
  }
  return happenings;
}
