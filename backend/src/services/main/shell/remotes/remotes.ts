import type { WorkspaceId } from '@skein/contracts/ids';
import type { DeployedRemoteView } from '@skein/contracts/main/remotes.contract';
import { SkeinError, notFound } from '#platform/http/skein-error';
import { changeDeployments, readDeployments } from '@skein/deployments/deployment-files';
import { pinWorkspace, previousVersion, rollBack, startCanary, switchRemote } from '@skein/deployments/deployments';
import { noDeployments, type Deployments } from '@skein/deployments/deployment-records';
import { DeploymentRefused } from '@skein/deployments/refusal';
import type { MainDeps } from '#main/deps';

type RemoteDeps = Pick<MainDeps, 'config' | 'realClock'>;
interface Who {
  email: string;
}

/** Areas are the same for every workspace of an installation: operators decide, which the contract asks for. */
function deployedFolder({ config }: RemoteDeps): string {
  if (!config.webFolder) throw notFound('A folder with deployed areas');
  return config.webFolder;
}

function viewOf(state: Deployments, name: string): DeployedRemoteView {
  const remote = state.remotes[name];
  if (!remote) throw notFound(`The area ${name}`);
  return {
    name,
    title: remote.releases[remote.current]?.release.title ?? name,
    current: remote.current,
    previous: previousVersion(state, name),
    is_off: remote.off !== null,
    canary: remote.canary,
    pins: Object.entries(remote.pins).map(([id, version]) => ({ workspace_id: Number(id), version })),
    versions: Object.entries(remote.releases)
      .map(([version, { deployedAt, wasGood, rolledBackAt }]) => ({
        version,
        deployed_at: deployedAt,
        was_good: wasGood === true,
        was_rolled_back: rolledBackAt !== undefined,
      }))
      .sort((one, other) => other.deployed_at.localeCompare(one.deployed_at)),
  };
}

export async function listRemotes(deps: RemoteDeps) {
  const state = (await readDeployments(deployedFolder(deps))) ?? noDeployments();
  return {
    remotes: Object.keys(state.remotes)
      .sort()
      .map((name) => viewOf(state, name)),
    history: state.history.slice(0, 100).map(({ workspaceId, percent, ...entry }) => ({
      ...entry,
      workspace_id: workspaceId ?? null,
      percent: percent ?? null,
    })),
  };
}

async function change(
  deps: RemoteDeps,
  who: Who,
  name: string,
  work: (state: Deployments, occasion: { at: Date; by: string }) => Deployments,
): Promise<DeployedRemoteView> {
  const occasion = { at: new Date(deps.realClock.now()), by: who.email };
  try {
    return viewOf(await changeDeployments(deployedFolder(deps), (state) => work(state, occasion)), name);
  } catch (error) {
    if (error instanceof DeploymentRefused) throw new SkeinError(error.code, error.message);
    throw error;
  }
}

/** @throws SkeinError CONFLICT when there is nothing to go back to */
export const rollBackRemote = (deps: RemoteDeps, who: Who, name: string, version: string | null) =>
  change(deps, who, name, (state, occasion) => rollBack(state, name, version, occasion));

export const setCanary = (
  deps: RemoteDeps,
  who: Who,
  name: string,
  canary: { version: string; percent: number } | null,
) => change(deps, who, name, (state, occasion) => startCanary(state, name, canary, occasion));

export const pinRemote = (
  deps: RemoteDeps,
  who: Who,
  name: string,
  pin: { workspace_id: WorkspaceId; version: string | null },
) =>
  change(deps, who, name, (state, occasion) =>
    pinWorkspace(state, name, { workspaceId: pin.workspace_id, version: pin.version }, occasion),
  );

/** Takes an area from everybody, or gives it back. @throws SkeinError CONFLICT when it can no longer run in the shell */
export const setRemoteOff = (deps: RemoteDeps, who: Who, name: string, isOff: boolean) =>
  change(deps, who, name, (state, occasion) => switchRemote(state, name, !isOff, occasion));
