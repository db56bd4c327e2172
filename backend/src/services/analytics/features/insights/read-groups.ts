import type { Counts } from '@skein/contracts/analytics/figures';
import type { InsightGroup, InsightGrouping } from '@skein/contracts/analytics/insights.contract';
import { measureDefinitions, measures } from '@skein/contracts/analytics/measures';
import type { Database, SqlClient } from '../../../../platform/db/database';
import { csvAnswer, once } from '../export/csv';
import { noCounts } from '../figures/count-events.store';
import { ratesOf } from '../figures/figures';
import { rangeBefore, scopeOf, type Range, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';
import { overallSelection, type OverallFilter } from '../overall/read-overall';
import { foldGroups } from './fold-groups';
import { findCampaignOwners, findMailboxTraits } from './insights.store';

export type InsightQuery = Range & OverallFilter;
const providerNames: Record<string, string> = { GMAIL: 'Google', OUTLOOK: 'Microsoft 365', ZOHO: 'Zoho' };
export const providerName = (type: string): string => providerNames[type] ?? 'Other';

interface Naming {
  keysOf: (id: string) => string[];
  nameOf: (key: string) => { name: string; detail: string | null };
}

async function nameCampaigns(workspaceId: number, sql: SqlClient, ids: number[], by: InsightGrouping): Promise<Naming> {
  const owners = new Map((await findCampaignOwners(workspaceId, sql, ids)).map((one) => [String(one.id), one]));
  if (by === 'campaign')
    return {
      keysOf: (id) => (owners.has(id) ? [id] : []),
      nameOf: (key) => {
        const owner = owners.get(key);
        return owner ? { name: owner.name, detail: owner.client_name } : { name: 'Deleted campaigns', detail: null };
      },
    };
  const clients = new Map([...owners.values()].map((one) => [String(one.client_id), one.client_name]));
  return {
    keysOf: (id) => (owners.get(id)?.client_id ? [String(owners.get(id)?.client_id)] : []),
    nameOf: (key) => ({ name: clients.get(key) ?? 'Own campaigns', detail: null }),
  };
}

async function nameMailboxes(workspaceId: number, sql: SqlClient, ids: number[], by: InsightGrouping): Promise<Naming> {
  const boxes = new Map((await findMailboxTraits(workspaceId, sql, ids)).map((one) => [String(one.id), one]));
  const tags = new Map([...boxes.values()].flatMap((box) => box.tags.map((tag) => [String(tag.id), tag.name])));
  const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return {
    keysOf: (id) => {
      const box = boxes.get(id);
      if (!box) return [];
      if (by === 'domain') return [domainOf(box.from_email)];
      if (by === 'provider') return [providerName(box.type)];
      return by === 'mailbox_tag' ? box.tags.map((tag) => String(tag.id)) : [id];
    },
    nameOf: (key) => {
      if (by === 'mailbox_tag') return { name: tags.get(key) ?? 'Without a tag', detail: null };
      if (key === '') return { name: 'Removed mailboxes', detail: null };
      if (by !== 'mailbox') return { name: key, detail: null };
      const box = boxes.get(key);
      return { name: box?.from_email ?? '', detail: box?.failure ? 'Cannot sign in' : (box?.from_name ?? null) };
    },
  };
}

/** Figures in groups with those of the range before, largest first. Groups without anything in either range are left out. */
export const readGroups = (
  db: Database,
  who: Who,
  query: InsightQuery & { by: InsightGrouping },
): Promise<{ groups: InsightGroup[] }> =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const { by } = query;
    const grouping = by === 'client' || by === 'campaign' ? 'campaign' : 'mailbox';
    const selection = overallSelection(query);
    const before = rangeBefore(query);
    const read = (range: Range) => readCounts(who.workspaceId, sql, scopeOf(who), { ...selection, range }, grouping);
    const now = await read(query);
    const then = before ? await read(before) : new Map<string, Counts>();
    const ids = [...new Set([...now.keys(), ...then.keys()])].filter(Boolean).map(Number);
    const naming = await (grouping === 'campaign' ? nameCampaigns : nameMailboxes)(who.workspaceId, sql, ids, by);
    const folded = foldGroups(now, naming.keysOf);
    const foldedThen = foldGroups(then, naming.keysOf);
    const groups = [...new Set([...folded.keys(), ...foldedThen.keys()])].map((key) => {
      const counts = folded.get(key) ?? noCounts();
      const previous = foldedThen.get(key) ?? noCounts();
      return {
        key,
        ...naming.nameOf(key),
        counts,
        rates: ratesOf(counts),
        previous: before && { counts: previous, rates: ratesOf(previous) },
      };
    });
    return {
      groups: groups.sort((one, other) => other.counts.sent - one.counts.sent || one.name.localeCompare(other.name)),
    };
  });

/** The same groups as CSV. */
export async function exportGroups(db: Database, who: Who, query: InsightQuery & { by: InsightGrouping }) {
  const { groups } = await readGroups(db, who, query);
  return csvAnswer(
    `${query.by}-${query.from}-to-${query.to}`,
    ['Name', 'Detail', ...measures.map((measure) => measureDefinitions[measure].label)],
    once(groups.map((group) => [group.name, group.detail, ...measures.map((measure) => group.counts[measure])])),
  );
}
