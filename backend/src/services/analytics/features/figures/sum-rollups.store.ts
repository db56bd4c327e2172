import type { WorkspaceId } from '@skein/contracts/ids';
import type { Counts } from '@skein/contracts/analytics/figures';
import { measures } from '@skein/contracts/analytics/measures';
import { dayKind, sumsOfKinds, type SummedName } from '#engine/rows/sums-of-kinds.store';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import {
  countEvents,
  countHappenings,
  dayGroup,
  idGroup,
  noCounts,
  oneGroup,
  type Group,
  type Grouping,
  type Happenings,
} from './count-events.store';
import { isWhole, type Scope, type Selection } from './selection';
import { campaignCondition, countedColumns, momentOf } from './selection.store';

/** What rollups are kept by. */
type Dimension = 'workspace' | 'campaign' | 'mailbox';

/** A selection and how it is grouped. */
interface GroupedSelection {
  selection: Selection;
  grouping: Grouping;
}

/** Which rollups can answer: they know one dimension at a time. Null when none can. */
function dimensionOf(scope: Scope, { selection, grouping }: GroupedSelection): Dimension | null {
  const byCampaign =
    selection.campaignIds !== undefined ||
    selection.clientIds !== undefined ||
    selection.tagIds !== undefined ||
    !isWhole(scope) ||
    grouping === 'campaign';
  const byMailbox = selection.mailboxIds !== undefined || grouping === 'mailbox';
  if (selection.stepId !== undefined || selection.variantId !== undefined) return null;
  if (scope.hiddenCategories.length > 0 || (byCampaign && byMailbox)) return null;
  return byMailbox ? 'mailbox' : byCampaign ? 'campaign' : 'workspace';
}

/** Sums of kinds of events, and of first replies by the categories of their leads: columns of a day's row of the kind ALL. */
const measured = [
  'sent',
  'contacted',
  'opened',
  'clicked',
  'replied',
  'bounced',
  'sender_bounced',
  'unsubscribed',
] as const;
const categorised = ['positive', 'meetings'] as const;
const happened = ['opens', 'clicks', 'replies', 'automatic_replies', 'machine_opens', 'machine_clicks'] as const;

interface SumsToRead extends GroupedSelection {
  dimension: Dimension;
  kinds: readonly SummedName[];
  replies: readonly (typeof categorised)[number][];
}

/** Conditions on rows `r` of a dimension and a bucket, what they are grouped by, and the sums wanted of them. */
interface Parts extends SumsToRead {
  conditions: Conditions;
  group: Group;
}

/** The sums of a group, of which those that were asked for are there. */
type Sums = { key: string } & Partial<Record<SummedName | (typeof categorised)[number], number>>;

/** Sums in groups, one row each. */
async function readRollups(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  wanted: SumsToRead,
): Promise<Sums[]> {
  const { selection, grouping, dimension } = wanted;
  const { time_zone: zone } = selection.range;
  const bounds = await readBounds(sql, selection.range);
  const conditions = new Conditions(workspaceId);
  conditions.add('r.workspace_id = $1').add(`r.dimension = '${dimension}'`);
  const unlimited = conditions.sql;
  if (dimension === 'campaign') campaignCondition(conditions, scope, selection, 'r.dimension_id');
  if (selection.mailboxIds) conditions.add('r.dimension_id = any(?::int[])', [...selection.mailboxIds]);
  const group =
    grouping === 'total'
      ? oneGroup
      : grouping === 'day'
        ? dayGroup('r.bucket', conditions.value(zone))
        : idGroup('r.dimension_id');
  const isLimited = conditions.sql !== unlimited;
  const parts: Parts = { ...wanted, conditions, group };
  // A bucket is a quarter of an hour and every zone's offset a multiple of it, so a bucket lies in one local day. Unless groups are local
  // days, days of UTC lie in one group as well, and what is left at both ends is added or taken off.
  const byLocalDay = grouping === 'day' && !isUtc(zone);
  const spans = byLocalDay ? [{ from: bounds.begins_at, to: bounds.ends_at, sign: 1 }] : bounds.ends;
  const texts = [...(byLocalDay ? [] : daysOf(parts, bounds)), ...spansOf(parts, spans)];
  const names = [...wanted.kinds, ...wanted.replies];
  const text = `
    select p.key, ${names.map((name) => `sum(p.${name})::int as ${name}`).join(', ')}
    from (${texts.join(' union all ')}) p
    group by p.key
  `;
  // Of what nothing limits there are a few dozen texts, by what it is grouped, for each axis and number of spans: each is read once a
  // connection. It is planned for its range (readBounds): a plan for any range would look for more than there is, with workers in parallel.
  const { rows } = isLimited
    ? await sql.query<Sums>(text, conditions.values)
    : await prepared<Sums>(sql, text, conditions.values);
  return rows;
}

