import { attempt, readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useConfirmTwoFactorMutation,
  useEndAllSessionsMutation,
  useEndSessionMutation,
  useListSessionsQuery,
  useMailCodeMutation,
  useMailPasswordLinkMutation,
  useRenewRecoveryCodesMutation,
  useStartTwoFactorMutation,
  useSwitchOffTwoFactorMutation,
  useTwoFactorQuery,
} from '../api';
import { useRequestDeletionMutation, useCancelDeletionMutation, useWorkspaceDeletionQuery } from '../billing-api';

/** Mails the link with which a new password is set. */
export function usePasswordLink(email: string) {
  const [mailLink, { isLoading }] = useMailPasswordLinkMutation();
  const send = async () => {
    try {
      await mailLink({ body: { email } }).unwrap();
      toasts.show({ title: `A link is on its way to ${email}`, text: 'It is valid for 30 minutes.' });
    } catch (error) {
      showProblem('The link was not sent', error);
    }
  };
  return { send, isSending: isLoading };
}

/** Where the person is logged in. `end` and `endAll` reject with the server's problem. */
export function useSessions() {
  const asked = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [endAll] = useEndAllSessionsMutation();
  const [endOne] = useEndSessionMutation();
  return {
    sessions: asked.data?.sessions,
    problem: readProblem(asked),
    end: (sessionId: string) => endOne({ params: { sessionId } }).unwrap(),
    endAll: () => endAll({ body: {} }).unwrap(),
  };
}

/** Whether a login asks for a code too. What changes it rejects with the server's problem. */
export function useTwoFactor() {
  const asked = useTwoFactorQuery(undefined, { refetchOnMountOrArgChange: true });
  const [renew] = useRenewRecoveryCodesMutation();
  const [switchOff] = useSwitchOffTwoFactorMutation();
  const [mailCode] = useMailCodeMutation();
  return {
    twoFactor: asked.data,
    problem: readProblem(asked),
    /** Answers the new codes. */
    renewCodes: async (body: Parameters<typeof renew>[0]['body']): Promise<string[]> =>
      (await renew({ body }).unwrap()).recovery_codes,
    switchOff: (body: Parameters<typeof switchOff>[0]['body']) => switchOff({ body }).unwrap(),
    mailCode: async (email: string, password: string): Promise<void> => {
      await mailCode({ body: { email, password } }).unwrap();
    },
  };
}

/** The two steps that turn two-factor login on. Both reject with the server's problem. */
export function useEnrol() {
  const [start, starting] = useStartTwoFactorMutation();
  const [confirm, confirming] = useConfirmTwoFactorMutation();
  return {
    isBusy: starting.isLoading || confirming.isLoading,
    start: (password: string) => start({ body: { password } }).unwrap(),
    /** Answers the recovery codes. */
    confirm: async (code: string): Promise<string[]> => (await confirm({ body: { code } }).unwrap()).recovery_codes,
  };
}

/** When the workspace is deleted, if it is. `request` rejects with the server's problem. */
export function useWorkspaceDeletion() {
  const asked = useWorkspaceDeletionQuery();
  const [request] = useRequestDeletionMutation();
  const [cancel, { isLoading: isCancelling }] = useCancelDeletionMutation();
  return {
    deletion: asked.data,
    problem: readProblem(asked),
    isCancelling,
    request: (name: string) => request({ body: { name } }).unwrap(),
    cancel: () => attempt(cancel({ body: {} }).unwrap(), 'The deletion was not cancelled'),
  };
}
