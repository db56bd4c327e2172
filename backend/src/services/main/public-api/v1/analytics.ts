import { dividedBy } from '@skein/contracts/analytics/measures';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { createClient } from '@skein/contracts/client';
import type { Counts } from '@skein/contracts/analytics/figures';
import type { DatedQuery, WireStats } from '@skein/contracts/v1/analytics.contract';
import { credentialsOf } from '#platform/http/service-deps';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { listWireCampaigns } from './campaigns';
import { listClients } from './clients';

/** Figures of the workspace come from the analytics service, asked with the caller's own credentials: they are those of the screens. */
const overallClient = (deps: MainDeps, raw: Request) =>
  createClient(workspaceAnalyticsContract, deps.callServices(credentialsOf(raw)));
export const insightsClient = (deps: MainDeps, raw: Request) =>
  createClient(insightsContract, deps.callServices(credentialsOf(raw)));

export const answerOf = <Data>(data: Data) => ({ success: true as const, ok: true as const, message: 'success', data });
export const percent = (part: number, whole: number) =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100}%`;

type Filter = Pick<DatedQuery, 'time_zone' | 'client_ids' | 'campaign_ids'>;
type Paged = Pick<DatedQuery, 'full_data' | 'offset' | 'limit'>;
export const rangeOf = (query: DatedQuery) => ({
  from: query.start_date,
  to: query.end_date,
  time_zone: query.time_zone,
  client_ids: query.client_ids,
  campaign_ids: query.campaign_ids,
});
const pageOf = <Row>(rows: readonly Row[], query: Paged): Row[] =>
  query.full_data ? [...rows] : rows.slice(query.offset, query.offset + query.limit);

/** The analytics service names its days `from` and `to`; here they have the names that were sent. */
export const inWireNames = (error: unknown): never => {
  if (!(error instanceof SkeinError) || error.code !== 'VALIDATION') throw error;
  const rename = (text: string) => text.replace(/\bfrom\b/g, 'start_date').replace(/\bto\b(?=:|$)/g, 'end_date');
  throw new SkeinError(
    'VALIDATION',
    rename(error.message),
    error.details.map(({ field, message }) => ({ field: rename(field), message: rename(message) })),
    { cause: error },
  );
};

function statsOf(counts: Counts): WireStats {
  const rate = (measure: 'opened' | 'replied' | 'positive' | 'bounced') =>
    percent(counts[measure], dividedBy(measure, counts));
  return {
    sent: counts.sent,
    opened: counts.opened,
    replied: counts.replied,
    bounced: counts.bounced,
    unique_lead_count: counts.contacted,
    unique_open_count: counts.opened,
    positive_replied: counts.positive,
    open_rate: rate('opened'),
    reply_rate: rate('replied'),
    positive_reply_rate: rate('positive'),
    bounce_rate: rate('bounced'),
  };
}

export const readCounts = async (deps: MainDeps, raw: Request, query: DatedQuery): Promise<Counts> =>
  (
    await overallClient(deps, raw)
      .overallStatistics({ query: rangeOf(query) })
      .catch(inWireNames)
  ).counts;

export const readOverall = async (deps: MainDeps, raw: Request, query: DatedQuery) =>
  answerOf({ overall_stats: statsOf(await readCounts(deps, raw, query)) });

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);
const usualDays = 31;

/** Without dates the last 31 days, as the clock of campaigns goes. */
export async function readOverview(
  deps: MainDeps,
  raw: Request,
  query: Omit<DatedQuery, 'start_date' | 'end_date'> & { start_date?: string; end_date?: string },
) {
  const end = query.end_date ?? dayText(deps.campaignClock.now());
  const start = query.start_date ?? dayText(Date.parse(`${end}T00:00:00Z`) - (usualDays - 1) * 86_400_000);
  const counts = await readCounts(deps, raw, { ...query, start_date: start, end_date: end });
  return answerOf({ overall_stats: statsOf(counts), start_date: start, end_date: end });
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** One row a day; its date as "8 Jan", as clients of this wire show it. */
export async function readByDay(deps: MainDeps, raw: Request, query: DatedQuery, axis: 'event' | 'sent') {
  const { days } = await overallClient(deps, raw)
    .overallDays({ query: { ...rangeOf(query), axis } as never })
    .catch(inWireNames);
  return answerOf({
    day_wise_stats: days.map((day) => {
      const date = new Date(`${day.date}T00:00:00Z`);
      const figures = {
        sent: day.sent,
        opened: day.opened,
        replied: day.replied,
        bounced: day.bounced,
        unsubscribed: day.unsubscribed,
      };
      return {
        date: `${date.getUTCDate()} ${months[date.getUTCMonth()]}`,
        day_name: dayNames[date.getUTCDay()] as string,
        ...figures,
        positive_replied: day.positive,
        email_engagement_metrics: figures,
      };
    }),
  });
}

const readGroups = async (
  deps: MainDeps,
  raw: Request,
  query: DatedQuery,
  by: 'client' | 'campaign' | 'mailbox' | 'domain' | 'provider' | 'mailbox_tag',
) =>
  (
    await insightsClient(deps, raw)
      .insightGroups({ query: { ...rangeOf(query), by } as never })
      .catch(inWireNames)
  ).groups;

const mostRows = 200;

/** Every row of a table of figures, 200 at a time. */
async function allRows<Row>(read: (page: number) => Promise<{ rows: Row[]; total: number }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const next = await read(page);
    rows.push(...next.rows);
    if (next.rows.length < mostRows || rows.length >= next.total) return rows;
  }
}

export async function readByCampaign(deps: MainDeps, raw: Request, query: DatedQuery) {
  const client = overallClient(deps, raw);
  const rows = await allRows((page) =>
    client.overallByCampaign({ query: { ...rangeOf(query), page, limit: mostRows } as never }).catch(inWireNames),
  );
  return answerOf({
    campaign_wise_performance: pageOf(rows, query).flatMap((row) =>
      row.campaign_id === null ? [] : [{ id: row.campaign_id, campaign_name: row.name, ...statsOf(row.counts) }],
    ),
  });
}

export async function readByMailbox(deps: MainDeps, raw: Request, query: DatedQuery) {
  const client = overallClient(deps, raw);
  const rows = await allRows((page) =>
    client.overallByMailbox({ query: { ...rangeOf(query), page, limit: mostRows } as never }).catch(inWireNames),
  );
  return answerOf({
    email_health_metrics: pageOf(rows, query).map((row) => ({ email_account: row.from_email, ...statsOf(row.counts) })),
  });
}

export async function readByClient(deps: MainDeps, who: RequestActor, raw: Request, query: DatedQuery) {
  const groups = await readGroups(deps, raw, query, 'client');
  const campaigns = await listWireCampaigns(deps, who, { include_tags: false, offset: 0 });
  return answerOf({
    client_wise_performance: pageOf(
      groups.filter((group) => group.key !== ''),
      query,
    ).map((group) => ({
      client_id: Number(group.key),
      client_name: group.name,
      total_campaigns_count: campaigns.filter((campaign) => campaign.client_id === Number(group.key)).length,
      campaign_stats: statsOf(group.counts),
    })),
  });
}

export const readByDomain = async (deps: MainDeps, raw: Request, query: DatedQuery) =>
  answerOf({
    domain_health_metrics: pageOf(await readGroups(deps, raw, query, 'domain'), query).map((group) => ({
      domain: group.name,
      ...statsOf(group.counts),
    })),
  });

export async function readByProvider(deps: MainDeps, raw: Request, query: DatedQuery) {
  const rows = async (by: 'provider' | 'mailbox_tag') =>
    (await readGroups(deps, raw, query, by)).map((group) => ({ name: group.name, ...statsOf(group.counts) }));
  return answerOf({
    email_providers_performance_overview: { overall: await rows('provider'), tag_wise: await rows('mailbox_tag') },
  });
}

const campaignsOf = async (deps: MainDeps, who: RequestActor, query: Filter) =>
  (await listWireCampaigns(deps, who, { include_tags: false, offset: 0 })).filter(
    (campaign) =>
      (!query.client_ids || query.client_ids.includes(campaign.client_id ?? 0)) &&
      (!query.campaign_ids || query.campaign_ids.includes(campaign.id)),
  );

export const listCampaignNames = async (deps: MainDeps, who: RequestActor, query: Filter) =>
  answerOf({ campaign_list: (await campaignsOf(deps, who, query)).map(({ id, name }) => ({ id, name })) });

export async function readCampaignStatuses(deps: MainDeps, who: RequestActor, query: Filter) {
  const counts = new Map<string, number>();
  for (const { status } of await campaignsOf(deps, who, query)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return answerOf({ campaign_status_stats: [...counts].map(([status, count]) => ({ status, count })) });
}

const clientsOf = async (deps: MainDeps, who: RequestActor, query: Filter) =>
  (await listClients(deps, who)).filter((client) => !query.client_ids || query.client_ids.includes(client.id));

export const listClientNames = async (deps: MainDeps, who: RequestActor, query: Filter) =>
  answerOf({ client_list: (await clientsOf(deps, who, query)).map(({ id, name }) => ({ id, name })) });

export async function countClientMonths(deps: MainDeps, who: RequestActor, query: Filter) {
  const counts = new Map<string, number>();
  for (const client of await clientsOf(deps, who, query)) {
    const month = new Intl.DateTimeFormat('en-CA', { timeZone: query.time_zone, year: 'numeric', month: '2-digit' })
      .format(new Date(client.created_at))
      .slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return answerOf({
    monthly_stats: [...counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([month, count]) => ({ month, count })),
  });
}
