import { z } from 'zod';
import { planTypes } from '../constants';
import { roles } from '../permissions';
import { instant } from '../schemas';

/** Where a workspace stands, for operators. `deleting`: its rows and files are being removed. */
export const workspaceStates = ['unlimited', 'trial', 'subscribed', 'grace', 'ended', 'disabled', 'deleting'] as const;
export type WorkspaceState = (typeof workspaceStates)[number];

/** A workspace as operators see it in the list. Nothing of its leads, campaigns or emails. */
export const operatorWorkspaceView = z.object({
  id: z.number().int(),
  name: z.string(),
  state: z.enum(workspaceStates),
  plan_type: z.enum(planTypes),
  is_subscribed: z.boolean(),
  subscription_end_at: instant.nullable(),
  trial_end_at: instant.nullable(),
  /** What an operator set instead of what the plan includes; null: what the plan includes. */
  lead_limit: z.number().int().nullable(),
  email_limit: z.number().int().nullable(),
  leads_used: z.number().int(),
  leads_included: z.number().int(),
  emails_used: z.number().int(),
  emails_included: z.number().int(),
  people: z.number().int(),
  owner: z.object({ id: z.number().int(), name: z.string(), email: z.string() }).nullable(),
  disabled_at: instant.nullable(),
  disabled_reason: z.string().nullable(),
  /** When it is deleted; until then enabling it takes that back. */
  delete_at: instant.nullable(),
  is_demo: z.boolean(),
  created_at: instant,
  last_login_at: instant.nullable(),
});
export type OperatorWorkspaceView = z.output<typeof operatorWorkspaceView>;

/** Someone who logs in to a workspace, as operators see them. */
export const operatorPersonView = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Name of the agency's client they belong to; null for people of the workspace itself. */
  client: z.string().nullable(),
  status: z.string(),
  is_email_verified: z.boolean(),
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  is_operator: z.boolean(),
  sessions: z.number().int(),
  last_login_at: instant.nullable(),
});
export type OperatorPersonView = z.output<typeof operatorPersonView>;

/** What an operator does; each word stands in the log for good. */
export const operatorActionNames = [
  'workspace-created',
  'plan-changed',
  'credits-granted',
  'workspace-disabled',
  'workspace-enabled',
  'workspace-deletion-started',
  'workspace-deleted',
  'person-added',
  'person-changed',
  'person-removed',
  'sessions-ended',
  'second-factor-reset',
  'password-link-sent',
  'operator-made',
  'operator-ended',
  'invited',
  'invitation-withdrawn',
  'seed-added',
  'seed-enabled',
  'seed-disabled',
  'seed-deleted',
  'event-added',
  'event-changed',
  'event-deleted',
  'pool-mailbox-added',
  'pool-mailbox-disabled',
  'pool-mailbox-deleted',
  'instance-confirmed',
  'leads-released',
  'emails-settled',
] as const;
export type OperatorActionName = (typeof operatorActionNames)[number];

export const operatorActionView = z.object({
  id: z.string(),
  at: instant,
  actor: z.string(),
  action: z.string(),
  workspace_id: z.number().int().nullable(),
  workspace_name: z.string().nullable(),
  email: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type OperatorActionView = z.output<typeof operatorActionView>;

export const signUpModes = ['open', 'invitation', 'closed'] as const;
/** Who may open a workspace: anyone, those whom an operator invited, or only operators themselves. */
export type SignUpMode = (typeof signUpModes)[number];
