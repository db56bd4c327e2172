import type { ClientId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import type { Conditions } from '#platform/db/conditions';

/** Who acts: a request's actor has all of it; jobs and the public API hand in the same. */
export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;

/**
 * What a person sees: clients their own campaigns and mailboxes, limited members those assigned to them or made by them
 * (docs/domain.md, Roles and access).
 */
export interface CampaignScope {
  clientId: ClientId | null;
  memberId: number | null;
  /** Categories whose leads are hidden from a client, everywhere. */
  hiddenCategories: readonly number[];
}

export function scopeOf(who: Who): CampaignScope {
  return {
    clientId: who.client?.id ?? null,
    memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
    hiddenCategories: who.client?.restrictedCategories ?? [],
  };
}

/** Whether somebody sees a part of the workspace only. */
export const isScoped = (scope: CampaignScope): boolean => scope.clientId !== null || scope.memberId !== null;

/** Adds the scope to the conditions of a statement about `enrolment` and its `campaign` under the given aliases. */
export function addEnrolmentScope(conditions: Conditions, scope: CampaignScope, enrolment = 'e', campaign = 'c'): void {
  addScope(conditions, scope, campaign);
  if (scope.hiddenCategories.length > 0)
    conditions.add(`${enrolment}.category_id is null or ${enrolment}.category_id <> all(?)`, [
      ...scope.hiddenCategories,
    ]);
}

/** Adds the scope to the conditions of a statement about `campaign` under the given alias. */
export function addScope(conditions: Conditions, scope: CampaignScope, alias = 'c'): void {
  if (scope.clientId !== null) conditions.add(`${alias}.client_id = ?`, scope.clientId);
  // The rule itself is written once, in SQL (backend/prisma/functions/member_campaigns.sql).
  if (scope.memberId !== null) conditions.add(`${alias}.id in (select member_campaigns(?))`, scope.memberId);
}

/** Adds the scope to the conditions of a statement about `mailbox` under the given alias. */
export function addMailboxScope(conditions: Conditions, scope: CampaignScope, alias = 'm'): void {
  if (scope.clientId !== null) conditions.add(`${alias}.client_id = ?`, scope.clientId);
  if (scope.memberId !== null) conditions.add(`${alias}.id in (select member_mailboxes(?))`, scope.memberId);
}
