import type { EnrolmentId, UserId } from '@skein/contracts/ids';
import { presenceSeconds } from '@skein/contracts/main/presence.contract';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';

import { findColleagueDraft, findOthers, forgetPresence, notePresence, sweepPresence } from './presence.store';
import { requireConversation } from '../conversations/require-conversation';

type PresenceDeps = Pick<MainDeps, 'db' | 'realClock'>;

/**
 * Says that somebody reads, writes or left, and tells who else is here. Real time: people are not faster when campaign time is.
 * @throws SkeinError NOT_FOUND
 */
export async function tellPresence(
  deps: PresenceDeps,
  who: Who,
  enrolmentId: EnrolmentId,
  doing: 'READING' | 'WRITING' | 'GONE',
) {
  const now = deps.realClock.now();
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    if (doing === 'GONE') await forgetPresence(who.workspaceId, sql, enrolmentId, who.userId);
    else
      await notePresence(who.workspaceId, sql, {
        enrolmentId,
        userId: who.userId,
        doing,
        at: new Date(now),
        seconds: presenceSeconds,
      });
    const others = await findOthers(who.workspaceId, sql, {
      enrolmentId,
      userId: who.userId,
      after: new Date(now - presenceSeconds * 1000),
      clientId: who.client?.id ?? null,
    });
    return { others: others.map((other) => ({ ...other, since: other.since.toISOString() })) };
  });
}

/** What a colleague has written so far. @throws SkeinError NOT_FOUND */
export const colleagueDraft = (deps: PresenceDeps, who: Who, enrolmentId: EnrolmentId, userId: UserId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    const draft = await findColleagueDraft(who.workspaceId, sql, {
      enrolmentId,
      userId,
      clientId: who.client?.id ?? null,
    });
    if (!draft) throw notFound('This draft');
    return { name: draft.name, html: draft.content.html ?? '', updated_at: draft.updated_at.toISOString() };
  });

/** Forgets who left without a word an hour ago. */
export const sweepGone = (deps: PresenceDeps) =>
  deps.db.systemSql((sql) => sweepPresence(sql, new Date(deps.realClock.now() - 3_600_000)));
