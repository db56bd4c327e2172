import type { DeployedVersions, DeploymentEntry, Deployments } from './deployment-records';

/** How a build names itself in the history. */
export const buildName = 'npm run build';

interface Stored {
  remotes: Record<string, Partial<DeployedVersions> & Pick<DeployedVersions, 'current' | 'releases'>>;
  removed?: Deployments['removed'];
  history?: Deployments['history'];
}

/** What the history says of earlier versions: those that a deploy replaced, from the current one backwards. */
function formerOf(history: readonly DeploymentEntry[], name: string, { current, releases }: Stored['remotes'][string]) {
  const former: string[] = [];
  let at = current;
  for (const { remote, action, from, to } of history)
    if (remote === name && action === 'deploy' && to === at && from && from !== at && releases[from]) {
      former.push(from);
      at = from;
    }
  return former;
}

/** A state as it was read, with what versions of the product before this one did not write down. */
export function completeState(stored: Stored): Deployments {
  const history = stored.history ?? [];
  const remotes = Object.entries(stored.remotes).map(([name, remote]): [string, DeployedVersions] => {
    const made = history.find(
      ({ remote: of, action, to }) =>
        of === name && to === remote.current && (action === 'deploy' || action === 'rollback'),
    );
    const currentBy = made?.action === 'rollback' ? 'rollback' : made && made.by !== buildName ? 'deploy' : 'build';
    const missing: Omit<DeployedVersions, 'current' | 'releases'> = {
      currentSince: remote.releases[remote.current]?.deployedAt ?? new Date(0).toISOString(),
      currentBy,
      former: formerOf(history, name, remote),
      canary: null,
      pins: {},
      off: null,
    };
    return [name, { ...missing, ...remote }];
  });
  return { remotes: Object.fromEntries(remotes), removed: stored.removed ?? {}, history };
}
