import { useState } from 'react';
import type { DeployedRemoteView } from '@skein/contracts/main/remotes.contract';
import { readOf } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import {
  useDeployedRemotesQuery,
  usePinRemoteMutation,
  useRollBackRemoteMutation,
  useSetCanaryMutation,
  useSetRemoteOffMutation,
} from './deployed-areas-api';

/** The areas with their versions, and what was deployed last. */
export const useDeployedAreas = () => readOf(useDeployedRemotesQuery());

/** What an operator may do with one area. Each says what is wrong when it was refused. */
export function useAreaControls({ name, title, current }: DeployedRemoteView) {
  const [rollBack] = useRollBackRemoteMutation();
  const [setCanary] = useSetCanaryMutation();
  const [pin] = usePinRemoteMutation();
  const [setOff] = useSetRemoteOffMutation();
  const [version, setVersion] = useState(current);
  const params = { remote: name };
  const report = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => showProblem(`${title} was not changed`, error));
  return {
    version,
    setVersion,
    pin: (workspaceId: number) => report(pin({ params, body: { workspace_id: workspaceId, version } }).unwrap()),
    endPin: (workspaceId: number) =>
      report(pin({ params, body: { workspace_id: workspaceId, version: null } }).unwrap()),
    tryWith: (percent: number) => report(setCanary({ params, body: { canary: { version, percent } } }).unwrap()),
    endTrial: () => report(setCanary({ params, body: { canary: null } }).unwrap()),
    switchOn: () => report(setOff({ params, body: { is_off: false } }).unwrap()),
    /** Rejects with the reason, for the dialog that asked. */
    switchOff: async () => void (await setOff({ params, body: { is_off: true } }).unwrap()),
    rollBack: async () => void (await rollBack({ params, body: {} }).unwrap()),
  };
}
