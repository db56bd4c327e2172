import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  endSessions,
  listPeople,
  listSessions,
  resetSecondFactor,
  sendPasswordLink,
  setOperator,
} from './operator-people';
import { addPerson, changePerson, removePerson } from './operator-members';
import { inviteToSignUp, listSignUpInvitations, withdrawSignUpInvitation } from './sign-up-invitations';
import {
  changePlan,
  createWorkspace,
  deleteWorkspace,
  disableWorkspace,
  enableWorkspace,
  listActions,
  listWorkspaces,
  readInstallation,
  readWorkspace,
} from './operator-workspaces';

const operatorOf = ({ email, workspaceId }: RequestActor) => ({ actor: email, workspaceId });

export const operatorRoutes = (deps: MainDeps) =>
  routes(operatorContract)(deps, {
    installation: (d) => readInstallation(d),
    listWorkspaces: (d, { query }) => listWorkspaces(d, query),
    createWorkspace: (d, { actor, body }) => createWorkspace(d, operatorOf(actor), body),
    readWorkspace: (d, { params }) => readWorkspace(d, params.operatedWorkspaceId),
    changePlan: (d, { actor, params, body }) => changePlan(d, operatorOf(actor), params.operatedWorkspaceId, body),
    disableWorkspace: (d, { actor, params, body }) =>
      disableWorkspace(d, operatorOf(actor), params.operatedWorkspaceId, body.reason),
    enableWorkspace: (d, { actor, params }) => enableWorkspace(d, operatorOf(actor), params.operatedWorkspaceId),
    deleteWorkspace: (d, { actor, params, body }) =>
      deleteWorkspace(d, operatorOf(actor), params.operatedWorkspaceId, body),
    listActions: (d, { query }) => listActions(d, query),
    listSignUpInvitations: (d) => listSignUpInvitations(d),
    inviteToSignUp: (d, { actor, body }) => inviteToSignUp(d, operatorOf(actor), body.email),
    withdrawSignUpInvitation: (d, { actor, params }) =>
      withdrawSignUpInvitation(d, operatorOf(actor), params.signUpInvitationId),
  });

export const operatorPeopleRoutes = (deps: MainDeps) =>
  routes(operatorPeopleContract)(deps, {
    listPeople: (d, { query }) => listPeople(d, query),
    addPerson: (d, { actor, params, body }) => addPerson(d, operatorOf(actor), params.operatedWorkspaceId, body),
    changePerson: (d, { actor, params, body }) =>
      changePerson(d, operatorOf(actor), { id: params.operatedPersonId }, body),
    removePerson: (d, { actor, params }) => removePerson(d, operatorOf(actor), { id: params.operatedPersonId }),
    listSessions: (d, { params }) => listSessions(d, { id: params.operatedPersonId }),
    endSessions: (d, { actor, params, body }) =>
      endSessions(d, operatorOf(actor), { id: params.operatedPersonId }, body.session_id ?? null),
    resetSecondFactor: (d, { actor, params }) =>
      resetSecondFactor(d, operatorOf(actor), { id: params.operatedPersonId }),
    sendPasswordLink: (d, { actor, params }) => sendPasswordLink(d, operatorOf(actor), { id: params.operatedPersonId }),
    setOperator: (d, { actor, params, body }) =>
      setOperator(d, operatorOf(actor), { id: params.operatedPersonId }, body.is_operator),
  });
