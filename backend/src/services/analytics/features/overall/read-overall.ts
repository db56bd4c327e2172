import type { CampaignId, ClientId, MailboxId } from '@skein/contracts/ids';
import type { Counts, Rates } from '@skein/contracts/analytics/figures';
import type { Measure } from '@skein/contracts/analytics/measures';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import type { ByCampaignRow, ByMailboxRow } from '@skein/contracts/analytics/workspace-analytics.contract';
import type { Database, SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { findCampaigns, findMailbox, findMailboxes } from '../campaign/campaigns.store';
import { noCounts } from '../figures/count-events.store';
import { readDays, readRows, readStatistics } from '../figures/figures';
import { ratesOf } from '../figures/rates';
import { requireNarrowing } from '../figures/may-narrow';
import { rangeBefore, scopeOf, type Range, type Selection, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';

export interface OverallFilter {
  campaign_ids?: CampaignId[] | undefined;
  client_ids?: ClientId[] | undefined;
  mailbox_ids?: MailboxId[] | undefined;
  tag_ids?: number[] | undefined;
}
export interface TableQuery {
  sort: 'name' | Measure;
  direction: 'asc' | 'desc';
  page: number;
  limit: number;
  search?: string | undefined;
}

export const overallSelection = (query: Range & OverallFilter): Selection => ({
  range: query,
  campaignIds: query.campaign_ids,
  clientIds: query.client_ids,
  mailboxIds: query.mailbox_ids,
  tagIds: query.tag_ids,
});

export const readOverall = (db: Database, who: Who, query: Range & OverallFilter) =>
  db.tenantSql(who.workspaceId, (sql) => readStatistics(who, sql, overallSelection(query)));
export const readOverallDays = (db: Database, who: Who, query: Range & OverallFilter) =>
  db.tenantSql(who.workspaceId, (sql) => readDays(who, sql, overallSelection(query)));

/** The list behind one figure. @throws SkeinError FORBIDDEN, VALIDATION for narrowing that is not for this person or measure */
export async function readOverallRows(
  db: Database,
  who: Who,
  query: Range & OverallFilter & Narrowing & { measure: Measure; cursor?: string | undefined; limit: number },
  now: number,
) {
  requireNarrowing(who, query);
  return readRows(db, who, {
    selection: { ...overallSelection(query), narrow: { by: query, now } },
    measure: query.measure,
    page: query,
  });
}

interface Named {
  name: string;
  counts: Counts;
  rates: Rates;
}

/** Sorts, searches and pages rows that are all at hand: as many as campaigns or mailboxes had something in the range. */
function tablePage<Row extends Named>(rows: Row[], query: TableQuery): { rows: Row[]; total: number } {
  const wanted = query.search?.toLowerCase();
  const found = wanted ? rows.filter((row) => row.name.toLowerCase().includes(wanted)) : rows;
  const sign = query.direction === 'asc' ? 1 : -1;
  const { sort } = query;
  found.sort(
    (one, other) =>
      sign * (sort === 'name' ? one.name.localeCompare(other.name) : one.counts[sort] - other.counts[sort]) ||
      one.name.localeCompare(other.name),
  );
  return { rows: found.slice((query.page - 1) * query.limit, query.page * query.limit), total: found.length };
}

type Groups = Map<string, Counts>;

/** Counts by campaign or mailbox, of the range and of the one before it. */
async function readBoth(who: Who, sql: SqlClient, query: Range & OverallFilter, by: 'campaign' | 'mailbox') {
  const selection = overallSelection(query);
  const read = (range: Range) =>
    readCounts(who.workspaceId, sql, scopeOf(who), { selection: { ...selection, range }, grouping: by });
  const before = rangeBefore(query);
  const now = await read(query);
  const then = before ? await read(before) : null;
  return { now, then, ids: [...new Set([...now.keys(), ...(then?.keys() ?? [])])].filter(Boolean).map(Number) };
}

const figuresOf = (counts: Counts, before: Counts | null) => ({
  counts,
  rates: ratesOf(counts),
  previous: before && { counts: before, rates: ratesOf(before) },
});

/** Every campaign that had something in the range. Those that were deleted since stay in the sum, as one row without an id. */
export const campaignTable = (db: Database, who: Who, query: Range & OverallFilter): Promise<ByCampaignRow[]> =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const { now, then, ids } = await readBoth(who, sql, query, 'campaign');
    const names = new Map((await findCampaigns(who.workspaceId, sql, ids)).map((one) => [String(one.id), one]));
    const rows: ByCampaignRow[] = [...now]
      .filter(([key]) => names.has(key))
      .map(([key, counts]) => {
        const campaign = names.get(key);
        return {
          campaign_id: Number(key),
          name: campaign?.name ?? '',
          status: (campaign?.status ?? null) as ByCampaignRow['status'],
          client_name: campaign?.client_name ?? null,
          ...figuresOf(counts, then && (then.get(key) ?? noCounts())),
        };
      });
    const deletedOf = (groups: Groups) =>
      [...groups].filter(([key]) => !names.has(key)).reduce<Counts | null>((sum, [, one]) => add(sum, one), null);
    const deleted = deletedOf(now);
    if (deleted)
      rows.push({
        campaign_id: null,
        name: 'Deleted campaigns',
        status: null,
        client_name: null,
        ...figuresOf(deleted, then && (deletedOf(then) ?? noCounts())),
      });
    return rows;
  });

