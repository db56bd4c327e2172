import type { WorkspaceState } from '@skein/contracts/main/operator-views';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { stateWords } from './operator-labels';

const looks: Record<WorkspaceState, KnownState> = {
  unlimited: 'active',
  trial: 'started',
  subscribed: 'active',
  grace: 'warning',
  ended: 'paused',
  disabled: 'stopped',
  deleting: 'stopped',
};

/** Whether a workspace can work, and on what terms. */
export function WorkspaceStatus({ state }: { state: WorkspaceState }) {
  return <StateStatus state={looks[state]}>{stateWords[state]}</StateStatus>;
}
