import type { CampaignId, ClientId, MailboxId } from '@skein/contracts/ids';
import type { TimeAxis } from '@skein/contracts/analytics/measures';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import type { RequestActor } from '#platform/http/request-actor';

/** Who asks. */
export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;

/** The range of days as it was asked for; without ends it is everything. */
export interface Range {
  from?: string | undefined;
  to?: string | undefined;
  time_zone: string;
  axis: TimeAxis;
  include_out_of_office: boolean;
}

/** Which happenings are looked at. A list that is left out does not limit. */
export interface Selection {
  range: Range;
  campaignIds?: readonly CampaignId[] | undefined;
  clientIds?: readonly ClientId[] | undefined;
  mailboxIds?: readonly MailboxId[] | undefined;
  /** Tags of campaigns. */
  tagIds?: readonly number[] | undefined;
  stepId?: number | undefined;
  variantId?: number | undefined;
  /** What the list behind one figure is narrowed to; sums know nothing of it. */
  narrow?: { by: Narrowing; now: number } | undefined;
}

/**
 * What a person sees: clients their own campaigns, limited members those assigned to them or made by them
 * (docs/domain.md, Roles and access).
 */
export interface Scope {
  clientId: ClientId | null;
  memberId: number | null;
  /** Categories whose leads are hidden from a client. */
  hiddenCategories: readonly number[];
}

export const scopeOf = (who: Who): Scope => ({
  clientId: who.client?.id ?? null,
  memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
  hiddenCategories: who.client?.restrictedCategories ?? [],
});

export const isWhole = (scope: Scope): boolean => scope.clientId === null && scope.memberId === null;

/** The range of the same length that ends the day before. */
export function rangeBefore(range: Range): (Range & { from: string; to: string }) | null {
  if (range.from === undefined || range.to === undefined) return null;
  const day = 86_400_000;
  const from = Date.parse(`${range.from}T00:00:00Z`);
  const length = Date.parse(`${range.to}T00:00:00Z`) - from + day;
  const text = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { ...range, from: text(from - length), to: text(from - day) };
}
