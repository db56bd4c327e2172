import { teamContract } from '@skein/contracts/main/team.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { acceptInvitation, readInvitation } from './accept-invitation';
import { assignWork, listAssignable, readAssignments } from './assign-work';
import { changeMember, removeMember } from './change-member';
import { inviteAgain, inviteMember } from './invite-member';
import { listMembers, readMember } from './list-members';

/** The team over HTTP: one line an endpoint. */
export const teamRoutes = (deps: MainDeps) =>
  routes(teamContract)(deps, {
    listMembers: (_, { actor, query }) => listMembers(deps, actor, query),
    readMember: (_, { actor, params }) => readMember(deps, actor, params.memberId),
    invite: (_, { actor, body }) => inviteMember(deps, actor, body),
    inviteAgain: (_, { actor, params }) => inviteAgain(deps, actor, params.memberId),
    changeMember: (_, { actor, params, body }) => changeMember(deps, actor, params.memberId, body),
    removeMember: (_, { actor, params }) => removeMember(deps, actor, params.memberId),
    readAssignments: (_, { actor, params }) => readAssignments(deps, actor, params.memberId),
    assign: (_, { actor, params, body }) => assignWork(deps, actor, params.memberId, body),
    listAssignable: (_, { actor, query }) => listAssignable(deps, actor, query),
    readInvitation: (_, { query }) => readInvitation(deps, query.uuid),
    acceptInvitation: (_, request) => acceptInvitation(deps, request.body, request),
  });
