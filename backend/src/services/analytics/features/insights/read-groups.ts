import type { WorkspaceId } from '@skein/contracts/ids';
import type { Counts } from '@skein/contracts/analytics/figures';
import {
  answerTargetSeconds,
  type InsightGroup,
  type InsightGrouping,
} from '@skein/contracts/analytics/insights.contract';
import { measureDefinitions, measures } from '@skein/contracts/analytics/measures';
import type { Database, SqlClient } from '#platform/db/database';
import { csvAnswer, once } from '../export/csv';
import { noCounts } from '../figures/count-events.store';
import { ratesOf } from '../figures/rates';
import { rangeBefore, scopeOf, type Range, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';
import { overallSelection, type OverallFilter } from '../overall/read-overall';
import { foldGroups } from './fold-groups';
import { healthOf, type HealthFacts } from './health';
import { findCampaignOwners, findMailboxTraits } from './insights.store';
import { countPlacement, type Placement } from './placement.store';
import { providerName } from './provider-name';
import { findWaiting } from './read-waiting';

export type InsightQuery = Range & OverallFilter;

interface Naming {
  keysOf: (id: string) => string[];
  nameOf: (key: string) => { name: string; detail: string | null };
}

async function nameCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: number[],
  by: InsightGrouping,
): Promise<Naming> {
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

async function nameMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: number[],
  by: InsightGrouping,
): Promise<Naming> {
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

/** How many mailboxes a group has, how many of them cannot sign in, what of theirs landed where, and replies that wait for its answer. */
type GroupState = Omit<HealthFacts, 'counts' | 'positiveBefore'>;

/** The groups whose states are read, and their names. */
interface StatesToRead {
  query: InsightQuery & { by: InsightGrouping };
  ids: number[];
  placement: readonly Placement[];
  naming: Naming;
  now: number;
}

const withPlacement: readonly InsightGrouping[] = ['mailbox', 'domain'];

async function readStates(
  sql: SqlClient,
  who: Who,
  { query, ids, placement, naming, now }: StatesToRead,
): Promise<Map<string, GroupState>> {
  const states = new Map<string, GroupState>();
  const of = (key: string): GroupState => {
    const state = states.get(key) ?? { waiting: 0, placed: 0, spam: 0, mailboxes: 0, failing: 0 };
    states.set(key, state);
    return state;
  };
  if (query.by === 'client')
    for (const reply of await findWaiting(sql, who, query, now))
      if (reply.waiting_seconds > answerTargetSeconds) of(String(reply.client_id ?? '')).waiting += 1;
  if (withPlacement.includes(query.by)) {
    for (const box of await findMailboxTraits(who.workspaceId, sql, ids))
      for (const key of naming.keysOf(String(box.id))) {
        of(key).mailboxes += 1;
        if (box.is_failing) of(key).failing += 1;
      }
    for (const place of placement)
      for (const key of naming.keysOf(String(place.mailbox_id))) {
        of(key).placed += place.placed;
        of(key).spam += place.spam;
      }
  }
  return states;
}

const withHealth: readonly InsightGrouping[] = ['client', 'mailbox', 'domain'];

/** What groups are called, for the campaigns or mailboxes that they are made of. */
export const nameGroups = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: number[],
  by: InsightGrouping,
): Promise<Naming> => (groupingOf(by) === 'campaign' ? nameCampaigns : nameMailboxes)(workspaceId, sql, ids, by);
/** What the rows of a grouping are counted by before they are brought together. */
export const groupingOf = (by: InsightGrouping) => (by === 'client' || by === 'campaign' ? 'campaign' : 'mailbox');

/** Figures in groups with those of the range before, largest first. Groups without anything in either range are left out. */
export const readGroups = (
  db: Database,
  who: Who,
  query: InsightQuery & { by: InsightGrouping },
  now: number,
): Promise<{ groups: InsightGroup[] }> =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const { by } = query;
    const selection = overallSelection(query);
    const before = rangeBefore(query);
    const read = (range: Range) =>
      readCounts(who.workspaceId, sql, scopeOf(who), { selection: { ...selection, range }, grouping: groupingOf(by) });
    const current = await read(query);
    const then = before ? await read(before) : new Map<string, Counts>();
    const ids = [...new Set([...current.keys(), ...then.keys()])].filter(Boolean).map(Number);
    const placement = withPlacement.includes(by)
      ? await countPlacement(who.workspaceId, sql, scopeOf(who), selection)
      : [];
    // A domain's warmup emails count, whichever of its mailboxes sent them.
    const named = [...new Set([...ids, ...placement.map((place) => place.mailbox_id)])];
    const naming = await nameGroups(who.workspaceId, sql, named, by);
    const folded = foldGroups(current, naming.keysOf);
    const foldedThen = foldGroups(then, naming.keysOf);
    const states = withHealth.includes(by) ? await readStates(sql, who, { query, ids, placement, naming, now }) : null;
    const groups = [...new Set([...folded.keys(), ...foldedThen.keys()])].map((key) => {
      const counts = folded.get(key) ?? noCounts();
      const previous = foldedThen.get(key) ?? noCounts();
      const state = states?.get(key) ?? { waiting: 0, placed: 0, spam: 0, mailboxes: 1, failing: 0 };
      const ofMailboxes = withPlacement.includes(by);
      return {
        key,
        ...naming.nameOf(key),
        counts,
        rates: ratesOf(counts),
        previous: before && { counts: previous, rates: ratesOf(previous) },
        health:
          // Removed mailboxes are nobody's any more; an agency's own campaigns are.
          states && (key !== '' || by === 'client')
            ? healthOf({ ...state, counts, positiveBefore: by === 'client' && before ? previous.positive : null })
            : null,
        placed: ofMailboxes ? state.placed : null,
        spam: ofMailboxes ? state.spam : null,
      };
    });
    return {
      groups: groups.sort((one, other) => other.counts.sent - one.counts.sent || one.name.localeCompare(other.name)),
    };
  });

/** The same groups as CSV. */
export async function exportGroups(db: Database, who: Who, query: InsightQuery & { by: InsightGrouping }, now: number) {
  const { groups } = await readGroups(db, who, query, now);
  return csvAnswer(
    `${query.by}-${query.from}-to-${query.to}`,
    ['Name', 'Detail', ...measures.map((measure) => measureDefinitions[measure].label)],
    once(groups.map((group) => [group.name, group.detail, ...measures.map((measure) => group.counts[measure])])),
  );
}
