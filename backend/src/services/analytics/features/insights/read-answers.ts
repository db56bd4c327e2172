import { answerTargetSeconds, type TeamRow } from '@skein/contracts/analytics/insights.contract';
import { fixedCategories } from '@skein/contracts/constants';
import type { Database, SqlClient } from '../../../../platform/db/database';
import { categoryName } from '../figures/figures';
import { rangeBefore, scopeOf, type Range, type Who } from '../figures/selection';
import { overallSelection, type OverallFilter } from '../overall/read-overall';
import { listFirstReplies, listPositiveReplies, listWaiting, type PositiveReply } from './insights.store';
import type { InsightQuery } from './read-groups';
import { answerSpans, percentile, replySpans, timesOf } from './times';

const meetingRequest = fixedCategories.find((category) => category.name === 'Meeting Request')?.id;
const sentiments = new Map<number, string>(fixedCategories.map((category) => [category.id, category.sentiment]));
const inTime = (reply: PositiveReply) => reply.seconds !== null && reply.seconds <= answerTargetSeconds;
const known = (seconds: (number | null)[]) => seconds.filter((value) => value !== null);

/** Who answered positive replies, most answers first. Pure. */
export function teamOf(replies: readonly PositiveReply[]): TeamRow[] {
  const people = new Map<number | null, PositiveReply[]>();
  for (const reply of replies)
    if (reply.seconds !== null) people.set(reply.user_id, [...(people.get(reply.user_id) ?? []), reply]);
  return [...people]
    .map(([userId, answered]) => ({
      user_id: userId,
      name: userId === null ? 'From the mailbox itself' : (answered[0]?.user_name ?? 'Former member'),
      answered: answered.length,
      meetings: answered.filter((reply) => reply.category_id === meetingRequest).length,
      in_time: answered.filter(inTime).length,
      median_seconds: percentile(
        known(answered.map((reply) => reply.seconds)).sort((one, other) => one - other),
        0.5,
      ),
    }))
    .sort((one, other) => other.answered - one.answered || one.name.localeCompare(other.name));
}

const summary = (replies: readonly PositiveReply[]) => ({
  positive: replies.length,
  answered: replies.filter((reply) => reply.seconds !== null).length,
  in_time: replies.filter(inTime).length,
});

/** How fast the team answers positive replies, in the range and in the one before. */
export const readAnswers = (db: Database, who: Who, query: InsightQuery) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const read = (range: Range) =>
      listPositiveReplies(who.workspaceId, sql, scopeOf(who), { ...overallSelection(query), range });
    const replies = await read(query);
    const before = rangeBefore(query);
    return {
      ...summary(replies),
      times: timesOf(known(replies.map((reply) => reply.seconds)), answerSpans),
      previous: summary(before ? await read(before) : []),
      team: teamOf(replies),
    };
  });

/** How long leads take to reply, by step and category. */
export const readReplyTimes = (db: Database, who: Who, query: InsightQuery) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const read = (range: Range) =>
      listFirstReplies(who.workspaceId, sql, scopeOf(who), { ...overallSelection(query), range });
    const replies = await read(query);
    const before = rangeBefore(query);
    const steps = new Map<number | null, number>();
    const categories = new Map<number | null, { name: string; sentiment: string; count: number }>();
    for (const reply of replies) {
      steps.set(reply.seq_number, (steps.get(reply.seq_number) ?? 0) + 1);
      const id = reply.category_id;
      const category = categories.get(id) ?? {
        name: categoryName(id, reply.category_name) ?? 'Not assigned',
        sentiment: id === null ? 'none' : (sentiments.get(id) ?? reply.category_sentiment ?? 'none'),
        count: 0,
      };
      categories.set(id, { ...category, count: category.count + 1 });
    }
    const previous = before ? known((await read(before)).map((reply) => reply.seconds)) : [];
    return {
      times: timesOf(known(replies.map((reply) => reply.seconds)), replySpans),
      previous_median_seconds: timesOf(previous, replySpans).median_seconds,
      steps: [...steps]
        .map(([seq_number, replied]) => ({ seq_number, replied }))
        .sort((one, other) => (one.seq_number ?? 1_000) - (other.seq_number ?? 1_000)),
      categories: [...categories]
        .map(([category_id, category]) => ({ category_id, ...category, sentiment: sentimentOf(category.sentiment) }))
        .sort((one, other) => other.count - one.count),
    };
  });

const sentimentOf = (text: string): 'positive' | 'neutral' | 'negative' | 'none' =>
  text === 'positive' || text === 'neutral' || text === 'negative' ? text : 'none';

/** Older replies are answered no more: who waits is looked for among those of the last 90 days. */
const waitingDays = 90;

export async function findWaiting(sql: SqlClient, who: Who, query: OverallFilter, now: number) {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const range: Range = {
    from: day(now - waitingDays * 86_400_000),
    to: day(now),
    time_zone: 'Etc/GMT',
    axis: 'event',
    include_out_of_office: false,
  };
  const rows = await listWaiting(who.workspaceId, sql, scopeOf(who), { ...overallSelection({ ...query, ...range }) });
  return rows.map((row) => ({
    ...row,
    category_name: categoryName(row.category_id, row.category_name),
    replied_at: row.replied_at.toISOString(),
    waiting_seconds: Math.max(0, Math.round((now - row.replied_at.getTime()) / 1000)),
  }));
}

/** Positive replies without an answer, longest wait first. */
export const readWaiting = (
  db: Database,
  who: Who,
  query: OverallFilter & { late_only: boolean; limit: number },
  now: number,
) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const all = await findWaiting(sql, who, query, now);
    const late = all.filter((row) => row.waiting_seconds > answerTargetSeconds);
    const shown = query.late_only ? late : all;
    return { rows: shown.slice(0, query.limit), total: shown.length, late: late.length };
  });
