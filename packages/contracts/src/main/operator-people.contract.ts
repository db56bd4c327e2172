import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { roles } from '../permissions';
import { done, empty, idParam, instant } from '../schemas';
import { operatorPersonView } from './operator-views';
import { givenRoles } from './team.contract';

const operator = { who: 'operator' } as const;
const ofPerson = z.object({ operatedPersonId: idParam });

export const newPerson = z.object({
  name: z.string().trim().min(1, 'is required').max(120),
  email: emailAddress,
  role: z.enum(givenRoles),
});

/** People of any workspace, for whoever runs the installation. */
export const operatorPeopleContract = defineContract({
  service: 'main',
  tag: 'Operator: people',
  endpoints: {
    listPeople: {
      method: 'GET',
      path: '/api/operator/people',
      access: operator,
      summary: 'People of all workspaces, the newest first; search by name or address',
      query: z.object({
        search: z.string().trim().max(200).optional(),
        cursor: z.string().max(500).optional(),
        limit: z.coerce.number<number>().int().min(1).max(200).default(25),
      }),
      response: z.object({
        people: z.array(operatorPersonView.extend({ workspace: z.object({ id: z.number().int(), name: z.string() }) })),
        next_cursor: z.string().nullable(),
      }),
    },
    addPerson: {
      method: 'POST',
      path: '/api/operator/workspaces/:operatedWorkspaceId/people',
      access: operator,
      status: 201,
      summary: 'Add a person to a workspace; they get a link by email to set a password',
      params: z.object({ operatedWorkspaceId: idParam }),
      body: newPerson,
      response: operatorPersonView,
    },
    changePerson: {
      method: 'PATCH',
      path: '/api/operator/people/:operatedPersonId',
      access: operator,
      summary:
        'Deactivate or activate a person, or give another role. A new owner takes the place of the old one, who becomes an administrator',
      params: ofPerson,
      body: z.object({ status: z.enum(['active', 'deactivated']).optional(), role: z.enum(roles).optional() }),
      response: operatorPersonView,
    },
    removePerson: {
      method: 'DELETE',
      path: '/api/operator/people/:operatedPersonId',
      access: operator,
      summary: 'Delete a person with their sessions and keys; what they made stays in the workspace',
      params: ofPerson,
      response: done,
    },
    listSessions: {
      method: 'GET',
      path: '/api/operator/people/:operatedPersonId/sessions',
      access: operator,
      summary: 'Where a person is logged in',
      params: ofPerson,
      response: z.object({
        sessions: z.array(
          z.object({
            id: z.string(),
            user_agent: z.string().nullable(),
            ip: z.string().nullable(),
            created_at: instant,
            last_used_at: instant,
          }),
        ),
      }),
    },
    endSessions: {
      method: 'POST',
      path: '/api/operator/people/:operatedPersonId/end-sessions',
      access: operator,
      summary: 'End one session of a person, or all of them',
      params: ofPerson,
      body: z.object({ session_id: z.uuid('must be the id of a session').optional() }),
      response: z.object({ ended: z.number().int() }),
    },
    resetSecondFactor: {
      method: 'POST',
      path: '/api/operator/people/:operatedPersonId/reset-second-factor',
      access: operator,
      summary: 'Switch off the second factor of a person who lost it; they get an email, and their sessions end',
      params: ofPerson,
      body: empty,
      response: operatorPersonView,
    },
    sendPasswordLink: {
      method: 'POST',
      path: '/api/operator/people/:operatedPersonId/password-link',
      access: operator,
      summary: 'Email a person a link to set a new password',
      params: ofPerson,
      body: empty,
      response: done,
    },
    setOperator: {
      method: 'PUT',
      path: '/api/operator/people/:operatedPersonId/operator',
      access: operator,
      summary: 'Make a person an operator of this installation, or end that',
      params: ofPerson,
      body: z.object({ is_operator: z.boolean() }),
      response: operatorPersonView,
    },
  },
});
