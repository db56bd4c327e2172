import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { planTypes } from '../constants';
import { defineContract } from '../endpoint';
import { done, empty, idParam, instant, instantInput } from '../schemas';
import {
  operatorActionNames,
  operatorActionView,
  operatorPersonView,
  operatorWorkspaceView,
  signUpModes,
  workspaceStates,
} from './operator-views';

const operator = { who: 'operator' } as const;
const ofWorkspace = z.object({ operatedWorkspaceId: idParam });
const limit = z.number().int('must be a whole number').min(0, 'must be 0 or more').max(1_000_000_000).nullable();

/** What an operator can change of a plan. Left out: stays as it is. */
export const planChange = z
  .object({
    plan_type: z.enum(planTypes),
    is_subscribed: z.boolean(),
    /** null: the subscription has no end. */
    subscription_end_at: instantInput.nullable(),
    trial_end_at: instantInput.nullable(),
    /** Leads of the workspace, and emails a month, instead of what the plan includes; null: what the plan includes. */
    lead_limit: limit,
    email_limit: limit,
  })
  .partial();
export type PlanChange = z.output<typeof planChange>;

const workspaceDetail = operatorWorkspaceView.extend({
  /** The first 500 people, the owner first. */
  members: z.array(operatorPersonView),
});

export const newWorkspace = z.object({
  name: z.string().trim().min(1, 'is required').max(160),
  owner_name: z.string().trim().min(1, 'is required').max(120),
  owner_email: emailAddress,
  plan: planChange.optional(),
});

/** Workspaces, their plans and people, for whoever runs the installation. Every change is written down (`listOperatorActions`). */
export const operatorContract = defineContract({
  service: 'main',
  tag: 'Operator: workspaces',
  endpoints: {
    installation: {
      method: 'GET',
      path: '/api/operator/installation',
      access: operator,
      summary: 'How this installation is set up: sign-up, plans, who people ask, and whether it sends',
      response: z.object({
        sign_up: z.enum(signUpModes),
        plans: z.enum(['trial', 'none']),
        contact: z.string().nullable(),
        workspaces: z.number().int(),
        people: z.number().int(),
        /** Why nothing is sent, after a restore or a move; null in an installation that has not sent yet. */
        sending: z
          .object({
            paused: z.boolean(),
            since: instant.nullable(),
            explanation: z.string().nullable(),
            /** What this database takes itself for; a copy has the same. */
            identity: z.string(),
            starts: z.number().int(),
          })
          .nullable(),
        system_mail: z.object({
          from: z.string(),
          needs_tls: z.boolean(),
          /** Why the server did not take the last of the product's own emails. */
          problem: z.object({ message: z.string(), at: instant }).nullable(),
        }),
        /** null where no backups are made by the clock. */
        backup: z.object({ schedule: z.string(), newest_at: instant.nullable() }).nullable(),
        /** A replacement of the master key that is under way. */
        key_rotation: z.enum(['added', 'sealing']).nullable(),
        is_sandbox: z.boolean(),
      }),
    },
    listWorkspaces: {
      method: 'GET',
      path: '/api/operator/workspaces',
      access: operator,
      summary: 'Every workspace, the newest first; search by name, id, or address of anyone in it',
      query: z.object({
        search: z.string().trim().max(200).optional(),
        state: z.enum(workspaceStates).optional(),
        offset: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(200).default(25),
      }),
      response: z.object({ workspaces: z.array(operatorWorkspaceView), total: z.number().int() }),
    },
    createWorkspace: {
      method: 'POST',
      path: '/api/operator/workspaces',
      access: operator,
      status: 201,
      summary: 'Create a workspace with its owner, who gets a link by email to set a password',
      body: newWorkspace,
      response: workspaceDetail,
    },
    readWorkspace: {
      method: 'GET',
      path: '/api/operator/workspaces/:operatedWorkspaceId',
      access: operator,
      summary: 'One workspace with its plan and people',
      params: ofWorkspace,
      response: workspaceDetail,
    },
    changePlan: {
      method: 'PATCH',
      path: '/api/operator/workspaces/:operatedWorkspaceId/plan',
      access: operator,
      summary: 'Change plan, end and limits of a workspace',
      params: ofWorkspace,
      body: planChange,
      response: workspaceDetail,
    },
    disableWorkspace: {
      method: 'POST',
      path: '/api/operator/workspaces/:operatedWorkspaceId/disable',
      access: operator,
      summary: 'Stop all sending of a workspace and let no one log in to it',
      params: ofWorkspace,
      body: z.object({ reason: z.string().trim().min(1, 'is required').max(300) }),
      response: workspaceDetail,
    },
    enableWorkspace: {
      method: 'POST',
      path: '/api/operator/workspaces/:operatedWorkspaceId/enable',
      access: operator,
      summary: 'Let a disabled workspace work again',
      params: ofWorkspace,
      body: empty,
      response: workspaceDetail,
    },
    deleteWorkspace: {
      method: 'POST',
      path: '/api/operator/workspaces/:operatedWorkspaceId/delete',
      access: operator,
      summary:
        'Disable a workspace and delete it with everything in it after 14 days, or at once, confirmed by its name; enabling it cancels the deletion',
      params: ofWorkspace,
      body: z.object({ name: z.string().max(200), at_once: z.boolean().default(false) }),
      response: done,
    },
    listActions: {
      method: 'GET',
      path: '/api/operator/actions',
      access: operator,
      summary: 'What operators did, the latest first',
      query: z.object({
        workspace_id: idParam.optional(),
        action: z.enum(operatorActionNames).optional(),
        cursor: z.string().max(500).optional(),
        limit: z.coerce.number<number>().int().min(1).max(200).default(50),
      }),
      response: z.object({ actions: z.array(operatorActionView), next_cursor: z.string().nullable() }),
    },
    listSignUpInvitations: {
      method: 'GET',
      path: '/api/operator/invitations',
      access: operator,
      summary: 'Addresses that may open a workspace, the newest first',
      response: z.object({
        invitations: z.array(
          z.object({
            id: z.number().int(),
            email: z.string(),
            invited_by: z.string(),
            created_at: instant,
            expires_at: instant,
          }),
        ),
      }),
    },
    inviteToSignUp: {
      method: 'POST',
      path: '/api/operator/invitations',
      access: operator,
      status: 201,
      summary:
        'Invite an address to open a workspace; the link by email works once, for seven days. Inviting again renews it',
      body: z.object({ email: emailAddress }),
      response: z.object({ id: z.number().int(), email: z.string(), expires_at: instant }),
    },
    withdrawSignUpInvitation: {
      method: 'DELETE',
      path: '/api/operator/invitations/:signUpInvitationId',
      access: operator,
      summary: 'Withdraw an invitation; its link stops working',
      params: z.object({ signUpInvitationId: idParam }),
      response: done,
    },
  },
});

/** For forms. */
export const newWorkspaceBody = operatorContract.endpoints.createWorkspace.body;
