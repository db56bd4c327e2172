import { cursorInstant, cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import {
  countCampaignsByStatus,
  findCampaigns,
  type CampaignFilter,
  type CampaignSort,
} from '../campaign-views/campaigns.store';
import type { CampaignFigures } from '../campaign-views/campaign-figures';
import { scopeOf, type Who } from '#access/access.api';
import { toCampaignRow } from '../campaign-views/campaign-view';
import { figuresOf } from '../campaign-views/get-campaign';

export interface ListCampaigns extends CampaignFilter {
  sort?: CampaignSort;
  direction?: 'asc' | 'desc';
  cursor?: string;
  limit?: number;
}

/** One page of campaigns with figures, by keyset; the totals by status ignore the status filter. */
export async function listCampaigns(deps: Pick<MainDeps, 'db' | 'campaignClock'>, who: Who, query: ListCampaigns) {
  const { sort = 'updated_at', direction = 'desc', cursor, limit = 25, ...filter } = query;
  const scope = scopeOf(who);
  const now = deps.campaignClock.now();
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await findCampaigns(who.workspaceId, sql, {
      filter,
      scope,
      sort,
      isDescending: direction === 'desc',
      after: placeOf(cursor, sort),
      limit,
    });
    const page = found.slice(0, limit);
    const figures = await figuresOf(who.workspaceId, sql, {
      campaigns: page,
      now,
      hiddenCategories: scope.hiddenCategories,
    });
    const counts = await countCampaignsByStatus(who.workspaceId, sql, { filter, scope });
    const wanted = filter.status && filter.status.length > 0 ? new Set<string>(filter.status) : null;
    const total = [...counts]
      .filter(([status]) => (wanted ? wanted.has(status) : status !== 'ARCHIVED'))
      .reduce((sum, [, count]) => sum + count, 0);
    const last = page.at(-1);
    return {
      rows: page.map((campaign) => toCampaignRow(campaign, figures.get(campaign.id) as CampaignFigures, now)),
      next_cursor: found.length > limit && last ? encodeCursor([last.sort_value, last.id]) : null,
      total,
      by_status: Object.fromEntries(counts),
    };
  });
}

/** The sort value and the id after which the next page begins, checked by the kind of the order. */
function placeOf(cursor: string | undefined, sort: CampaignSort): (string | number)[] | null {
  const place = decodeCursor(cursor, 2);
  if (!place) return null;
  const [value, id] = place;
  if (sort === 'name' || sort === 'status') return [String(value), cursorNumber(id)];
  return [
    sort === 'leads' || sort === 'sent'
      ? cursorNumber(value, Number.MAX_SAFE_INTEGER)
      : cursorInstant(value).toISOString(),
    cursorNumber(id),
  ];
}
