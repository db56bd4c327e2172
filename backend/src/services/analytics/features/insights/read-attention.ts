import type { WorkspaceId } from '@skein/contracts/ids';
import {
  answerTargetSeconds,
  type AttentionItem,
  type InsightGroup,
} from '@skein/contracts/analytics/insights.contract';
import type { Database, SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '../figures/selection';
import { overallSelection } from '../overall/read-overall';
import { campaignItems, mailboxItem, people, type CampaignFinding, type Finding } from './attention-items';
import { listFailing, listRunningOut } from './attention.store';
import { findCampaignOwners } from './insights.store';
import { readGroups, type InsightQuery } from './read-groups';
import { findWaiting } from './read-waiting';
import { findSnoozes } from './snoozes.store';

/** Bounces of at least this share, of at least this many sends, need somebody. */
const bounceShare = 5;
const enoughSent = 50;
const waitText = (seconds: number) => {
  const hours = Math.floor(seconds / 3600);
  return hours >= 48 ? `${Math.floor(hours / 24)} d` : `${hours} h`;
};

type Waiting = Awaited<ReturnType<typeof findWaiting>>;

/** Positive replies that wait too long, by campaign; they come oldest first. */
function lateAnswers(waiting: Waiting): CampaignFinding[] {
  const byCampaign = new Map<number, Waiting>();
  for (const row of waiting.filter((one) => one.waiting_seconds > answerTargetSeconds))
    byCampaign.set(row.campaign_id, [...(byCampaign.get(row.campaign_id) ?? []), row]);
  return [...byCampaign.values()].map((rows) => {
    const [oldest] = rows as [Waiting[number]];
    return {
      kind: 'UNANSWERED',
      tone: 'warning',
      campaign: {
        id: oldest.campaign_id,
        name: oldest.campaign_name,
        clientId: oldest.client_id,
        clientName: oldest.client_name,
      },
      amount: rows.length,
      title: `${rows.length} positive ${rows.length === 1 ? 'reply waits' : 'replies wait'} longer than 4 h`,
      text: `The oldest has waited ${waitText(oldest.waiting_seconds)}.`,
      action: `Answer ${rows.length}`,
      href: `/app/master-inbox/all/${oldest.enrolment_id}`,
      since: oldest.replied_at,
    };
  });
}

/** Campaigns whose figures got worse, the worst first. */
async function worseCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groups: readonly InsightGroup[],
): Promise<CampaignFinding[]> {
  const found: Omit<CampaignFinding, 'campaign'>[] = [];
  for (const { key, counts, rates, previous } of groups.filter((group) => group.key !== '')) {
    const about = { href: `/app/email-campaign/${key}/overview/analytics`, since: null };
    if (counts.sent >= enoughSent && (rates.bounced ?? 0) >= bounceShare)
      found.push({
        ...about,
        kind: 'BOUNCING',
        tone: 'danger',
        amount: rates.bounced ?? 0,
        title: `${(rates.bounced ?? 0).toFixed(1)}% bounced`,
        text: `${counts.bounced} of ${counts.sent} sent. Verify the addresses that are left.`,
        action: 'Open campaign',
      });
    if (previous && previous.counts.positive >= 5 && counts.positive * 2 <= previous.counts.positive)
      found.push({
        ...about,
        kind: 'FEWER_POSITIVE',
        tone: 'warning',
        amount: previous.counts.positive - counts.positive,
        title: `Positive replies fell from ${previous.counts.positive} to ${counts.positive}`,
        text: `Of ${counts.contacted} contacted, ${previous.counts.contacted} in the range before.`,
        action: 'Compare steps',
      });
  }
  const idOf = ({ href }: { href: string }) => Number(/\d+/.exec(href)?.[0]);
  const owners = new Map(
    (await findCampaignOwners(workspaceId, sql, found.map(idOf))).map((owner) => [owner.id, owner]),
  );
  return found
    .flatMap((finding) => {
      const owner = owners.get(idOf(finding));
      if (!owner) return [];
      const { id, name, client_id: clientId, client_name: clientName } = owner;
      return [{ ...finding, campaign: { id, name, clientId, clientName } }];
    })
    .sort((one, other) => other.amount - one.amount);
}

async function findAll(
  sql: SqlClient,
  who: Who,
  query: InsightQuery,
  { groups, now }: { groups: readonly InsightGroup[]; now: number },
): Promise<Finding[]> {
  const scope = scopeOf(who);
  // A filter by campaign or tag says nothing about mailboxes that cannot sign in: they stay.
  const failing = await listFailing(who.workspaceId, sql, scope, query.client_ids);
  const late = lateAnswers(await findWaiting(sql, who, query, now));
  const runningOut = await listRunningOut(who.workspaceId, sql, scope, overallSelection(query));
  const worse = await worseCampaigns(who.workspaceId, sql, groups);
  return [
    ...failing.map(mailboxItem),
    ...campaignItems([
      ...late,
      ...runningOut.map(({ id, name, client_id: clientId, client_name: clientName, left }): CampaignFinding => ({
        kind: 'LEADS_RUN_OUT',
        tone: 'warning',
        campaign: { id, name, clientId, clientName },
        amount: left,
        title: left === 0 ? 'No lead is left to contact' : `${people(left)} left to contact`,
        text: 'Follow-ups continue; no new lead is contacted once these are used up.',
        action: 'Add leads',
        href: `/app/email-campaign/${id}/overview/lead-list`,
        since: null,
      })),
      ...worse,
    ]),
  ];
}

/**
 * What needs a person today, the urgent first, each with the place where it is mended. What that person snoozed is apart until its time,
 * or until there is more of it.
 */
export async function readAttention(db: Database, who: Who, query: InsightQuery, now: number) {
  const { groups } = await readGroups(db, who, { ...query, by: 'campaign' }, now);
  return db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findAll(sql, who, query, { groups, now });
    const snoozes = new Map(
      (await findSnoozes(who.workspaceId, sql, who.userId, new Date(now))).map((snooze) => [snooze.key, snooze]),
    );
    const all = found
      .sort((one, other) => Number(other.tone === 'danger') - Number(one.tone === 'danger'))
      .map((item): AttentionItem => {
        const snooze = snoozes.get(item.key);
        const isSnoozed = snooze && item.count <= snooze.count;
        return { ...item, snoozed_until: isSnoozed ? snooze.until.toISOString() : null };
      });
    return {
      items: all.filter((item) => item.snoozed_until === null),
      snoozed: all.filter((item) => item.snoozed_until !== null),
    };
  });
}
