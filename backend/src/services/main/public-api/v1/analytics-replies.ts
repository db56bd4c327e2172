import type { ClientId } from '@skein/contracts/ids';
import type { DatedQuery } from '@skein/contracts/v1/analytics.contract';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { answerOf, insightsClient, inWireNames, percent, rangeOf, readCounts, readOverall } from './analytics';
import { listWireCampaigns } from './campaigns';

export async function readMailboxCounts(deps: MainDeps, raw: Request, query: { client_ids?: ClientId[] }) {
  const found = await insightsClient(deps, raw).insightMailboxes({ query: { client_ids: query.client_ids } });
  return answerOf({
    overall_mailbox_stats: {
      total_connected: found.connected,
      in_use: found.in_use,
      disconnected: found.failing,
      enabled_without_warmup: found.without_warmup,
    },
  });
}

export async function readTeam(deps: MainDeps, raw: Request, query: DatedQuery) {
  const { team } = await insightsClient(deps, raw)
    .insightAnswers({ query: rangeOf(query) })
    .catch(inWireNames);
  return answerOf({
    team_board_stats: team.map((row) => ({
      user_id: row.user_id,
      name: row.name,
      replied: row.answered,
      meetings: row.meetings,
      replied_in_time: row.in_time,
      median_response_seconds: row.median_seconds,
    })),
  });
}

/** Emails to leads who had one before are follow-ups. */
export async function readLeadStats(deps: MainDeps, raw: Request, query: DatedQuery) {
  const { sent, contacted } = await readCounts(deps, raw, query);
  const again = Math.max(0, sent - contacted);
  return answerOf({
    lead_stats: {
      count: { total: sent, new: contacted, follow_up: again },
      percentage: { new: percent(contacted, sent), follow_up: percent(again, sent) },
    },
  });
}

const replyTimesOf = (deps: MainDeps, raw: Request, query: DatedQuery) =>
  insightsClient(deps, raw)
    .insightReplyTimes({ query: rangeOf(query) })
    .catch(inWireNames);

export async function readCategories(deps: MainDeps, raw: Request, query: DatedQuery) {
  const { categories } = await replyTimesOf(deps, raw, query);
  const total = categories.reduce((sum, each) => sum + each.count, 0);
  return answerOf({
    lead_responses_by_category: categories.map(({ name, count }) => ({
      category: name,
      total_response: count,
      percentage: percent(count, total),
    })),
  });
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** 0 where nobody replied. */
export async function readLeadsForReply(deps: MainDeps, raw: Request, query: DatedQuery) {
  const { data } = await readOverall(deps, raw, query);
  const { unique_lead_count: leads, replied } = data.overall_stats;
  return answerOf({ leads_take_for_first_reply: replied === 0 ? 0 : rounded(leads / replied) });
}

export async function readFollowUpRate(deps: MainDeps, raw: Request, query: DatedQuery) {
  const { steps } = await replyTimesOf(deps, raw, query);
  const all = steps.reduce((sum, step) => sum + step.replied, 0);
  const later = steps.reduce((sum, step) => sum + ((step.seq_number ?? 1) > 1 ? step.replied : 0), 0);
  return answerOf({ followup_reply_rate: all === 0 ? 0 : rounded((later / all) * 100) });
}

const inWords = (seconds: number) =>
  seconds < 3600
    ? `${Math.round(seconds / 60)} min`
    : seconds < 86_400
      ? `${rounded(seconds / 3600)} h`
      : `${rounded(seconds / 86_400)} d`;

export async function readReplyTimes(deps: MainDeps, raw: Request, query: DatedQuery) {
  const { times } = await replyTimesOf(deps, raw, query);
  return answerOf({
    lead_to_reply_time: times.spans.map(({ from_seconds: from, to_seconds: to, count }) => ({
      time_range: to === null ? `> ${inWords(from)}` : `${inWords(from)} - ${inWords(to)}`,
      count,
    })),
  });
}

/** Campaigns that are read side by side. */
const atOnce = 4;

/** What replies were, by campaign; replies without a category count as neutral. */
export async function readResponses(deps: MainDeps, who: RequestActor, raw: Request, query: DatedQuery) {
  const campaigns = (await listWireCampaigns(deps, who, { include_tags: false, offset: 0 }))
    .filter(
      (campaign) =>
        (!query.client_ids || query.client_ids.includes(campaign.client_id ?? 0)) &&
        (!query.campaign_ids || query.campaign_ids.includes(campaign.id)),
    )
    .slice(query.offset, query.offset + query.limit);
  const stats = [];
  for (let from = 0; from < campaigns.length; from += atOnce)
    stats.push(
      ...(await Promise.all(
        campaigns.slice(from, from + atOnce).map(async ({ id, name }) => {
          const { categories } = await replyTimesOf(deps, raw, { ...query, campaign_ids: [id] });
          const count = (...sentiments: string[]) =>
            categories.reduce((sum, each) => sum + (sentiments.includes(each.sentiment) ? each.count : 0), 0);
          return {
            campaign_id: id,
            campaign_name: name,
            positive_reply: count('positive'),
            neutral_reply: count('neutral', 'none'),
            negative_reply: count('negative'),
          };
        }),
      )),
    );
  return answerOf({ campaign_wise_response_stats: stats });
}
