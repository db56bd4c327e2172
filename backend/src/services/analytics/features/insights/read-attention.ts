import { answerTargetSeconds, type AttentionItem } from '@skein/contracts/analytics/insights.contract';
import type { Database } from '../../../../platform/db/database';
import { scopeOf, type Who } from '../figures/selection';
import { overallSelection } from '../overall/read-overall';
import { listFailing, listRunningOut } from './attention.store';
import { findWaiting } from './read-answers';
import { readGroups, type InsightQuery } from './read-groups';

/** Bounces of at least this share, of at least this many sends, need somebody. */
const bounceShare = 5;
const enoughSent = 50;
const people = (count: number) => (count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`);
const waitText = (seconds: number) => {
  const hours = Math.floor(seconds / 3600);
  return hours >= 48 ? `${Math.floor(hours / 24)} d` : `${hours} h`;
};

/** What needs somebody today, the urgent first, each with the place where it is mended. */
export async function readAttention(db: Database, who: Who, query: InsightQuery, now: number) {
  const { groups } = await readGroups(db, who, { ...query, by: 'campaign' });
  const items = await db.tenantSql(who.workspaceId, async (sql) => {
    const scope = scopeOf(who);
    const found: AttentionItem[] = [];
    // A filter by campaign or tag says nothing about mailboxes that cannot sign in: they stay.
    for (const box of await listFailing(who.workspaceId, sql, scope))
      found.push({
        kind: 'MAILBOX_FAILING',
        tone: 'danger',
        subject: box.from_email,
        detail: box.client_name,
        title: 'Cannot sign in',
        text: `${box.waiting > 0 ? `${people(box.waiting)} wait for it. ` : ''}${box.error ?? ''}`.trim().slice(0, 300),
        action: 'Reconnect',
        href: `/app/email-account/${box.id}/overview`,
      });
    const late = (await findWaiting(sql, who, query, now)).filter((row) => row.waiting_seconds > answerTargetSeconds);
    for (const campaign of new Set(late.map((row) => row.campaign_id))) {
      const rows = late.filter((row) => row.campaign_id === campaign);
      const [oldest] = rows;
      if (oldest)
        found.push({
          kind: 'UNANSWERED',
          tone: 'warning',
          subject: oldest.campaign_name,
          detail: oldest.client_name,
          title: `${rows.length} positive ${rows.length === 1 ? 'reply waits' : 'replies wait'} longer than 4 h`,
          text: `The oldest has waited ${waitText(oldest.waiting_seconds)}.`,
          action: `Answer ${rows.length}`,
          href: `/app/master-inbox/all/${oldest.enrolment_id}`,
        });
    }
    for (const campaign of await listRunningOut(who.workspaceId, sql, scope, overallSelection(query)))
      found.push({
        kind: 'LEADS_RUN_OUT',
        tone: 'warning',
        subject: campaign.name,
        detail: campaign.client_name,
        title: campaign.left === 0 ? 'No lead is left to contact' : `${people(campaign.left)} left to contact`,
        text: 'Follow-ups go on; no new lead is contacted once these are used up.',
        action: 'Add leads',
        href: `/app/email-campaign/${campaign.id}/overview/lead-list`,
      });
    return found;
  });
  for (const { key, name, detail, counts, rates, previous } of groups) {
    if (key === '') continue;
    const about = { subject: name, detail, href: `/app/email-campaign/${key}/overview/analytics` };
    if (counts.sent >= enoughSent && (rates.bounced ?? 0) >= bounceShare)
      items.push({
        ...about,
        kind: 'BOUNCING',
        tone: 'danger',
        title: `${(rates.bounced ?? 0).toFixed(1)}% bounced`,
        text: `${counts.bounced} of ${counts.sent} sent. Verify the addresses that are left.`,
        action: 'Open campaign',
      });
    if (previous && previous.counts.positive >= 5 && counts.positive * 2 <= previous.counts.positive)
      items.push({
        ...about,
        kind: 'FEWER_POSITIVE',
        tone: 'warning',
        title: `Positive replies fell from ${previous.counts.positive} to ${counts.positive}`,
        text: `Of ${counts.contacted} contacted, ${previous.counts.contacted} in the range before.`,
        action: 'Compare steps',
      });
  }
  return { items: items.sort((one, other) => Number(other.tone === 'danger') - Number(one.tone === 'danger')) };
}
