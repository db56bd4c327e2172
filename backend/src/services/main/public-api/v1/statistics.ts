import type { CampaignId, ClientId } from '@skein/contracts/ids';
import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { serviceClient } from './service-client';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign } from '#access/access.api';
import { safeContents } from '#inbox/inbox.api';
import { listWireCampaigns } from './campaigns';
import { findCampaignExtras } from './statistics.store';

/** The figures come from the analytics service, asked with the caller's own credentials: they are those of the screens. */
export const analytics = (deps: MainDeps, raw: Request) =>
  serviceClient(deps, raw, campaignAnalyticsContract, 'campaign');

/** Campaigns whose figures are read side by side. */
const atOnce = 4;

export interface EmailsQuery {
  offset: number;
  limit: number;
  email_sequence_number?: number[];
  email_status?: ('opened' | 'clicked' | 'replied' | 'unsubscribed' | 'bounced')[];
  sent_time_start_date?: string;
  sent_time_end_date?: string;
}

/** Every e-mail with what became of it. Its text comes without the pixel, so that reading it here is no open. */
export async function listEmails(deps: MainDeps, raw: Request, campaignId: CampaignId, query: EmailsQuery) {
  const { rows, total } = await analytics(deps, raw).campaignEmails({
    params: { campaignId },
    query: {
      offset: query.offset,
      limit: query.limit,
      seq_numbers: query.email_sequence_number,
      statuses: query.email_status,
      sent_after: query.sent_time_start_date,
      sent_before: query.sent_time_end_date,
    },
  });
  const bodies = await safeContents(
    deps.heavyWork,
    rows.map((row) => ({ html_body: row.body_html, text_body: '', links: [], direction: 'out' })),
  );
  return {
    total_stats: String(total),
    offset: query.offset,
    limit: query.limit,
    data: rows.map((row, index) => ({
      lead_name: row.lead_name,
      lead_email: row.lead_email,
      lead_category: row.category_name,
      sequence_number: row.seq_number,
      stats_id: row.stats_id,
      email_campaign_seq_id: row.step_id,
      seq_variant_id: row.variant_id,
      email_subject: row.subject,
      email_message: row.body_html === null ? null : (bodies[index]?.html ?? null),
      sent_time: row.sent_at,
      open_time: row.first_open_at,
      click_time: row.first_click_at,
      reply_time: row.reply_at,
      open_count: row.open_count,
      click_count: row.click_count,
      is_unsubscribed: row.is_unsubscribed,
      is_bounced: row.is_bounced,
    })),
  };
}

export interface Days {
  start_date: string;
  end_date: string;
  time_zone: string;
}
type Figures = Awaited<ReturnType<ReturnType<typeof analytics>['campaignStatistics']>>;

export const rangeOf = (days: Days) => ({ from: days.start_date, to: days.end_date, time_zone: days.time_zone });

/** A campaign with the other fields of its analytics answers. */
const describe = (deps: MainDeps, who: RequestActor, campaignId: CampaignId, days?: Days) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    campaign: await requireCampaign(sql, who, campaignId),
    extras: await findCampaignExtras(
      who.workspaceId,
      sql,
      campaignId,
      days && { from: days.start_date, to: days.end_date, timeZone: days.time_zone },
    ),
  }));
type Described = Awaited<ReturnType<typeof describe>>;

/** `sent_count` counts e-mails and `unique_sent_count` leads; opens and clicks likewise; replies and unsubscribes are leads. */
const countsOf = ({ counts, happenings }: Figures, { extras }: Described) => ({
  sent_count: String(counts.sent),
  unique_sent_count: String(counts.contacted),
  open_count: String(happenings.opens),
  unique_open_count: String(counts.opened),
  click_count: String(happenings.clicks),
  unique_click_count: String(counts.clicked),
  reply_count: String(counts.replied),
  block_count: String(extras.by_status['BLOCKED'] ?? 0),
  total_count: String(extras.total),
  drafted_count: String(extras.drafted),
  bounce_count: String(counts.bounced),
  unsubscribed_count: String(counts.unsubscribed),
});

/** Figures of a campaign over its whole life. */
export async function readAnalytics(deps: MainDeps, who: RequestActor, raw: Request, campaignId: CampaignId) {
  const described = await describe(deps, who, campaignId);
  const { campaign, extras } = described;
  const of = (status: string) => extras.by_status[status] ?? 0;
  return {
    id: campaign.id,
    user_id: campaign.created_by,
    created_at: campaign.created_at,
    status: campaign.status,
    name: campaign.name,
    ...countsOf(await analytics(deps, raw).campaignStatistics({ params: { campaignId } }), described),
    sequence_count: String(extras.step_count),
    tags: extras.tags,
    client_id: campaign.client_id,
    parent_campaign_id: campaign.parent_campaign_id,
    team_member_id: campaign.team_member_id,
    send_as_plain_text: campaign.send_as_plain_text,
    client_name: campaign.client_name,
    client_email: extras.client_email,
    client_company_name: campaign.client_name,
    campaign_lead_stats: {
      total: extras.total,
      paused: of('PAUSED'),
      blocked: of('BLOCKED'),
      stopped: of('STOPPED'),
      completed: of('COMPLETED'),
      inprogress: of('INPROGRESS'),
      interested: extras.interested,
      notStarted: of('STARTED'),
      revenue: Number(extras.revenue),
    },
  };
}

