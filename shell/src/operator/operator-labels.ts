import type { OperatorActionName, OperatorWorkspaceView, WorkspaceState } from '@skein/contracts/main/operator-views';
import type { Role } from '@skein/contracts/permissions';

export const stateWords: Record<WorkspaceState, string> = {
  unlimited: 'Active',
  trial: 'Trial',
  subscribed: 'Subscribed',
  grace: 'Grace period',
  ended: 'Ended',
  disabled: 'Disabled',
  deleting: 'Deleting',
};

export const actionWords: Record<OperatorActionName, string> = {
  'workspace-created': 'Created a workspace',
  'plan-changed': 'Changed the plan',
  'credits-granted': 'Gave verification credits',
  'workspace-disabled': 'Disabled a workspace',
  'workspace-enabled': 'Enabled a workspace',
  'workspace-deletion-started': 'Started to delete a workspace',
  'workspace-deleted': 'Deleted a workspace',
  'person-added': 'Added a person',
  'person-changed': 'Changed a person',
  'person-removed': 'Deleted a person',
  'sessions-ended': 'Ended sessions',
  'second-factor-reset': 'Reset a second factor',
  'password-link-sent': 'Sent a password link',
  'operator-made': 'Made an operator',
  'operator-ended': 'Removed an operator',
  invited: 'Invited to sign up',
  'invitation-withdrawn': 'Withdrew an invitation',
  'seed-added': 'Connected a seed',
  'seed-enabled': 'Enabled a seed',
  'seed-disabled': 'Disabled a seed',
  'seed-deleted': 'Deleted a seed',
  'event-added': 'Added an event',
  'event-changed': 'Changed an event',
  'event-deleted': 'Deleted an event',
  'pool-mailbox-added': 'Added a mailbox to the warmup pool',
  'pool-mailbox-disabled': 'Disabled a mailbox of the warmup pool',
  'pool-mailbox-deleted': 'Deleted a mailbox of the warmup pool',
  'instance-confirmed': 'Confirmed the installation after a restore',
  'leads-released': 'Released leads held after a restore',
  'emails-settled': 'Settled unconfirmed emails',
};

export const roleWords: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN_ACCESS: 'Administrator',
  FULL_MEMBER_ACCESS: 'Member',
  LIMITED_FULL_MEMBER_ACCESS: 'Limited member',
  VIEW_ONLY_ACCESS: 'View only',
};

const whole = new Intl.NumberFormat('en-US');
export const usedOf = (used: number, included: number): string => `${whole.format(used)} of ${whole.format(included)}`;

/** Which date ends the plan; null when none does. */
export const endOf = ({
  plan_type: plan,
  subscription_end_at: end,
  trial_end_at: trial,
}: Pick<OperatorWorkspaceView, 'plan_type' | 'subscription_end_at' | 'trial_end_at'>): string | null =>
  plan === 'trial' ? trial : end;
