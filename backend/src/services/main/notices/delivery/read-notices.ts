import {
  isPushedByDefault,
  noticeKindNames,
  noticeKinds,
  noticesOfOperators,
  type NoticeKindName,
} from '@skein/contracts/notice-kinds';
import { permissionsOf } from '@skein/contracts/permissions';
import { cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { scopeOf } from '#access/access.api';
import { describeNotice } from './describe-notice';
import {
  countUnread,
  findChoices,
  findNotices,
  markRead,
  writeChoices,
  type ChoiceRecord,
  type Reader,
} from './notices.store';

type Deps = Pick<MainDeps, 'db' | 'live'>;

/** The kinds that somebody may be told about at all. */
const kindsOf = (actor: RequestActor): NoticeKindName[] =>
  noticeKindNames.filter(
    (kind) =>
      (!actor.client || noticeKinds[kind].forClients) &&
      (actor.isOperator || !noticesOfOperators.includes(kind)) &&
      permissionsOf(actor).has(noticeKinds[kind].may),
  );

async function choicesOf(sql: SqlClient, who: RequestActor): Promise<(ChoiceRecord & { kind: NoticeKindName })[]> {
  const known = new Map((await findChoices(who.workspaceId, sql, who.userId)).map((choice) => [choice.kind, choice]));
  return kindsOf(who).map((kind) => ({
    kind,
    in_app: known.get(kind)?.in_app ?? noticeKinds[kind].inApp,
    by_mail: known.get(kind)?.by_mail ?? noticeKinds[kind].byMail,
    by_push: known.get(kind)?.by_push ?? isPushedByDefault(kind),
    by_slack: known.get(kind)?.by_slack ?? false,
    by_webhook: known.get(kind)?.by_webhook ?? false,
  }));
}

async function readerOf(sql: SqlClient, who: RequestActor): Promise<Reader> {
  const kinds = (await choicesOf(sql, who)).filter((choice) => choice.in_app).map((choice) => choice.kind);
  return { userId: who.userId, clientId: who.client?.id ?? null, memberId: scopeOf(who).memberId, kinds };
}

export const listNotices = (deps: Deps, who: RequestActor, query: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const reader = await readerOf(sql, who);
    const place = decodeCursor(query.cursor, 1);
    const found = await findNotices(who.workspaceId, sql, reader, {
      before: place ? cursorNumber(place[0]) : null,
      limit: query.limit + 1,
    });
    const page = found.slice(0, query.limit);
    return {
      rows: page.map(({ id, kind, facts, at, is_read }) => ({ id, kind, at, is_read, ...describeNotice(kind, facts) })),
      next_cursor: found.length > query.limit ? encodeCursor([page.at(-1)?.id as number]) : null,
      unread: await countUnread(who.workspaceId, sql, reader),
    };
  });

/** How many notices this person has not read. */
export const countNotices = (deps: Deps, who: RequestActor) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => countUnread(who.workspaceId, sql, await readerOf(sql, who)));

export const markNotices = (deps: Deps, who: RequestActor, which: { up_to?: number; ids?: number[] }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await markRead(who.workspaceId, sql, await readerOf(sql, who), { upTo: which.up_to ?? null, ids: which.ids ?? [] });
    await deps.live.publish(sql, who.workspaceId, ['notices']);
    return { done: true as const };
  });

const answer = (choices: Awaited<ReturnType<typeof choicesOf>>) => ({
  choices,
  notify_on_disconnect: choices.find((choice) => choice.kind === 'mailbox-failing')?.by_mail ?? false,
});

export const readChoices = (deps: Deps, who: RequestActor) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => answer(await choicesOf(sql, who)));

/** Kinds that the person may not be told about are left out without a word. */
export const saveChoices = (deps: Deps, who: RequestActor, choices: readonly ChoiceRecord[]) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const allowed = new Set<string>(kindsOf(who));
    const last = new Map(choices.filter((choice) => allowed.has(choice.kind)).map((choice) => [choice.kind, choice]));
    await writeChoices(who.workspaceId, sql, who.userId, [...last.values()]);
    await deps.live.publish(sql, who.workspaceId, ['notices']);
    return answer(await choicesOf(sql, who));
  });
