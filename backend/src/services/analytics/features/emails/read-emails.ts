import type { CampaignId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { inCampaign } from '../campaign/read-campaign';
import { categoryName } from '../figures/figures';
import { scopeOf, type Who } from '../figures/selection';
import { listEmails, type EmailFilter } from './emails.store';

const text = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The emails of a campaign that a filter finds. */
interface EmailsPage {
  campaignId: CampaignId;
  filter: EmailFilter;
  page: { offset: number; limit: number };
}

/** Every e-mail of a campaign that was sent or refused. Paged by offset, as the public API's statistics are. */
export const readEmails = (db: Database, who: Who, { campaignId, filter, page }: EmailsPage) =>
  inCampaign(db, who, campaignId, async (sql) => {
    const { rows, total } = await listEmails(who.workspaceId, sql, scopeOf(who), { campaignId, filter, page });
    return {
      total,
      rows: rows.map((row) => ({
        ...row,
        category_name: categoryName(row.category_id, row.category_name),
        sent_at: text(row.sent_at),
        first_open_at: text(row.first_open_at),
        first_click_at: text(row.first_click_at),
        reply_at: text(row.reply_at),
      })),
    };
  });
