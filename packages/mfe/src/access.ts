import { refusalOf as decideRefusal, type Refusal, type Requirement } from '@skein/contracts/navigation-access';
import { hasFeature as decideFeature, type AccessSubject, type Feature } from '@skein/contracts/feature-access';
import type { Permission } from '@skein/contracts/permissions';
import { useSessionPlan, useSessionUser } from './session';
import type { SessionPlan, SessionUser } from './slices/auth';

export type { Feature, Refusal, Requirement };

/** Whom access is decided for: the session as the browser knows it. */
export interface Subject {
  user: SessionUser;
  plan: SessionPlan;
}

/** The session in the terms of the one policy (contracts/feature-access). */
export const accessSubject = ({ user, plan }: Subject): AccessSubject => ({
  role: user.role,
  client: user.isClient ? (user.client_permissions?.permission ?? []) : null,
  plan: plan.plan_type,
  flags: plan.new_feature_access,
  isUnlimited: plan.is_unlimited,
});

/** One access flag of section 6. */
export const hasFeature = (subject: Subject, feature: Feature): boolean =>
  decideFeature(accessSubject(subject), feature);

/** Whether the person's role allows something; the server has worked it out with the one policy of the contracts. */
export function hasPermission({ user }: Pick<Subject, 'user'>, permission: Permission): boolean {
  return user.ui_permissions.includes(permission);
}

/** Why a person may not have what `requirement` asks for; null when they may. */
export const refusalOf = (subject: Subject, requirement: Requirement | undefined): Refusal | null =>
  decideRefusal(accessSubject(subject), requirement, { has: (permission) => hasPermission(subject, permission) });

/** What the person who is logged in may do; pages offer only that. */
export function useAccess(): {
  may(permission: Permission): boolean;
  has(feature: Feature): boolean;
  refusal(requirement: Requirement | undefined): Refusal | null;
} {
  const user = useSessionUser();
  const plan = useSessionPlan();
  const subject = user && plan ? { user, plan } : null;
  return {
    may: (permission) => subject !== null && hasPermission(subject, permission),
    has: (feature) => subject !== null && hasFeature(subject, feature),
    refusal: (requirement) =>
      subject ? refusalOf(subject, requirement) : { by: 'role', reason: 'You are not logged in.', unlock: 'Log in.' },
  };
}