/** Instants as PostgreSQL writes them. Days of UTC are those between the midnights that are nearest to both ends of a range. */
interface Bounds {
  begins_at: string;
  ends_at: string;
  days_from: string;
  days_to: string;
  /** What lies between each end and its midnight: to be added (sign 1), or taken off where the days reach beyond the range (-1). */
  ends: { from: string; to: string; sign: number }[];
}

async function readBounds(sql: SqlClient, { from, to, time_zone: zone }: Selection['range']): Promise<Bounds> {
  const { rows } = await prepared<Bounds>(
    sql,
    `
      select begins_at::text, ends_at::text, days_from::text, days_to::text, (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'from', least(e.edge, e.midnight)::text, 'to', greatest(e.edge, e.midnight)::text, 'sign', e.sign
            )
          ),
          '[]'
        )
        from (
          values (begins_at, days_from, case when begins_at < days_from then 1 else -1 end),
            (ends_at, days_to, case when days_to < ends_at then 1 else -1 end)
        ) e(edge, midnight, sign)
        where e.edge <> e.midnight
      ) as ends, set_config('plan_cache_mode', 'force_custom_plan', true)
      from (
        select begins_at, ends_at, date_trunc('day', begins_at + interval '12 hours', 'UTC') as days_from,
          date_trunc('day', ends_at + interval '12 hours', 'UTC') as days_to
        from (
          select coalesce($1::date::timestamp at time zone $3, '-infinity') as begins_at,
            coalesce(($2::date + 1)::timestamp at time zone $3, 'infinity') as ends_at
        ) r
      ) w
    `,
    [from ?? null, to ?? null, zone],
  );
  return rows[0] as Bounds;
}

/** Whole days of UTC, and what their first replies come to beyond that: of one moment, since a job brings the one to the other. */
function daysOf({ conditions, group, kinds, replies, selection }: Parts, bounds: Bounds): string[] {
  const within = `
    ${conditions.sql} and r.axis = '${selection.range.axis}_day'
      and r.bucket >= ${conditions.value(bounds.days_from)} and r.bucket < ${conditions.value(bounds.days_to)}
  `;
  const sums = (names: readonly string[]) => names.map((name) => `coalesce(sum(r.${name}), 0)::int as ${name}`);
  const select = (columns: string[], rows: string, and = '') => `
    select ${group.key} as key, ${columns.join(', ')}
    from ${rows} r
    where ${within} ${and}
    group by ${group.by}
  `;
  return [
    select(sums([...kinds, ...replies]), 'event_rollup', `and r.kind = '${dayKind}'`),
    ...(replies.length === 0 ? [] : [select([...zeros(kinds), ...sums(replies)], 'reply_count')]),
  ];
}

