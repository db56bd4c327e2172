import type { LeadId } from '@skein/contracts/ids';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { deleteOwnNote } from './lead-history.store';
import { requireLead } from './lead';

/** Takes a note of one's own on a lead away again. @throws SkeinError NOT_FOUND */
export const removeNote = (
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: Who,
  leadId: LeadId,
  noteId: number,
): Promise<{ done: true }> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    if (!(await deleteOwnNote(who.workspaceId, sql, { leadId, noteId, userId: who.userId })))
      throw notFound('This note');
    await deps.live.publish(sql, who.workspaceId, [`lead:${leadId}`, 'inbox', 'notices']);
    return { done: true };
  });
