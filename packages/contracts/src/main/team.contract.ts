import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { newPassword } from '../sign-in-rules';
import { defineContract } from '../endpoint';
import { roles } from '../permissions';
import { done, empty, idList, idParam, instant } from '../schemas';
import { sessionView } from './auth-views';

export const memberStatuses = ['active', 'invited', 'deactivated'] as const;
export type MemberStatus = (typeof memberStatuses)[number];
/** Roles that can be given: a workspace has one owner, and nobody becomes it here. */
export const givenRoles = [
  'ADMIN_ACCESS',
  'FULL_MEMBER_ACCESS',
  'LIMITED_FULL_MEMBER_ACCESS',
  'VIEW_ONLY_ACCESS',
] as const;
export type GivenRole = (typeof givenRoles)[number];

/** A team member (docs/domain.md). Somebody who was invited keeps the id once they accept. */
export const memberView = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  profile_pic_url: z.string().nullable(),
  /** How many campaigns, clients and mailboxes are assigned; what counts for limited access only. */
  assigned: z.number().int(),
  last_login_at: instant.nullable(),
  created_at: instant,
  /** Until when an invitation can be accepted. */
  invitation_expires_at: instant.nullable(),
});
export type MemberView = z.output<typeof memberView>;

/** A team member as anybody of the team sees them: who does not manage the team sees who is in it, and more only of themselves. */
export const listedMember = memberView.extend({
  email: z.string().nullable(),
  assigned: z.number().int().nullable(),
});
export type ListedMember = z.output<typeof listedMember>;

const ids = z.array(idParam).max(2000);
export const assignments = z.object({ campaign_ids: ids, client_ids: ids, mailbox_ids: ids });
export type Assignments = z.output<typeof assignments>;

const choice = z.object({ id: z.number().int(), name: z.string() });
const memberId = z.object({ memberId: idParam });
const uuid = z.string().min(20).max(200);
const read = { who: 'person', may: 'team.read' } as const;
const manage = { who: 'person', may: 'team.manage' } as const;

/** The people of a workspace: invited by mail, given a role, deactivated, removed; and what members with limited access work on. */
export const teamContract = defineContract({
  service: 'main',
  tag: 'Team',
  endpoints: {
    listMembers: {
      method: 'GET',
      path: '/api/team/members',
      access: read,
      summary: 'Team members and open invitations, the newest first',
      query: z.object({
        offset: z.coerce.number<number>().int().min(0).max(100_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(100).default(10),
        search: z.string().trim().max(100).optional(),
        status: z.enum(memberStatuses).optional(),
      }),
      response: z.object({ members: z.array(listedMember), total: z.number().int() }),
    },
    readMember: {
      method: 'GET',
      path: '/api/team/members/:memberId',
      access: read,
      summary: 'One team member',
      params: memberId,
      response: listedMember,
    },
    invite: {
      method: 'POST',
      path: '/api/team/members',
      access: manage,
      status: 201,
      summary: 'Invite a team member by email; the link is good for seven days',
      body: z.object({ email: emailAddress, role: z.enum(givenRoles) }),
      response: memberView,
    },
    inviteAgain: {
      method: 'POST',
      path: '/api/team/members/:memberId/invitation',
      access: manage,
      summary: 'Email the invitation again; the earlier link stops working',
      params: memberId,
      body: empty,
      response: memberView,
    },
    changeMember: {
      method: 'PATCH',
      path: '/api/team/members/:memberId',
      access: manage,
      summary: 'Give another role, deactivate (every session ends at once) or activate again',
      params: memberId,
      body: z.object({ role: z.enum(givenRoles).optional(), status: z.enum(['active', 'deactivated']).optional() }),
      response: memberView,
    },
    removeMember: {
      method: 'DELETE',
      path: '/api/team/members/:memberId',
      access: manage,
      summary: 'Remove a member, or withdraw an invitation; what they made stays',
      params: memberId,
      response: done,
    },
    readAssignments: {
      method: 'GET',
      path: '/api/team/members/:memberId/assignments',
      access: manage,
      summary: 'What is assigned to a member with limited access',
      params: memberId,
      response: assignments,
    },
    assign: {
      method: 'PUT',
      path: '/api/team/members/:memberId/assignments',
      access: manage,
      summary: 'Assign exactly these campaigns, clients and mailboxes',
      params: memberId,
      body: assignments,
      response: assignments,
    },
    listAssignable: {
      method: 'GET',
      path: '/api/team/assignable',
      access: manage,
      summary: 'Names of what can be assigned: of these ids, or the first 100 of each kind that match',
      query: z.object({
        search: z.string().trim().max(100).optional(),
        campaign_ids: idList.optional(),
        client_ids: idList.optional(),
        mailbox_ids: idList.optional(),
      }),
      response: z.object({ campaigns: z.array(choice), clients: z.array(choice), mailboxes: z.array(choice) }),
    },
    readInvitation: {
      method: 'GET',
      path: '/api/team/invitation',
      access: { who: 'link' },
      summary: 'What the link of an invitation is for',
      query: z.object({ uuid }),
      response: z.object({
        email: z.string(),
        role: z.enum(roles),
        workspace: z.string(),
        invited_by: z.string().nullable(),
      }),
    },
    acceptInvitation: {
      method: 'POST',
      path: '/api/team/invitation/accept',
      access: { who: 'link' },
      summary: 'Accept an invitation with a name and a password, and be logged in',
      body: z.object({
        uuid,
        name: z
          .string()
          .trim()
          .min(1, 'is required')
          .max(120)
          .regex(/^[^\p{Cc}<>]*$/u, 'can’t contain <, > or control characters'),
        password: newPassword,
      }),
      response: sessionView,
    },
  },
});

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const acceptInvitationBody = teamContract.endpoints.acceptInvitation.body;
