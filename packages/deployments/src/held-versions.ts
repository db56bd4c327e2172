import type { DeploymentAction, Deployments } from './deployment-records';

const deeds: Partial<Record<DeploymentAction, string>> = {
  deploy: 'deployed it',
  rollback: 'went back to it',
};

/**
 * Why a build leaves what is deployed of a remote as it is, as a sentence; null when its result may take the place. A build puts its
 * result in the place of an earlier build's only: what a person deployed, went back to, tries with a share or removed stays until a
 * person deploys again.
 */
export function heldAgainstBuilds(state: Deployments, name: string): string | null {
  const removed = state.removed[name];
  if (removed) return `${name} is not deployed: ${removed.by} removed it.`;
  const remote = state.remotes[name];
  if (!remote) return null;
  if (remote.canary)
    return `${name} stays at ${remote.current}: ${remote.canary.version} is on trial with ${remote.canary.percent} % of the workspaces.`;
  if (remote.currentBy === 'build') return null;
  const made = state.history.find(
    (entry) => entry.remote === name && entry.to === remote.current && deeds[entry.action],
  );
  const deed = deeds[made?.action ?? 'deploy'] ?? 'deployed it';
  return `${name} stays at ${remote.current}: ${made?.by ?? 'somebody'} ${deed}.`;
}