/** Those of all campaigns, newest first. One that is deleted meanwhile is left out. */
export async function readAnalyticsOfAll(
  deps: MainDeps,
  who: RequestActor,
  raw: Request,
  query: { client_id?: ClientId; offset: number; limit: number },
) {
  const campaigns = await listWireCampaigns(deps, who, { ...query, include_tags: false });
  const read: Awaited<ReturnType<typeof readAnalytics>>[] = [];
  for (let from = 0; from < campaigns.length; from += atOnce) {
    const some = campaigns.slice(from, from + atOnce).map(({ id }) =>
      readAnalytics(deps, who, raw, id).catch((error: unknown) => {
        if (error instanceof SkeinError && error.code === 'NOT_FOUND') return [];
        throw error;
      }),
    );
    read.push(...(await Promise.all(some)).flat());
  }
  return read;
}

/** The days of a campaign. */
interface AnalyticsDays {
  campaignId: CampaignId;
  days: Days;
}

/** The same in a range of days. Blocked, drafted and all leads are those of now. */
export async function readAnalyticsByDate(
  deps: MainDeps,
  who: RequestActor,
  raw: Request,
  { campaignId, days }: AnalyticsDays,
) {
  const described = await describe(deps, who, campaignId);
  const figures = await analytics(deps, raw)
    .campaignStatistics({ params: { campaignId }, query: rangeOf(days) })
    .catch(inWireNames);
  const { campaign } = described;
  return {
    id: campaign.id,
    user_id: campaign.created_by,
    created_at: campaign.created_at,
    status: campaign.status,
    name: campaign.name,
    start_date: days.start_date,
    end_date: days.end_date,
    ...countsOf(figures, described),
  };
}

/** The days of a campaign, and their time zone. */
interface TopLevelDays {
  campaignId: CampaignId;
  given: Partial<Days> & { time_zone: string };
}

/** Top-level figures in a range of days, or of the whole life: opens, clicks and replies are leads. */
export async function readTopLevel(
  deps: MainDeps,
  who: RequestActor,
  raw: Request,
  { campaignId, given }: TopLevelDays,
) {
  const { start_date: start, end_date: end, time_zone: zone } = given;
  const days = start !== undefined && end !== undefined && { start_date: start, end_date: end, time_zone: zone };
  const { campaign, extras } = await describe(deps, who, campaignId, days || undefined);
  const client = analytics(deps, raw);
  const range = { params: { campaignId }, query: days ? rangeOf(days) : { time_zone: zone } };
  const { counts } = await client.campaignStatistics(range).catch(inWireNames);
  const { steps } = await client.campaignSteps(range);
  const sum = (name: 'skipped' | 'failed') => steps.reduce((total, step) => total + step.counts[name], 0);
  return {
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    start_date: start ?? null,
    end_date: end ?? null,
    total_count: extras.total,
    sent_count: counts.sent,
    skipped_count: sum('skipped'),
    open_count: counts.opened,
    click_count: counts.clicked,
    reply_count: counts.replied,
    positive_reply_count: counts.positive,
    bounce_count: counts.bounced,
    failed_count: sum('failed'),
    stopped_count: days ? extras.stopped_in_range : (extras.by_status['STOPPED'] ?? 0),
    unsubscribed_count: counts.unsubscribed,
  };
}

/** The mailboxes of a campaign, and their days. */
interface MailboxStatisticsPage {
  campaignId: CampaignId;
  query: {
    offset: number;
    limit: number;
    client_id?: ClientId;
    start_date?: string;
    end_date?: string;
    time_zone: string;
  };
}

/** Figures by mailbox; none where the campaign is not the client's that is asked for. */
export async function readMailboxStatistics(
  deps: MainDeps,
  who: RequestActor,
  raw: Request,
  { campaignId, query }: MailboxStatisticsPage,
) {
  const { mailboxes } = await analytics(deps, raw)
    .campaignMailboxes({
      params: { campaignId },
      query: { from: query.start_date, to: query.end_date, time_zone: query.time_zone },
    })
    .catch(inWireNames);
  const { client_id: clientId } = await deps.db.tenantSql(who.workspaceId, (sql) =>
    requireCampaign(sql, who, campaignId),
  );
  if (query.client_id !== undefined && query.client_id !== clientId) return { ok: true as const, data: [] };
  return {
    ok: true as const,
    data: mailboxes.slice(query.offset, query.offset + query.limit).map(({ mailbox_id, from_email, counts }) => ({
      email_account_id: mailbox_id,
      from_email,
      sent_count: counts.sent,
      open_count: counts.opened,
      click_count: counts.clicked,
      reply_count: counts.replied,
      bounce_count: counts.bounced,
      sender_bounce_count: counts.sender_bounced,
      unsubscribed_count: counts.unsubscribed,
    })),
  };
}

/** The analytics service names its days `from` and `to`; here they have the names that were sent. */
export function inWireNames(error: unknown): never {
  if (error instanceof SkeinError && error.code === 'VALIDATION') {
    const rename = (text: string) => text.replace(/\bfrom\b/g, 'start_date').replace(/\bto\b(?=:|$)/g, 'end_date');
    throw new SkeinError(
      'VALIDATION',
      rename(error.message),
      error.details.map((detail) => ({ field: rename(detail.field), message: detail.message })),
      { cause: error },
    );
  }
  throw error;
}
