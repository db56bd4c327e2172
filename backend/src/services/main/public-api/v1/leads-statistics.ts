import type { CampaignId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { requireCampaign } from '#access/access.api';
import { visibleConversations } from '#inbox/inbox.api';
import { loadHistory, writeHistory } from './messages';
import { readLeadPage } from '#lifecycle/lifecycle.api';

/** Leads of a campaign with their messages, by number of page. */
export async function readLeadsStatistics(
  deps: Pick<MainDeps, 'db' | 'heavyWork'>,
  who: RequestActor,
  campaignId: CampaignId,
  query: { offset: number; limit: number; created_at_gt?: string; event_time_gt?: string },
) {
  const { page, hasMore } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const rows = await readLeadPage(sql, who, campaignId, {
      filter: { tab: 'all', created_after: query.created_at_gt },
      eventAfter: query.event_time_gt,
      offset: query.offset,
      limit: query.limit + 1,
    });
    const shown = rows.slice(0, query.limit);
    const ids = shown.map((row) => row.enrolment_id);
    const conversations = new Map(
      (await visibleConversations(sql, who, ids)).map((conversation) => [conversation.id, conversation]),
    );
    const found = [];
    for (const row of shown) {
      const conversation = conversations.get(row.enrolment_id);
      if (!conversation) continue;
      const stored = await loadHistory(sql, who.workspaceId, conversation, { after: query.event_time_gt });
      found.push({ row, stored });
    }
    return { page: found, hasMore: rows.length > query.limit };
  });
  const data = [];
  for (const { row, stored } of page) {
    const { history, from, to } = await writeHistory(deps.heavyWork, stored);
    data.push({
      lead_id: String(row.id),
      email_lead_map_id: String(row.enrolment_id),
      from,
      to,
      status: row.status,
      created_at: row.created_at,
      last_seq_num: row.last_seq_number,
      history,
    });
  }
  return { ok: true as const, hasMore, skip: query.offset, limit: query.limit, data };
}
