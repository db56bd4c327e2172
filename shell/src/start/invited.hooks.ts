import { useInvitedQuery, useInviteMemberMutation } from './onboarding-api';

/** Who is in the team so far, and inviting one more. `invite` rejects with the server's problem. */
export function useInvited() {
  const { data } = useInvitedQuery({ query: { limit: 20 } });
  const [invite, { isLoading: isInviting }] = useInviteMemberMutation();
  return {
    members: data?.members ?? [],
    isInviting,
    invite: (email: string) => invite({ body: { email, role: 'FULL_MEMBER_ACCESS' } }).unwrap(),
  };
}
