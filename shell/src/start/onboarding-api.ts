import { authContract } from '@skein/contracts/main/auth.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const identity = endpointsFrom(authContract);
const team = endpointsFrom(teamContract);

/** What the onboarding asks and changes beyond the person. */
const onboardingApi = api.injectEndpoints({
  endpoints: (build) => ({
    onboarding: identity.query(build, 'readOnboarding', { provides: ['profile', 'mailbox'] }),
    invited: team.query(build, 'listMembers', { provides: ['team'] }),
    inviteMember: team.mutation(build, 'invite', { invalidates: ['team'] }),
  }),
});

export const { useOnboardingQuery, useInvitedQuery, useInviteMemberMutation } = onboardingApi;
