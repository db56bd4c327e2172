import { closedByRole, hasFeature, type AccessSubject, type Feature } from './feature-access';
import { unlocksFeature } from './plan-limits';
import { permissionsOf, type Permission } from './permissions';

/** What an entry of the navigation or a page needs to be shown. What a request may do is decided in the services (admit-request.ts). */
export interface Requirement {
  permission?: Permission;
  feature?: Feature;
  /** Hidden, not locked, for clients of an agency. */
  hiddenForClients?: boolean;
  /** Hidden for everybody but clients of an agency. */
  onlyForClients?: boolean;
}

/** Why something is closed to a person, and what opens it. */
export interface Refusal {
  /** plan: a larger plan opens it; role: somebody else's permission; client: not for clients at all. */
  by: 'plan' | 'role' | 'client';
  reason: string;
  /** What unlocks it, as a sentence. */
  unlock: string;
}

export const unlockedBy: Record<Feature, string> = {
  'team-members': 'Only the owner and administrators manage the team.',
  write: 'Your role can view, not edit. An administrator can give you another role.',
  'smart-delivery': unlocksFeature('smart-delivery'),
  'smart-senders': 'Purchased mailboxes come with paid plans that include global analytics.',
  'smart-servers': 'Dedicated-IP servers come with the Expert plan.',
  'smart-server-owner': 'Only the owner of the workspace can order servers.',
  'dedicated-servers': unlocksFeature('dedicated-servers'),
  'global-analytics': unlocksFeature('global-analytics'),
  linkedin: unlocksFeature('linkedin'),
  webhooks: unlocksFeature('webhooks'),
  'global-block-list': unlocksFeature('global-block-list'),
  'client-views': unlocksFeature('client-views'),
  whitelabel: unlocksFeature('whitelabel'),
  api: unlocksFeature('api'),
  'subscription-page': 'Only the owner of the workspace sees the subscription.',
};

/** Everything that the role of the person, or the permissions of the client, allow. */
export const subjectPermissions = ({ role, client }: AccessSubject): ReadonlySet<Permission> =>
  permissionsOf({ role, client: client && { id: 0, permissions: client, restrictedCategories: [] } });

/**
 * Why a person may not have what `requirement` asks for; null when they may.
 * @param permissions what the person's role allows; the server has worked it out with the same policy
 */
export function refusalOf(
  subject: AccessSubject,
  requirement: Requirement | undefined,
  permissions: { has(permission: Permission): boolean } = subjectPermissions(subject),
): Refusal | null {
  if (!requirement) return null;
  const isClient = subject.client !== null;
  if (requirement.hiddenForClients && isClient)
    return { by: 'client', reason: 'This is not part of a client’s view.', unlock: 'Ask your agency.' };
  if (requirement.onlyForClients && !isClient)
    return {
      by: 'role',
      reason: 'This is the home of an agency’s clients.',
      unlock: 'Clients log in at the client login.',
    };
  if (requirement.permission && !permissions.has(requirement.permission)) {
    return isClient
      ? { by: 'client', reason: 'This is not part of your client view.', unlock: 'Ask your agency.' }
      : {
          by: 'role',
          reason: 'Your role does not allow this.',
          unlock: 'The owner or an administrator can give you another role.',
        };
  }
  if (requirement.feature && !hasFeature(subject, requirement.feature)) {
    const role = closedByRole.has(requirement.feature);
    return {
      by: role ? 'role' : 'plan',
      reason: role ? 'Your role does not allow this.' : 'Your plan does not include this.',
      unlock: unlockedBy[requirement.feature],
    };
  }
  return null;
}
