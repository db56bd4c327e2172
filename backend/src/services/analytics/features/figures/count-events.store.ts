import type { WorkspaceId } from '@skein/contracts/ids';
import type { Counts } from '@skein/contracts/analytics/figures';
import { measures, type Measure } from '@skein/contracts/analytics/measures';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { Scope, Selection } from './selection';
import { countedColumns, eventConditions, momentOf } from './selection.store';

/** What figures are grouped by; `total` is one group with the key ''. */
export type Grouping = 'total' | 'day' | 'campaign' | 'mailbox';

export const noCounts = (): Counts => Object.fromEntries(measures.map((measure) => [measure, 0])) as Counts;

/** Kinds of events that a measure is made of: what an index is asked for. */
const kindsOf: Record<Measure, readonly string[]> = {
  sent: ['SENT'],
  contacted: ['SENT'],
  opened: ['OPEN'],
  clicked: ['CLICK'],
  replied: ['REPLY', 'AUTO_REPLY'],
  positive: ['REPLY'],
  meetings: ['REPLY'],
  bounced: ['BOUNCE'],
  sender_bounced: ['SENDER_BOUNCE'],
  unsubscribed: ['UNSUBSCRIBE'],
};

/** Which events can count at all. First replies have indexes of their own. */
const anyOf = (wanted: readonly Measure[]): string =>
  wanted.every((measure) => measure === 'positive' || measure === 'meetings')
    ? `v.kind = 'REPLY' and v.is_first`
    : `v.kind in (${[...new Set(wanted.flatMap((measure) => kindsOf[measure]))].map((kind) => `'${kind}'`).join(', ')})`;

/** The events of a selection, how they are grouped, and the measures wanted. */
interface EventsToCount {
  selection: Selection;
  grouping: Grouping;
  wanted?: readonly Measure[];
}

/**
 * Counts measures on the raw events, in groups: the exact way, used where rollups cannot tell (sentiment, out-of-office answers,
 * two dimensions at once, hidden categories) and by the test that holds the rollups against it.
 * @returns counts by group key: a day as YYYY-MM-DD, an id as text (`''` where the event names none)
 */
export async function countEvents(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, grouping, wanted = measures }: EventsToCount,
): Promise<Map<string, Counts>> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  conditions.add(anyOf(wanted));
  const keys: Record<Grouping, () => string> = {
    total: () => `''`,
    day: () =>
      `to_char(${momentOf(selection.range.axis)} AT TIME ZONE ${conditions.value(selection.range.time_zone)}, 'YYYY-MM-DD')`,
    campaign: () => `coalesce(v.campaign_id::text, '')`,
    mailbox: () => `coalesce(v.mailbox_id::text, '')`,
  };
  const counted = countedColumns(wanted, selection);
  const { rows } = await sql.query<{ key: string } & Record<Measure, number>>(
    `select ${keys[grouping]()} as key, ${counted} from event v where ${conditions.sql} group by 1`,
    conditions.values,
  );
  return new Map(rows.map(({ key, ...counts }) => [key, { ...noCounts(), ...counts }]));
}

export interface Happenings {
  opens: number;
  clicks: number;
  replies: number;
  automatic_replies: number;
  machine_opens: number;
  machine_clicks: number;
}

/** Single happenings rather than leads, those of machines apart. */
export async function countHappenings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<Happenings> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  const { rows } = await sql.query<Happenings>(
    `
      select count(*) filter (where v.kind = 'OPEN' and not v.is_machine)::int as opens,
        count(*) filter (where v.kind = 'CLICK' and not v.is_machine)::int as clicks,
        count(*) filter (where v.kind = 'REPLY')::int as replies,
        count(*) filter (where v.kind = 'AUTO_REPLY')::int as automatic_replies,
        count(*) filter (where v.kind = 'OPEN' and v.is_machine)::int as machine_opens,
        count(*) filter (where v.kind = 'CLICK' and v.is_machine)::int as machine_clicks
      from event v
      where ${conditions.sql} and v.kind in ('OPEN', 'CLICK', 'REPLY', 'AUTO_REPLY')
    `,
    conditions.values,
  );
  return rows[0] as Happenings;
}
