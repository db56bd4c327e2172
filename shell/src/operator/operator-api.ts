import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
import { operatorSeedsContract } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { operatorEventsContract } from '@skein/contracts/university/operator-events.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const workspaces = endpointsFrom(operatorContract);
const people = endpointsFrom(operatorPeopleContract);
const seeds = endpointsFrom(operatorSeedsContract);
const events = endpointsFrom(operatorEventsContract);
const provides = { provides: ['operator'] } as const;
const invalidates = { invalidates: ['operator'] } as const;

const operatorApi = api.injectEndpoints({
  endpoints: (build) => ({
    operatorInstallation: workspaces.query(build, 'installation', provides),
    operatedWorkspaces: workspaces.query(build, 'listWorkspaces', provides),
    operatedWorkspace: workspaces.query(build, 'readWorkspace', provides),
    operatorActions: workspaces.query(build, 'listActions', provides),
    signUpInvitations: workspaces.query(build, 'listSignUpInvitations', provides),
    createWorkspace: workspaces.mutation(build, 'createWorkspace', invalidates),
    changeWorkspacePlan: workspaces.mutation(build, 'changePlan', invalidates),
    disableWorkspace: workspaces.mutation(build, 'disableWorkspace', invalidates),
    enableWorkspace: workspaces.mutation(build, 'enableWorkspace', invalidates),
    deleteWorkspace: workspaces.mutation(build, 'deleteWorkspace', invalidates),
    inviteToSignUp: workspaces.mutation(build, 'inviteToSignUp', invalidates),
    withdrawSignUpInvitation: workspaces.mutation(build, 'withdrawSignUpInvitation', invalidates),
    operatedPeople: people.query(build, 'listPeople', provides),
    addPerson: people.mutation(build, 'addPerson', invalidates),
    changePerson: people.mutation(build, 'changePerson', invalidates),
    removePerson: people.mutation(build, 'removePerson', invalidates),
    personSessions: people.query(build, 'listSessions', provides),
    endPersonSessions: people.mutation(build, 'endSessions', invalidates),
    resetSecondFactor: people.mutation(build, 'resetSecondFactor', invalidates),
    sendPasswordLink: people.mutation(build, 'sendPasswordLink', invalidates),
    setOperator: people.mutation(build, 'setOperator', invalidates),
    operatorSeeds: seeds.query(build, 'listSeeds', provides),
    addSeed: seeds.mutation(build, 'addSeed', { invalidates: ['operator', 'deliverability'] }),
    addSeeds: seeds.mutation(build, 'addSeeds', { invalidates: ['operator', 'deliverability'] }),
    checkSeed: seeds.mutation(build, 'checkSeed', invalidates),
    setSeedActive: seeds.mutation(build, 'setSeedActive', { invalidates: ['operator', 'deliverability'] }),
    deleteSeed: seeds.mutation(build, 'deleteSeed', { invalidates: ['operator', 'deliverability'] }),
    operatedEvents: events.query(build, 'listOperatedEvents', provides),
    addEvent: events.mutation(build, 'addEvent', { invalidates: ['operator', 'university'] }),
    changeEvent: events.mutation(build, 'changeEvent', { invalidates: ['operator', 'university'] }),
    keepRecording: events.mutation(build, 'keepRecording', { invalidates: ['operator', 'university'] }),
    deleteEvent: events.mutation(build, 'deleteEvent', { invalidates: ['operator', 'university'] }),
  }),
});

export const {
  useOperatorInstallationQuery,
  useOperatedWorkspacesQuery,
  useOperatedWorkspaceQuery,
  useOperatorActionsQuery,
  useSignUpInvitationsQuery,
  useCreateWorkspaceMutation,
  useChangeWorkspacePlanMutation,
  useDisableWorkspaceMutation,
  useEnableWorkspaceMutation,
  useDeleteWorkspaceMutation,
  useInviteToSignUpMutation,
  useWithdrawSignUpInvitationMutation,
  useOperatedPeopleQuery,
  useAddPersonMutation,
  useChangePersonMutation,
  useRemovePersonMutation,
  usePersonSessionsQuery,
  useEndPersonSessionsMutation,
  useResetSecondFactorMutation,
  useSendPasswordLinkMutation,
  useSetOperatorMutation,
  useOperatorSeedsQuery,
  useAddSeedMutation,
  useAddSeedsMutation,
  useCheckSeedMutation,
  useSetSeedActiveMutation,
  useDeleteSeedMutation,
  useOperatedEventsQuery,
  useAddEventMutation,
  useChangeEventMutation,
  useKeepRecordingMutation,
  useDeleteEventMutation,
} = operatorApi;
