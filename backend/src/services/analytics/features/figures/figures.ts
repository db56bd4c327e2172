import type { Counts, FigureRow, StatisticsView } from '@skein/contracts/analytics/figures';
import type { Measure } from '@skein/contracts/analytics/measures';
import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import { cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { Database, SqlClient } from '#platform/db/database';
import { noCounts } from './count-events.store';
import { countRows, listRows, type FigureRecord } from './list-rows.store';
import { ratesOf } from './rates';
import { rangeBefore, scopeOf, type Range, type Selection, type Who } from './selection';
import { readCounts, readHappenings } from './sum-rollups.store';

const rangeView = (range: Range): StatisticsView['range'] => ({
  from: range.from ?? null,
  to: range.to ?? null,
  time_zone: range.time_zone,
  axis: range.axis,
  include_out_of_office: range.include_out_of_office,
});

/** Figures of a selection, with those of the range before it. */
export async function readStatistics(who: Who, sql: SqlClient, selection: Selection): Promise<StatisticsView> {
  const scope = scopeOf(who);
  const total = async (of: Selection) =>
    (await readCounts(who.workspaceId, sql, scope, { selection: of, grouping: 'total' })).get('') ?? noCounts();
  const counts = await total(selection);
  const before = rangeBefore(selection.range);
  const beforeCounts = before ? await total({ ...selection, range: before }) : null;
  return {
    range: rangeView(selection.range),
    counts,
    rates: ratesOf(counts),
    happenings: await readHappenings(who.workspaceId, sql, scope, selection),
    previous:
      before && beforeCounts
        ? { from: before.from, to: before.to, counts: beforeCounts, rates: ratesOf(beforeCounts) }
        : null,
  };
}

/** Figures by day, every day of the range included. */
export async function readDays(
  who: Who,
  sql: SqlClient,
  selection: Selection,
): Promise<{ range: StatisticsView['range']; days: (Counts & { date: string })[] }> {
  const groups = await readCounts(who.workspaceId, sql, scopeOf(who), { selection, grouping: 'day' });
  return {
    range: rangeView(selection.range),
    days: daysOf(selection.range).map((date) => ({ date, ...(groups.get(date) ?? noCounts()) })),
  };
}

function daysOf(range: Range): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${range.from}T00:00:00Z`); at <= Date.parse(`${range.to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** The rows behind a measure. */
interface MeasurePage {
  selection: Selection;
  measure: Measure;
  page: { cursor?: string | undefined; limit: number };
}

/** A page of the rows behind a figure. */
export async function readRows(
  db: Database,
  who: Who,
  { selection, measure, page }: MeasurePage,
): Promise<{ rows: FigureRow[]; next_cursor: string | null; total: number }> {
  const values = decodeCursor(page.cursor, 2);
  const after = values
    ? {
        moment: new Date(cursorNumber(values[0], Date.UTC(9999, 0))).toISOString(),
        id: String(cursorNumber(values[1], Number.MAX_SAFE_INTEGER)),
      }
    : null;
  return db.tenantSql(who.workspaceId, async (sql) => {
    const rows = await listRows(who.workspaceId, sql, scopeOf(who), {
      selection,
      measure,
      page: {
        after,
        limit: page.limit + 1,
      },
    });
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      rows: shown.map(figureRow),
      next_cursor: rows.length > page.limit && last ? encodeCursor([last.moment.getTime(), last.id]) : null,
      total: await countRows(who.workspaceId, sql, scopeOf(who), { selection, measure }),
    };
  });
}

const categoryNames = new Map<number, string>(
  [...fixedCategories, ...systemCategories].map((category) => [category.id, category.name]),
);
/** Name of a category: fixed and system ones from the one list, a workspace's own as it was joined. */
export const categoryName = (id: number | null, own: string | null): string | null =>
  id === null ? null : (categoryNames.get(id) ?? own);

function figureRow(record: FigureRecord): FigureRow {
  return {
    id: record.id,
    at: record.at.toISOString(),
    sent_at: record.sent_at?.toISOString() ?? null,
    kind: record.kind,
    enrolment_id: record.enrolment_id,
    lead:
      record.lead_id !== null && record.email !== null
        ? { id: record.lead_id, email: record.email, name: record.lead_name, company_name: record.company_name }
        : null,
    campaign:
      record.campaign_id !== null && record.campaign_name !== null
        ? { id: record.campaign_id, name: record.campaign_name }
        : null,
    mailbox:
      record.mailbox_id !== null && record.from_email !== null
        ? { id: record.mailbox_id, from_email: record.from_email }
        : null,
    seq_number: record.seq_number,
    variant_label: record.variant_label,
    subject: record.subject,
    stats_id: record.stats_id,
    category_id: record.category_id,
    category_name: categoryName(record.category_id, record.category_name),
    evidence_text: evidenceText(record),
  };
}

/** What an event rests on, where a person can read it at a glance. */
function evidenceText({ evidence }: FigureRecord): string | null {
  const found = evidence?.['classification'];
  const last = Array.isArray(found) ? (found.at(-1) as { text?: unknown } | undefined)?.text : undefined;
  const text = evidence?.['response'] ?? evidence?.['url'] ?? evidence?.['text'] ?? last;
  return typeof text === 'string' ? text.slice(0, 300) : null;
}
