import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import type { Counts, Rates, StatisticsView } from '@skein/contracts/analytics/figures';
import type { Database, SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { readStatistics } from '../figures/figures';
import { ratesOf } from '../figures/rates';
import { scopeOf, type Range, type Selection, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';
import { findCampaign, findMailboxes, readExtent } from './campaigns.store';

/** Runs something about a campaign that the person may see. @throws SkeinError NOT_FOUND */
export const inCampaign = <Result>(
  db: Database,
  who: Who,
  campaignId: CampaignId,
  work: (sql: SqlClient, campaign: { id: number; name: string }) => Promise<Result>,
): Promise<Result> =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await findCampaign(who.workspaceId, sql, scopeOf(who), campaignId);
    if (!campaign) throw notFound('This campaign', 'campaign');
    return work(sql, campaign);
  });

export const campaignSelection = (campaignId: CampaignId, range: Range, more: Partial<Selection> = {}): Selection => ({
  range,
  campaignIds: [campaignId],
  ...more,
});

/** Figures of a campaign with how large it is. */
export const readCampaignStatistics = (
  db: Database,
  who: Who,
  campaignId: CampaignId,
  range: Range,
): Promise<
  StatisticsView & { imported: number; planned: number; first_sent_at: string | null; last_sent_at: string | null }
> =>
  inCampaign(db, who, campaignId, async (sql) => {
    const extent = await readExtent(who.workspaceId, sql, campaignId);
    return {
      ...(await readStatistics(who, sql, campaignSelection(campaignId, range))),
      ...extent,
      first_sent_at: extent.first_sent_at?.toISOString() ?? null,
      last_sent_at: extent.last_sent_at?.toISOString() ?? null,
    };
  });

/** Figures of a campaign by mailbox, most sent first. */
export const readCampaignMailboxes = (
  db: Database,
  who: Who,
  campaignId: CampaignId,
  range: Range,
): Promise<{ mailboxes: { mailbox_id: MailboxId; from_email: string; counts: Counts; rates: Rates }[] }> =>
  inCampaign(db, who, campaignId, async (sql) => {
    const groups = await readCounts(who.workspaceId, sql, scopeOf(who), {
      selection: campaignSelection(campaignId, range),
      grouping: 'mailbox',
    });
    const names = new Map(
      (await findMailboxes(who.workspaceId, sql, [...groups.keys()].filter(Boolean).map(Number))).map((mailbox) => [
        mailbox.id,
        mailbox.from_email,
      ]),
    );
    const mailboxes = [...groups]
      .filter(([key]) => key !== '')
      .map(([key, counts]) => ({
        mailbox_id: Number(key),
        from_email: names.get(Number(key)) ?? 'Removed mailbox',
        counts,
        rates: ratesOf(counts),
      }));
    return {
      mailboxes: mailboxes.sort(
        (one, other) => other.counts.sent - one.counts.sent || one.from_email.localeCompare(other.from_email),
      ),
    };
  });
