import type { EnrolmentId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';

import * as store from './drafts.store';
import { requireConversation } from './require-conversation';

type DraftDeps = Pick<MainDeps, 'db' | 'campaignClock'>;

/** What this person began to write. Colleagues who see the conversation can read it while it is written (areas/inbox/presence). */
export async function getDraft(deps: DraftDeps, who: Who, enrolmentId: EnrolmentId) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    const found = await store.findDraft(who.workspaceId, sql, enrolmentId, who.userId);
    return { draft: (found?.content ?? null) as never, updated_at: found?.updated_at.toISOString() ?? null };
  });
}

export async function putDraft(deps: DraftDeps, who: Who, enrolmentId: EnrolmentId, content: unknown) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    const at = new Date(deps.campaignClock.now());
    await store.writeDraft(who.workspaceId, sql, { enrolmentId, userId: who.userId, content, at });
    return { updated_at: at.toISOString() };
  });
}

export async function removeDraft(deps: DraftDeps, who: Who, enrolmentId: EnrolmentId): Promise<{ done: true }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    await store.removeDraft(who.workspaceId, sql, enrolmentId, who.userId);
    return { done: true };
  });
}
