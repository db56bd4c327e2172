import type { Assignments } from '@skein/contracts/main/team.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { requireMember } from './list-members';
import { findAssignable, findAssignments, lockMember, stopStrayWebhooks, writeAssignments } from './team.store';

/** Choices of each kind that one answer holds. */
const mostChoices = 100;

export const readAssignments = (deps: Pick<MainDeps, 'db'>, actor: RequestActor, memberId: number) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await requireMember(actor.workspaceId, sql, memberId);
    return findAssignments(actor.workspaceId, sql, memberId);
  });

/** Assigns exactly these. Browsers of the workspace read everything again, because the member's view of it is another one now. */
export const assignWork = (
  deps: Pick<MainDeps, 'db' | 'live' | 'realClock'>,
  actor: RequestActor,
  memberId: number,
  given: Assignments,
) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await lockMember(actor.workspaceId, sql, memberId);
    const member = await requireMember(actor.workspaceId, sql, memberId);
    await writeAssignments(actor.workspaceId, sql, member, given);
    await stopStrayWebhooks(actor.workspaceId, sql, memberId);
    await noteInTrail(actor.workspaceId, sql, {
      kind: 'member',
      action: 'assigned',
      objectId: String(memberId),
      label: member.email,
      effect: {
        campaigns: given.campaign_ids.length,
        clients: given.client_ids.length,
        mailboxes: given.mailbox_ids.length,
      },
      detail: given,
    });
    await deps.live.publish(sql, actor.workspaceId, ['team', 'everything']);
    return findAssignments(actor.workspaceId, sql, memberId);
  });

/** Names of what can be assigned: of these ids, or what matches a text. */
export const listAssignable = (
  deps: Pick<MainDeps, 'db'>,
  actor: RequestActor,
  query: { search?: string } & Partial<Assignments>,
) =>
  deps.db.tenantSql(actor.workspaceId, (sql) => {
    const { campaign_ids, client_ids, mailbox_ids } = query;
    const ids =
      campaign_ids || client_ids || mailbox_ids
        ? { campaign_ids: campaign_ids ?? [], client_ids: client_ids ?? [], mailbox_ids: mailbox_ids ?? [] }
        : null;
    return findAssignable(actor.workspaceId, sql, { search: query.search || null, ids, limit: mostChoices });
  });
