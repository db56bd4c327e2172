import type { DeployedRemoteView } from '@skein/contracts/main/remotes.contract';
import { SkeinError, notFound } from '../../../../platform/http/skein-error';
import { changeDeployments, readDeployments } from '../../../../platform/remotes/deployment-files';
import {
  pinWorkspace,
  previousVersion,
  rollBack,
  startCanary,
  type Deployments,
} from '../../../../platform/remotes/deployments';
import type { MainDeps } from '../../deps';
import { isDemoWorkspace } from './demo-workspace.store';

type RemoteDeps = Pick<MainDeps, 'config' | 'realClock' | 'db'>;
interface Who {
  email: string;
  workspaceId: number;
}

/**
 * Areas are the same for every workspace of an installation, so that not the owner of a workspace decides, but who runs the installation:
 * SKEIN_OPERATORS. The sandbox belongs to whoever started it, who has the demo login; people who signed up there are guests.
 * @throws SkeinError FORBIDDEN
 */
async function requireOperator({ config, db }: RemoteDeps, { email, workspaceId }: Who): Promise<string> {
  const operators = config.operators ?? [];
  if (
    !operators.includes(email.toLowerCase()) &&
    !(config.isSandbox && operators.length === 0 && (await isDemoWorkspace(db, workspaceId)))
  )
    throw new SkeinError('FORBIDDEN', 'Only operators of this installation see this: SKEIN_OPERATORS names them.');
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
    canary: remote.canary,
    pins: Object.entries(remote.pins).map(([id, version]) => ({ workspace_id: Number(id), version })),
    versions: Object.entries(remote.releases)
      .map(([version, { deployedAt }]) => ({ version, deployed_at: deployedAt }))
      .sort((one, other) => other.deployed_at.localeCompare(one.deployed_at)),
  };
}

export async function listRemotes(deps: RemoteDeps, who: Who) {
  const state = (await readDeployments(await requireOperator(deps, who))) ?? { remotes: {}, history: [] };
  return {
    remotes: Object.keys(state.remotes)
      .sort()
      .map((name) => viewOf(state, name)),
    history: state.history
      .slice(0, 100)
      .map(({ workspaceId, percent, ...entry }) => ({
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
  return viewOf(await changeDeployments(await requireOperator(deps, who), (state) => work(state, occasion)), name);
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
  pin: { workspace_id: number; version: string | null },
) => change(deps, who, name, (state, occasion) => pinWorkspace(state, name, pin.workspace_id, pin.version, occasion));
