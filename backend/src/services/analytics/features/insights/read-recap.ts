import type { CampaignId } from '@skein/contracts/ids';
import { measures } from '@skein/contracts/analytics/measures';
import type { Counts } from '@skein/contracts/analytics/figures';
import type { Database, SqlClient } from '#platform/db/database';
import { findCampaigns } from '../campaign/campaigns.store';
import { noCounts } from '../figures/count-events.store';
import { ratesOf } from '../figures/rates';
import { scopeOf, type Range, type Who } from '../figures/selection';
import { readCounts } from '../figures/sum-rollups.store';
import { countSteps, findSteps } from '../steps/count-steps.store';
import { listPositiveReplies } from './insights.store';
import { teamOf } from './read-answers';

/** Campaigns that a recap names. */
const mostCampaigns = 5;

type Groups = ReadonlyMap<string, Counts>;

const byPositive = (groups: Groups) =>
  [...groups]
    .filter(([key, group]) => key !== '' && group.positive > 0)
    .sort((one, other) => other[1].positive - one[1].positive || one[0].localeCompare(other[0]));

function monthsOf(days: Groups) {
  const months = Array.from({ length: 12 }, (_, index) => ({ month: index + 1, sent: 0, positive: 0 }));
  for (const [date, day] of days) {
    const month = months[Number(date.slice(5, 7)) - 1];
    if (month) {
      month.sent += day.sent;
      month.positive += day.positive;
    }
  }
  return months;
}

/** The campaigns with the most positive replies that still exist. */
async function bestCampaigns(who: Who, sql: SqlClient, groups: Groups) {
  const found = byPositive(groups);
  const names = new Map(
    (
      await findCampaigns(
        who.workspaceId,
        sql,
        found.map(([key]) => Number(key)),
      )
    ).map(({ id, name }) => [String(id), { id, name }]),
  );
  return found
    .flatMap(([key, { contacted, replied, positive }]) => {
      const campaign = names.get(key);
      return campaign ? [{ ...campaign, contacted, replied, positive }] : [];
    })
    .slice(0, mostCampaigns);
}

/** The email of these campaigns with the most positive replies; of two, the one that was sent to fewer. */
async function bestEmail(who: Who, sql: SqlClient, campaigns: readonly { id: number; name: string }[], range: Range) {
  if (campaigns.length === 0) return null;
  const counted = await countSteps(who.workspaceId, sql, scopeOf(who), {
    range,
    campaignIds: campaigns.map(({ id }) => id as CampaignId),
  });
  const [best] = counted
    .filter(({ figures }) => figures.positive > 0)
    .sort(
      (one, other) =>
        other.figures.positive - one.figures.positive ||
        one.figures.sent - other.figures.sent ||
        one.step_id - other.step_id,
    );
  if (!best) return null;
  for (const campaign of campaigns) {
    const steps = await findSteps(who.workspaceId, sql, campaign.id as CampaignId);
    const step = steps.find(({ step_id }) => step_id === best.step_id);
    const variant = step?.variants.find(({ id }) => id === best.variant_id) ?? step?.variants[0];
    if (!step) continue;
    // A follow-up without a subject continues the thread of an earlier email.
    const subject = variant?.subject || steps.find(({ seq_number }) => seq_number === 1)?.variants[0]?.subject;
    const { sent, replied, positive } = best.figures;
    return {
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      seq_number: step.seq_number,
      label: step.variants.length > 1 ? (variant?.label ?? null) : null,
      subject: subject ?? '',
      ...{ sent, replied, positive },
    };
  }
  return null;
}

async function answeringPeople(who: Who, sql: SqlClient, range: Range) {
  const replies = await listPositiveReplies(who.workspaceId, sql, scopeOf(who), { range });
  // Only answers count here, not what is open: no moment is needed.
  return teamOf(replies, 0)
    .filter(({ answered }) => answered > 0)
    .map(({ kind, name, answered, median_seconds: median }) => ({
      name: kind === 'person' ? name : null,
      answered,
      median_seconds: median,
    }));
}

/** A year from the same rows as every other figure, its days in Etc/GMT. */
export const readRecap = (db: Database, who: Who, year: number) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const range = {
      from: `${String(year).padStart(4, '0')}-01-01`,
      to: `${String(year).padStart(4, '0')}-12-31`,
      time_zone: 'Etc/GMT',
      axis: 'event' as const,
      include_out_of_office: false,
    };
    const read = (grouping: 'day' | 'campaign') =>
      readCounts(who.workspaceId, sql, scopeOf(who), { selection: { range }, grouping });
    const days = await read('day');
    const campaigns = await bestCampaigns(who, sql, await read('campaign'));
    const counts = noCounts();
    for (const day of days.values()) for (const measure of measures) counts[measure] += day[measure];
    const [day] = byPositive(days);
    const [best] = campaigns;
    return {
      year,
      counts,
      rates: ratesOf(counts),
      months: monthsOf(days),
      best_email: await bestEmail(who, sql, campaigns, range),
      best_campaign: best ? { id: best.id, name: best.name, positive: best.positive } : null,
      campaigns,
      people: await answeringPeople(who, sql, range),
      best_day: day ? { date: day[0], positive: day[1].positive } : null,
    };
  });
