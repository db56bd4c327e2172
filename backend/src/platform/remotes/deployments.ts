import { createHash } from 'node:crypto';
import { SkeinError } from '../http/skein-error';

/** One built version of a remote as it was signed at deploy. What is signed is `JSON.stringify` of everything but the signature. */
export interface SignedRelease {
  name: string;
  title: string;
  version: string;
  /** Address of its federation entry. */
  entry: string;
  /** sha384 of every script and style sheet, by file name. */
  integrity: Record<string, string>;
  /** Ed25519, base64. */
  signature: string;
  [fact: string]: unknown;
}

export interface DeployedVersions {
  current: string;
  /** A version that a share of the workspaces gets, the same ones each time. */
  canary: { version: string; percent: number } | null;
  /** Versions of single workspaces, by workspace id. */
  pins: Record<string, string>;
  /** Every version that can be chosen. */
  releases: Record<string, { release: SignedRelease; deployedAt: string }>;
}

export type DeploymentAction = 'deploy' | 'rollback' | 'canary' | 'canary-ended' | 'pin' | 'unpin';

export interface DeploymentEntry {
  at: string;
  remote: string;
  action: DeploymentAction;
  /** The version that is current, canary or pinned from now on; null where something was taken away. */
  to: string | null;
  from: string | null;
  workspaceId?: number;
  percent?: number;
  /** Who did it: a name of the command line, or a person's address. */
  by: string;
}

/** `deployments.json`: which versions there are and who gets which. Lies beside `remotes/` and is never served. */
export interface Deployments {
  remotes: Record<string, DeployedVersions>;
  /** The latest first. */
  history: DeploymentEntry[];
}

/** How many entries of the history are kept. */
const historyKept = 500;
/** Versions of a remote that stay besides those that somebody gets: ways back, and for pages that are open. */
const versionsKept = 3;

export const noDeployments = (): Deployments => ({ remotes: {}, history: [] });

function remoteOf(state: Deployments, name: string): DeployedVersions {
  const remote = state.remotes[name];
  if (!remote)
    throw new SkeinError(
      'NOT_FOUND',
      `There is no deployed remote "${name}". Deployed: ${Object.keys(state.remotes).sort().join(', ') || 'none'}.`,
    );
  return remote;
}

function releaseOf(state: Deployments, name: string, version: string): void {
  const remote = remoteOf(state, name);
  if (!remote.releases[version])
    throw new SkeinError(
      'NOT_FOUND',
      `${name} has no version ${version}. It has: ${Object.keys(remote.releases).join(', ')}.`,
    );
}

const note = (state: Deployments, entry: DeploymentEntry): DeploymentEntry[] =>
  [entry, ...state.history].slice(0, historyKept);

const withRemote = (
  state: Deployments,
  name: string,
  remote: DeployedVersions,
  entry: DeploymentEntry,
): Deployments => ({ remotes: { ...state.remotes, [name]: remote }, history: note(state, entry) });

interface Occasion {
  at: Date;
  by: string;
}

/** Makes a release known and, unless it is a canary, the current one. */
export function deployRelease(
  state: Deployments,
  release: SignedRelease,
  { at, by, percent }: Occasion & { percent?: number },
): Deployments {
  const before = state.remotes[release.name];
  const releases = { ...before?.releases, [release.version]: { release, deployedAt: at.toISOString() } };
  if (percent !== undefined && before) {
    const known = { ...state, remotes: { ...state.remotes, [release.name]: { ...before, releases } } };
    return startCanary(known, release.name, { version: release.version, percent }, { at, by });
  }
  const remote: DeployedVersions = {
    current: release.version,
    canary: before?.canary?.version === release.version ? null : (before?.canary ?? null),
    pins: before?.pins ?? {},
    releases,
  };
  return withRemote(state, release.name, remote, {
    at: at.toISOString(),
    remote: release.name,
    action: 'deploy',
    from: before?.current ?? null,
    to: release.version,
    by,
  });
}

/** The version before the current one: what was current when that was deployed. Going back does not count, or the second time would lead forward. */
export function previousVersion(state: Deployments, name: string): string | null {
  const { current, releases } = remoteOf(state, name);
  const was = state.history.find(
    (entry) =>
      entry.remote === name &&
      entry.action === 'deploy' &&
      entry.to === current &&
      entry.from !== null &&
      entry.from !== current &&
      releases[entry.from],
  );
  return was?.from ?? null;
}

