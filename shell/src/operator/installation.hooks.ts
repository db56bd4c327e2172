import type { OperatorActionName } from '@skein/contracts/main/operator-views';
import { readOf } from '@skein/mfe/requests';
import { runtimeConfig } from '../runtime-config';
import {
  useInviteToSignUpMutation,
  useOperatorActionsQuery,
  useOperatorInstallationQuery,
  useSignUpInvitationsQuery,
  useWithdrawSignUpInvitationMutation,
} from './operator-api';

/** How this installation is set up, and how it does. */
export const useInstallation = () => readOf(useOperatorInstallationQuery());

/** Whether this installation has plans; the page knows it before the server has answered, so that no column of plans flashes up. */
export const useHasPlans = (): boolean =>
  (useOperatorInstallationQuery().data?.plans ?? runtimeConfig().plans) !== 'none';

/** One page of what operators did. */
export const useOperatorLog = (action: OperatorActionName | null, cursor: string | null | undefined, limit: number) =>
  readOf(useOperatorActionsQuery({ query: { ...(action && { action }), ...(cursor && { cursor }), limit } }));

/** Who is invited to sign up. `invite` and `withdraw` reject with the server's problem. */
export function useSignUpInvitations() {
  const { data, isReading, problem } = readOf(useSignUpInvitationsQuery());
  const [invite] = useInviteToSignUpMutation();
  const [withdraw] = useWithdrawSignUpInvitationMutation();
  return {
    invitations: data?.invitations ?? [],
    isReading,
    problem,
    invite: (email: string) => invite({ body: { email } }).unwrap(),
    withdraw: (signUpInvitationId: number) => withdraw({ params: { signUpInvitationId } }).unwrap(),
  };
}
