import { createHash } from 'node:crypto';
import { DeploymentRefused } from './refusal';
import {
  type SignedRelease,
  type KnownRelease,
  type MadeCurrentBy,
  type DeployedVersions,
  type DeploymentEntry,
  type Deployments,
  remoteOf,
} from './deployment-records';

/** How many entries of the history are kept. */
const historyKept = 500;

/** Milliseconds after which a version that nobody went back from counts as good. */
const goodAfter = 24 * 3_600_000;

function requireVersion(remote: DeployedVersions, name: string, version: string): void {
  if (!Object.hasOwn(remote.releases, version))
    throw new DeploymentRefused(
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
): Deployments => ({ ...state, remotes: { ...state.remotes, [name]: remote }, history: note(state, entry) });

export interface Occasion {
  at: Date;
  by: string;
}

/** The versions without the current one's time of being current: it ends now. */
function releasesAfterCurrent({ releases, current, currentSince }: DeployedVersions, at: Date) {
  const known = releases[current];
  if (!known) return releases;
  const isGood = known.wasGood === true || at.getTime() - Date.parse(currentSince) >= goodAfter;
  return { ...releases, [current]: { ...known, leftAt: at.toISOString(), ...(isGood ? { wasGood: true } : {}) } };
}

/** Makes another version the current one; the one before is a way back from now on. */
function makeCurrent(
  remote: DeployedVersions,
  version: string,
  { at, how }: { at: Date; how: MadeCurrentBy },
): DeployedVersions {
  if (version === remote.current) return { ...remote, currentBy: how };
  return {
    ...remote,
    current: version,
    currentSince: at.toISOString(),
    currentBy: how,
    former: [remote.current, ...remote.former.filter((each) => each !== version)],
    releases: releasesAfterCurrent(remote, at),
  };
}

export interface DeployOptions extends Occasion {
  /** Makes it a canary for that share of the workspaces instead of the current version. */
  percent?: number | undefined;
  /** What deploys: a person's command, or a build that finds its own result in place. */
  how?: 'build' | 'deploy';
}

/**
 * Makes a release known and, unless it is a canary, the current one.
 * @throws DeploymentRefused CONFLICT for a canary of a remote of which nobody has anything yet
 */
export function deployRelease(
  state: Deployments,
  release: SignedRelease,
  { at, by, percent, how = 'deploy' }: DeployOptions,
): Deployments {
  const { name, version } = release;
  const before = state.remotes[name];
  const known: KnownRelease = { release, deployedAt: at.toISOString() };
  const { [name]: _, ...removed } = state.removed;
  if (percent !== undefined) {
    if (!before)
      throw new DeploymentRefused(
        'CONFLICT',
        `${name} is not deployed yet, so the other workspaces would have nothing: deploy it without a share first.`,
      );
    const remote = {
      ...before,
      releases: { ...before.releases, [version]: { ...before.releases[version], ...known } },
    };
    return startCanary(
      { ...state, remotes: { ...state.remotes, [name]: remote } },
      name,
      { version, percent },
      { at, by },
    );
  }
  const base: DeployedVersions = before ?? {
    current: version,
    currentSince: at.toISOString(),
    currentBy: how,
    former: [],
    canary: null,
    pins: {},
    off: null,
    releases: {},
  };
  const changed = makeCurrent(base, version, { at, how });
  const remote = {
    ...changed,
    canary: base.canary?.version === version ? null : base.canary,
    releases: { ...changed.releases, [version]: known },
  };
  return withRemote({ ...state, removed }, name, remote, {
    at: at.toISOString(),
    remote: name,
    action: 'deploy',
    from: before?.current ?? null,
    to: version,
    by,
  });
}

/** The same versions, signed again: after a change of keys nothing else may change. */
export function replaceReleases(state: Deployments, name: string, releases: readonly SignedRelease[]): Deployments {
  const remote = remoteOf(state, name);
  const replaced = releases.flatMap((release): [string, KnownRelease][] => {
    const known = remote.releases[release.version];
    return known ? [[release.version, { ...known, release }]] : [];
  });
  return {
    ...state,
    remotes: {
      ...state.remotes,
      [name]: { ...remote, releases: { ...remote.releases, ...Object.fromEntries(replaced) } },
    },
  };
}

/** The version a rollback leads to: the latest of those that were current before and from which nobody went back. */
export function previousVersion(state: Deployments, name: string): string | null {
  const { former, releases } = remoteOf(state, name);
  return former.find((version) => releases[version] && !releases[version].rolledBackAt) ?? null;
}

/** The latest version before the current one that was good for a day; null when none is known. */
export function lastGoodVersion(state: Deployments, name: string): string | null {
  const { former, releases } = remoteOf(state, name);
  return former.find((version) => releases[version]?.wasGood && !releases[version].rolledBackAt) ?? null;
}

/** Goes back to a version, the one before the current unless named. Ends the canary. */
export function rollBack(state: Deployments, name: string, version: string | null, { at, by }: Occasion): Deployments {
  const remote = remoteOf(state, name);
  const to = version ?? previousVersion(state, name);
  if (!to) throw new DeploymentRefused('CONFLICT', `${name} has no earlier version to go back to.`);
  requireVersion(remote, name, to);
  const place = remote.former.indexOf(to);
  const changed = makeCurrent(remote, to, { at, how: 'rollback' });
  const releases = { ...changed.releases };
  const left = releases[remote.current];
  // What was left that way was bad; going forward again to a version that is no way back says nothing of the one before.
  if (left && place >= 0) {
    const { wasGood: _, ...known } = left;
    releases[remote.current] = { ...known, rolledBackAt: at.toISOString() };
  }
  const known = releases[to];
  if (known) {
    const { rolledBackAt: _, ...trusted } = known;
    releases[to] = trusted;
  }
  const former = place >= 0 ? remote.former.slice(place + 1) : changed.former;
  return withRemote(
    state,
    name,
    { ...changed, former, canary: null, releases },
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
    requireVersion(remote, name, canary.version);
    if (!Number.isInteger(canary.percent) || canary.percent < 1 || canary.percent > 99)
      throw new DeploymentRefused('VALIDATION', 'The share of a canary is a whole number from 1 to 99.');
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

/** Gives a workspace a version of its own; a null version gives it again what everybody gets. */
export function pinWorkspace(
  state: Deployments,
  name: string,
  { workspaceId, version }: { workspaceId: number; version: string | null },
  { at, by }: Occasion,
): Deployments {
  const remote = remoteOf(state, name);
  const { [String(workspaceId)]: before, ...others } = remote.pins;
  if (version) requireVersion(remote, name, version);
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

/** Takes an area from everybody, or gives it back; its versions stay. */
export function switchRemote(state: Deployments, name: string, isOn: boolean, { at, by }: Occasion): Deployments {
  const remote = remoteOf(state, name);
  if ((remote.off === null) === isOn) return state;
  const off = isOn ? null : { at: at.toISOString(), by };
  return withRemote(
    state,
    name,
    { ...remote, off },
    { at: at.toISOString(), remote: name, action: isOn ? 'on' : 'off', from: null, to: null, by },
  );
}

/** Forgets a remote with all its versions. Only a deploy brings it back, no build. */
export function removeRemote(state: Deployments, name: string, { at, by }: Occasion): Deployments {
  const { [name]: removed, ...remotes } = state.remotes;
  const from = (removed ?? remoteOf(state, name)).current;
  const entry: DeploymentEntry = { at: at.toISOString(), remote: name, action: 'remove', from, to: null, by };
  return {
    remotes,
    removed: { ...state.removed, [name]: { at: at.toISOString(), by } },
    history: note(state, entry),
  };
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

/** Versions that somebody gets now: the current one, the canary, and those of single workspaces. */
export function servedVersions({ current, canary, pins, off }: DeployedVersions): string[] {
  return off ? [] : [...new Set([current, ...(canary ? [canary.version] : []), ...Object.values(pins)])];
}

/** The answer of `GET /remotes.json` for a workspace, or before anybody is logged in. */
export function registryFor(
  state: Deployments,
  workspaceId: number | null,
): { version: string; remotes: SignedRelease[] } {
  const remotes = Object.entries(state.remotes)
    .filter(([, { off }]) => !off)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, remote]) => {
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