/** Goes back to a version, the one before the current unless named. Ends the canary. */
export function rollBack(state: Deployments, name: string, version: string | null, { at, by }: Occasion): Deployments {
  const remote = remoteOf(state, name);
  const to = version ?? previousVersion(state, name);
  if (!to) throw new SkeinError('CONFLICT', `${name} has no earlier version to go back to.`);
  releaseOf(state, name, to);
  return withRemote(
    state,
    name,
    { ...remote, current: to, canary: null },
    { at: at.toISOString(), remote: name, action: 'rollback', from: remote.current, to, by },
  );
}

export function startCanary(
  state: Deployments,
  name: string,
  canary: { version: string; percent: number } | null,
  { at, by }: Occasion,
): Deployments {
  const remote = remoteOf(state, name);
  if (canary) {
    releaseOf(state, name, canary.version);
    if (!Number.isInteger(canary.percent) || canary.percent < 1 || canary.percent > 99)
      throw new SkeinError('VALIDATION', 'The share of a canary is a whole number from 1 to 99.');
  }
  return withRemote(
    state,
    name,
    { ...remote, canary },
    {
      at: at.toISOString(),
      remote: name,
      action: canary ? 'canary' : 'canary-ended',
      from: remote.canary?.version ?? null,
      to: canary?.version ?? null,
      by,
      ...(canary ? { percent: canary.percent } : {}),
    },
  );
}

/** Gives a workspace a version of its own; null gives it again what everybody gets. */
export function pinWorkspace(
  state: Deployments,
  name: string,
  workspaceId: number,
  version: string | null,
  { at, by }: Occasion,
): Deployments {
  const remote = remoteOf(state, name);
  const { [String(workspaceId)]: before, ...others } = remote.pins;
  if (version) releaseOf(state, name, version);
  const pins = version ? { ...others, [String(workspaceId)]: version } : others;
  return withRemote(
    state,
    name,
    { ...remote, pins },
    {
      at: at.toISOString(),
      remote: name,
      action: version ? 'pin' : 'unpin',
      from: before ?? null,
      to: version,
      workspaceId,
      by,
    },
  );
}

/** A number from 0 to 99 that is always the same for a workspace and a canary: raising the share keeps who already has it. */
export const canaryPlace = (name: string, version: string, workspaceId: number): number =>
  createHash('sha256').update(`${name}\n${version}\n${workspaceId}`).digest().readUInt32BE(0) % 100;

/** Which version of a remote a workspace gets: its pin, else the canary if it is among its share, else the current one. */
export function versionFor(remote: DeployedVersions, name: string, workspaceId: number | null): string {
  if (workspaceId === null) return remote.current;
  const pinned = remote.pins[String(workspaceId)];
  if (pinned) return pinned;
  const { canary } = remote;
  return canary && canaryPlace(name, canary.version, workspaceId) < canary.percent ? canary.version : remote.current;
}

/** The answer of `GET /remotes.json` for a workspace, or before anybody is logged in. */
export function registryFor(
  state: Deployments,
  workspaceId: number | null,
): { version: string; remotes: SignedRelease[] } {
  const remotes = Object.keys(state.remotes)
    .sort()
    .flatMap((name) => {
      const remote = remoteOf(state, name);
      const known = remote.releases[versionFor(remote, name, workspaceId)] ?? remote.releases[remote.current];
      return known ? [known.release] : [];
    });
  // Said over the signatures, so that the shell notices when the list itself was changed.
  return {
    version: createHash('sha256')
      .update(remotes.map(({ signature }) => signature).join('\n'))
      .digest('hex'),
    remotes,
  };
}

/** Forgets old versions that nobody gets; answers those that stay, by remote. */
export function forgetOldVersions(state: Deployments): { state: Deployments; kept: Record<string, string[]> } {
  const kept: Record<string, string[]> = {};
  const remotes = Object.fromEntries(
    Object.entries(state.remotes).map(([name, remote]) => {
      const wanted = new Set([
        remote.current,
        ...Object.values(remote.pins),
        ...(remote.canary ? [remote.canary.version] : []),
        previousVersion(state, name),
      ]);
      const byAge = Object.entries(remote.releases).sort(([, one], [, other]) =>
        other.deployedAt.localeCompare(one.deployedAt),
      );
      const releases = Object.fromEntries(
        byAge.filter(([version], place) => wanted.has(version) || place < versionsKept),
      );
      kept[name] = Object.keys(releases);
      return [name, { ...remote, releases }];
    }),
  );
  return { state: { ...state, remotes }, kept };
}
