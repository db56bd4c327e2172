import { measures } from '@skein/contracts/analytics/measures';
import type { Database } from '#platform/db/database';
import { findCampaigns } from '../campaign/campaigns.store';
import { noCounts } from '../figures/count-events.store';
import { ratesOf } from '../figures/figures';
import { scopeOf, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';

/** A year from the same rollups as every other figure, its days in Etc/GMT. */
export const readRecap = (db: Database, who: Who, year: number) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const range = {
      from: `${String(year).padStart(4, '0')}-01-01`,
      to: `${String(year).padStart(4, '0')}-12-31`,
      time_zone: 'Etc/GMT',
      axis: 'event' as const,
      include_out_of_office: false,
    };
    const days = await readCounts(who.workspaceId, sql, scopeOf(who), { selection: { range }, grouping: 'day' });
    const campaigns = await readCounts(who.workspaceId, sql, scopeOf(who), {
      selection: { range },
      grouping: 'campaign',
    });
    const counts = noCounts();
    for (const day of days.values()) for (const measure of measures) counts[measure] += day[measure];
    const months = Array.from({ length: 12 }, (_, index) => ({ month: index + 1, sent: 0, positive: 0 }));
    for (const [date, day] of days) {
      const month = months[Number(date.slice(5, 7)) - 1];
      if (month) {
        month.sent += day.sent;
        month.positive += day.positive;
      }
    }
    const byPositive = (groups: typeof days) =>
      [...groups]
        .filter(([key, group]) => key !== '' && group.positive > 0)
        .sort((one, other) => other[1].positive - one[1].positive || one[0].localeCompare(other[0]));
    const names = new Map(
      (
        await findCampaigns(
          who.workspaceId,
          sql,
          byPositive(campaigns).map(([key]) => Number(key)),
        )
      ).map((campaign) => [String(campaign.id), campaign]),
    );
    const best = byPositive(campaigns).find(([key]) => names.has(key));
    const [day] = byPositive(days);
    const campaign = best && names.get(best[0]);
    return {
      year,
      counts,
      rates: ratesOf(counts),
      months,
      best_campaign: best && campaign ? { id: campaign.id, name: campaign.name, positive: best[1].positive } : null,
      best_day: day ? { date: day[0], positive: day[1].positive } : null,
    };
  });
