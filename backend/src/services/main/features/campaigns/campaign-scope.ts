import type { RequestActor } from '../../../../platform/http/request-actor';
import type { Conditions } from '../../../../platform/db/conditions';

/** Who acts: a request's actor has all of it; jobs and the public API hand in the same. */
export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;

/** What a person sees: clients their own campaigns, limited members those assigned to them or made by them (market.md 2, item 16). */
export interface CampaignScope {
  clientId: number | null;
  memberId: number | null;
}

export function scopeOf(who: Who): CampaignScope {
  return {
    clientId: who.client?.id ?? null,
    memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
  };
}

/** Adds the scope to the conditions of a statement about `campaign` under the given alias. */
export function addScope(conditions: Conditions, scope: CampaignScope, alias = 'c'): void {
  if (scope.clientId !== null) conditions.add(`${alias}.client_id = ?`, scope.clientId);
  if (scope.memberId !== null) conditions.add(`${alias}.team_member_id = ? OR ${alias}.created_by = ?`, scope.memberId, scope.memberId);
}