/** What lies in spans, which are no whole days: quarters of an hour, and the first replies themselves. */
function spansOf(parts: Parts, spans: Bounds['ends']): string[] {
  const { conditions, group, kinds, replies, selection, dimension } = parts;
  if (spans.length === 0) return [];
  const { axis } = selection.range;
  const inSpans = (rows: (sign: string) => string) =>
    spans
      .map(
        ({ from, to, sign }) =>
          `${rows(`${conditions.value(sign)}::int`)} where ${conditions.sql} and r.bucket >= ${conditions.value(from)} and r.bucket < ${conditions.value(to)}`,
      )
      .join(' union all ');
  const rolled = `
    select ${group.key} as key, ${[sumsOfKinds('r', kinds), ...zeros(replies)].join(', ')}
    from (
      ${inSpans(
        (sign) => `
          select r.dimension_id, r.bucket, r.kind, r.count * ${sign} as count, r.first_count * ${sign} as first_count
          from (select * from event_rollup where axis = '${axis}') r
        `,
      )}
    ) r
    group by ${group.by}
  `;
  if (replies.length === 0) return [rolled];
  const id = { workspace: '0', campaign: 'v.campaign_id', mailbox: 'v.mailbox_id' }[dimension];
  // Each category once per group: what a category means is asked of a few rows.
  const answered = `
    select v.key, ${[...zeros(kinds), countedColumns(replies, selection, { times: 'v.times' })].join(', ')}
    from (
      select ${group.key} as key, r.category_id, 'REPLY' as kind, true as is_first, sum(r.sign) as times
      from (
        ${inSpans(
          (sign) => `
            select r.dimension_id, r.bucket, r.category_id, ${sign} as sign
            from (
              select v.workspace_id, '${dimension}' as dimension, ${id} as dimension_id, ${momentOf(axis)} as bucket, v.category_id
              from event v
              where v.kind = 'REPLY' and v.is_first and ${id} is not null
            ) r
          `,
        )}
      ) r
      group by ${group.by}, r.category_id
    ) v
    group by v.key
  `;
  return [rolled, answered];
}

const zeros = (names: readonly string[]): string[] => names.map((name) => `0 as ${name}`);

const isUtc = (zone: string): boolean => ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'].includes(zone);

/**
 * Figures in groups. From the rollups wherever they can tell; where an automatic reply counts as a reply, which of a lead's replies is the
 * first one is asked of the replies themselves. Else wholly on the events. All ways give the same figures.
 */
export async function readCounts(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, grouping }: GroupedSelection,
): Promise<Map<string, Counts>> {
  const dimension = dimensionOf(scope, { selection, grouping });
  if (dimension === null) return countEvents(workspaceId, sql, scope, { selection, grouping });
  const rows = await readRollups(workspaceId, sql, scope, {
    ...{ selection, grouping, dimension, kinds: measured, replies: categorised },
  });
  const groups = new Map<string, Counts>();
  for (const row of rows) {
    const counts = noCounts();
    for (const name of measures) counts[name] = row[name] ?? 0;
    // Else all its events lie in a day of UTC at an end alone: they were added and taken off again.
    if (measures.some((name) => counts[name] > 0)) groups.set(row.key, counts);
  }
  if (!selection.range.include_out_of_office) return groups;
  const exact = await countEvents(workspaceId, sql, scope, { selection, grouping, wanted: ['replied'] });
  for (const [key, counts] of groups) counts.replied = exact.get(key)?.replied ?? 0;
  for (const [key, { replied }] of exact)
    if (!groups.has(key) && replied > 0) groups.set(key, { ...noCounts(), replied });
  return groups;
}

/** Single happenings, from the rollups where they can tell. */
export async function readHappenings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<Happenings> {
  const dimension = dimensionOf(scope, { selection, grouping: 'total' });
  if (dimension === null) return countHappenings(workspaceId, sql, scope, selection);
  const [row] = await readRollups(workspaceId, sql, scope, {
    ...{ selection, grouping: 'total', dimension, kinds: happened, replies: [] },
  });
  return Object.fromEntries(happened.map((name) => [name, row?.[name] ?? 0])) as Record<keyof Happenings, number>;
}
