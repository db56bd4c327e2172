import type { UserId } from '@skein/contracts/ids';
import { answerTargetSeconds, type TeamRow } from '@skein/contracts/analytics/insights.contract';
import { fixedCategories } from '@skein/contracts/constants';
import type { Database } from '#platform/db/database';
import { categoryName } from '../figures/figures';
import { rangeBefore, scopeOf, type Range, type Who } from '../figures/selection';
import { overallSelection } from '../overall/read-overall';
import { listFirstReplies, listPositiveReplies, type PositiveReply } from './insights.store';
import type { InsightQuery } from './read-groups';
import { answerSpans, percentile, replySpans, timesOf } from './times';

const meetingRequest = fixedCategories.find((category) => category.name === 'Meeting Request')?.id;
const sentiments = new Map<number, string>(fixedCategories.map((category) => [category.id, category.sentiment]));
const inTime = (reply: PositiveReply) => reply.seconds !== null && reply.seconds <= answerTargetSeconds;
const known = (seconds: (number | null)[]) => seconds.filter((value) => value !== null);

const isLate = (reply: PositiveReply, now: number) =>
  reply.seconds !== null
    ? !inTime(reply)
    : !reply.is_archived && (now - reply.replied_at.getTime()) / 1000 > answerTargetSeconds;

function categoriesOf(replies: readonly PositiveReply[]): TeamRow['categories'] {
  const found = new Map<number | null, TeamRow['categories'][number]>();
  for (const { category_id: id, category_name: own } of replies) {
    const one = found.get(id) ?? { category_id: id, name: categoryName(id, own) ?? 'Not assigned', count: 0 };
    found.set(id, { ...one, count: one.count + 1 });
  }
  return [...found.values()].sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}

interface Share {
  row: Pick<TeamRow, 'kind' | 'user_id' | 'name'>;
  answered: PositiveReply[];
  openLate: number;
}

/** Who answered positive replies and who has late ones open, most answers first, nobody last. Pure. */
export function teamOf(replies: readonly PositiveReply[], now: number): TeamRow[] {
  const shares = new Map<string, Share>();
  const of = (kind: TeamRow['kind'], userId: UserId | null, name: string): Share => {
    const key = `${kind} ${userId}`;
    const share = shares.get(key) ?? { row: { kind, user_id: userId, name }, answered: [], openLate: 0 };
    shares.set(key, share);
    return share;
  };
  for (const reply of replies) {
    const { user_id: by, assigned_user_id: to } = reply;
    if (reply.seconds !== null)
      (by === null
        ? of('mailbox', null, 'From the mailbox itself')
        : of('person', by, reply.user_name ?? 'Former member')
      ).answered.push(reply);
    else if (isLate(reply, now))
      (to === null
        ? of('nobody', null, 'Unassigned')
        : of('person', to, reply.assigned_name ?? 'Former member')
      ).openLate += 1;
  }
  return [...shares.values()]
    .map(({ row, answered, openLate }) => ({
      ...row,
      answered: answered.length,
      meetings: answered.filter((reply) => reply.category_id === meetingRequest).length,
      in_time: answered.filter(inTime).length,
      late: answered.filter((reply) => !inTime(reply)).length,
      open_late: openLate,
      median_seconds: percentile(
        known(answered.map((reply) => reply.seconds)).sort((one, other) => one - other),
        0.5,
      ),
      categories: categoriesOf(answered),
    }))
    .sort(
      (one, other) =>
        Number(one.kind === 'nobody') - Number(other.kind === 'nobody') ||
        other.answered - one.answered ||
        one.name.localeCompare(other.name),
    );
}

/** When late ones arrived: weekdays, two hours each. Pure. */
export function lateArrivals(late: readonly PositiveReply[]) {
  const found = new Map<string, { weekday: number; hour: number; count: number }>();
  for (const { weekday, hour } of late) {
    const begin = hour - (hour % 2);
    const key = `${weekday} ${begin}`;
    found.set(key, { weekday, hour: begin, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => one.weekday - other.weekday || one.hour - other.hour);
}

const summary = (replies: readonly PositiveReply[], now: number) => ({
  positive: replies.length,
  answered: replies.filter((reply) => reply.seconds !== null).length,
  in_time: replies.filter(inTime).length,
  late: replies.filter((reply) => isLate(reply, now)).length,
});

/** How fast the team answers positive replies, in the range and in the one before. */
export const readAnswers = (db: Database, who: Who, query: InsightQuery, now: number) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const read = (range: Range) =>
      listPositiveReplies(who.workspaceId, sql, scopeOf(who), { ...overallSelection(query), range });
    const replies = await read(query);
    const before = rangeBefore(query);
    return {
      ...summary(replies, now),
      times: timesOf(known(replies.map((reply) => reply.seconds)), answerSpans),
      previous: summary(before ? await read(before) : [], now),
      late_arrivals: lateArrivals(replies.filter((reply) => isLate(reply, now))),
      team: teamOf(replies, now),
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
