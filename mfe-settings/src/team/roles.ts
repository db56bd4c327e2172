import { givenRoles, type GivenRole } from '@skein/contracts/main/team.contract';
import type { Role } from '@skein/contracts/permissions';

export const roleNames: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN_ACCESS: 'Administrator',
  FULL_MEMBER_ACCESS: 'Member',
  LIMITED_FULL_MEMBER_ACCESS: 'Limited member',
  VIEW_ONLY_ACCESS: 'Viewer',
};

const hints: Record<GivenRole, string> = {
  ADMIN_ACCESS: 'Everything except ownership.',
  FULL_MEMBER_ACCESS: 'Campaigns, leads, mailboxes and inbox of the whole workspace.',
  LIMITED_FULL_MEMBER_ACCESS: 'The same, but only what is assigned. No deleting, no exports.',
  VIEW_ONLY_ACCESS: 'Sees everything, changes nothing.',
};

/** The roles that can be given, each with what it means. `hasBilling`: this installation has plans, and with them bills. */
export const roleOptions = (hasBilling: boolean) =>
  givenRoles.map((role) => ({
    value: role,
    label: roleNames[role],
    hint: role === 'ADMIN_ACCESS' && hasBilling ? 'Everything except billing and ownership.' : hints[role],
  }));