const add = (one: Counts | null, other: Counts): Counts =>
  one
    ? (Object.fromEntries(
        Object.keys(one).map((name) => [name, one[name as Measure] + other[name as Measure]]),
      ) as Counts)
    : other;

/** Every mailbox that had something in the range, removed ones included. */
export const mailboxTable = (db: Database, who: Who, query: Range & OverallFilter): Promise<ByMailboxRow[]> =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const { now, then, ids } = await readBoth(who, sql, query, 'mailbox');
    const names = new Map((await findMailboxes(who.workspaceId, sql, ids)).map((one) => [one.id, one]));
    return [...now]
      .filter(([key]) => key !== '')
      .map(([key, counts]) => {
        const mailbox = names.get(Number(key));
        return {
          mailbox_id: Number(key),
          from_email: mailbox?.from_email ?? 'Removed mailbox',
          from_name: mailbox?.from_name ?? null,
          is_removed: mailbox?.is_removed ?? true,
          ...figuresOf(counts, then && (then.get(key) ?? noCounts())),
        };
      });
  });

export const readByCampaign = async (db: Database, who: Who, query: Range & OverallFilter & TableQuery) =>
  tablePage(await campaignTable(db, who, query), query);
export const readByMailbox = async (db: Database, who: Who, query: Range & OverallFilter & TableQuery) => {
  const page = tablePage(
    (await mailboxTable(db, who, query)).map((row) => ({ ...row, name: row.from_email })),
    query,
  );
  return { rows: page.rows, total: page.total };
};

/** Figures of one mailbox. @throws SkeinError NOT_FOUND */
export const readMailboxStatistics = (db: Database, who: Who, mailboxId: MailboxId, range: Range) =>
  ofMailbox(db, who, mailboxId, (sql) => readStatistics(who, sql, { range, mailboxIds: [mailboxId] }));
export const readMailboxDays = (db: Database, who: Who, mailboxId: MailboxId, range: Range) =>
  ofMailbox(db, who, mailboxId, (sql) => readDays(who, sql, { range, mailboxIds: [mailboxId] }));

const ofMailbox = <Result>(
  db: Database,
  who: Who,
  mailboxId: MailboxId,
  work: (sql: Parameters<Parameters<Database['tenantSql']>[1]>[0]) => Promise<Result>,
): Promise<Result> =>
  db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await findMailbox(who.workspaceId, sql, scopeOf(who), mailboxId))) throw notFound('This mailbox', 'mailbox');
    return work(sql);
  });
