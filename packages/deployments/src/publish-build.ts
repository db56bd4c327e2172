import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildName } from './complete-state';
import { changeDeployments } from './deployment-files';
import { deployRelease, previousVersion, replaceReleases, servedVersions } from './deployments';
import { remoteOf, type Deployments } from './deployment-records';
import { heldAgainstBuilds } from './held-versions';
import { forgetOldVersions } from './kept-versions';
import { requireWhole, type BuiltRemote, type Place } from './publish-remote';
import { DeploymentRefused } from './refusal';
import { folderOfVersion, publishFiles, releaseOf, removeOtherVersions } from './release-files';
import { releaseRefusal, shellObjection, type Surroundings } from './release-rules';
import { readShell, type ShellFacts } from './shell-facts';
import { isSignedWith, publicKeyText, signRelease } from './sign-release';

export interface BuiltProduct {
  /** The folder with a new build of the shell; absent when it was not built. */
  shell?: string | undefined;
  remotes: readonly BuiltRemote[];
  /** Whether versions to which a rollback would lead count as well when the shell is changed; a shell that is deployed alone keeps them. */
  keepsWaysBack?: boolean;
  at: Date;
}

export interface Published {
  /** What was left as it is on purpose, and why: sentences. */
  notes: string[];
  /** What could not be deployed, and why. */
  refusals: string[];
  hasShell: boolean;
}

/** The deployed shell; undefined when there is none, or one of a time in which shells did not say what they provide. */
const deployedShell = (root: string): Promise<ShellFacts | undefined> =>
  readShell(path.join(root, 'shell')).catch((error: unknown) => {
    if (error instanceof DeploymentRefused) return undefined;
    throw error;
  });

/** Puts a built shell where it is served from, by renaming. */
async function publishShell(from: string, root: string): Promise<void> {
  const target = path.join(root, 'shell');
  const next = `${target}.${process.pid}`;
  const previous = `${target}.previous-${process.pid}`;
  await cp(from, next, { recursive: true });
  if (existsSync(target)) await rename(target, previous);
  await rename(next, target);
  await rm(previous, { recursive: true, force: true });
}

/**
 * What was signed with a key of the page so far, signed with ours where the page to come holds no longer the old one. Nothing else is
 * signed: what bears no good signature now was not deployed by us.
 */
function signAnew(state: Deployments, before: ShellFacts, after: ShellFacts, privateKey: KeyObject): Deployments {
  if (!after.keys.includes(publicKeyText(privateKey))) return state;
  return Object.entries(state.remotes).reduce((result, [name, { releases }]) => {
    const old = Object.values(releases)
      .map(({ release }) => release)
      .filter((release) => !isSignedWith(release, after.keys) && isSignedWith(release, before.keys));
    return old.length === 0
      ? result
      : replaceReleases(
          result,
          name,
          old.map((release) => signRelease(release, privateKey)),
        );
  }, state);
}

/** Whether a build says something else of its area than what is deployed of it. */
function claimsAnew({ remotes }: Deployments, { manifest }: BuiltRemote): boolean {
  const remote = remotes[manifest.name];
  const release = remote?.releases[remote.current]?.release;
  const claims = (facts: Record<string, unknown>) => JSON.stringify([facts['basePaths'], facts['nav']]);
  return !release || claims(release) !== claims(manifest);
}

interface Plan {
  state: Deployments;
  refusals: string[];
}

/** Gives everybody the built versions that can run; all of them are looked at together, because an address may move from one to another. */
function planRemotes(
  { root, privateKey, before }: Place & { before: Deployments },
  built: readonly BuiltRemote[],
  shell: ShellFacts,
  at: Date,
): Plan {
  const refusals: string[] = [];
  let chosen = [...built];
  for (;;) {
    const state = chosen.reduce((result, { manifest, version }) => {
      const release = releaseOf(root, manifest, version, privateKey);
      return deployRelease(result, release, { at, by: buildName, how: 'build' });
    }, before);
    const refused = chosen.flatMap((each) => {
      const refusal = releaseRefusal({ root, shell, state }, each.manifest.name, each.version);
      return refusal ? [{ each, refusal }] : [];
    });
    // One at a time, whoever claims something new first: without that one the others may be as they should.
    const worst = refused.find(({ each }) => claimsAnew(before, each)) ?? refused[0];
    if (!worst) return { state, refusals };
    refusals.push(worst.refusal);
    chosen = chosen.filter((each) => each !== worst.each);
  }
}

/** How somebody comes to have a version, and what ends that. */
function remedyOf(state: Deployments, name: string, version: string): string {
  const { canary, current, pins } = remoteOf(state, name);
  const workspace = Object.keys(pins).find((id) => pins[id] === version);
  if (version === current) return `Deploy an ${name} that can do without it first: npm run remote:deploy -- ${name}.`;
  if (canary?.version === version) return `End its trial first: npm run remote:canary -- ${name} --off.`;
  if (workspace)
    return `Workspace ${workspace} keeps it: npm run remote:pin -- ${name} --workspace ${workspace} --off ends that.`;
  return `A rollback of ${name} would lead to it: give that up with npm run build -- shell --no-way-back.`;
}

/** Why a shell may not take the place of the deployed one: what somebody gets of an area would no longer run in it. */
function shellRefusal(
  { root, state }: Omit<Surroundings, 'shell'>,
  { before, after }: { before: ShellFacts; after: ShellFacts },
  keepsWaysBack: boolean,
): string | null {
  for (const [name, remote] of Object.entries(state.remotes)) {
    const wayBack = keepsWaysBack ? previousVersion(state, name) : null;
    for (const version of new Set([...servedVersions(remote), ...(wayBack ? [wayBack] : [])])) {
      const objection = shellObjection({ root, state, shell: after }, name, version);
      // What did not run before is not the fault of the shell to come.
      if (objection && !shellObjection({ root, state, shell: before }, name, version))
        return `The shell was not deployed: ${objection.problem} ${remedyOf(state, name, version)}`;
    }
  }
  return null;
}

/** Which of the built versions are to be deployed: not those that everybody has, and not in the place of what a person chose. */
function candidatesOf(state: Deployments, remotes: readonly BuiltRemote[], notes: string[], refusals: string[]) {
  return remotes.filter((built) => {
    const { name } = built.manifest;
    if (state.remotes[name]?.current === built.version) return false;
    const held = heldAgainstBuilds(state, name);
    if (held)
      notes.push(`${held} What was built is ${built.version}: npm run remote:deploy -- ${name} gives it to everybody.`);
    if (held) return false;
    try {
      requireWhole(built);
      return true;
    } catch (error) {
      if (!(error instanceof DeploymentRefused)) throw error;
      refusals.push(error.message);
      return false;
    }
  });
}

/**
 * Deploys what a build of the whole product, or of parts of it, left: the shell and the remotes that fit each other. Whatever cannot run
 * is left out and said; what a person deployed, went back to, tries or removed stays.
 */
export async function publishBuild(
  { root, privateKey }: Place,
  { shell, remotes, keepsWaysBack = false, at }: BuiltProduct,
): Promise<Published> {
  const published: Published = { notes: [], refusals: [], hasShell: false };
  const { notes, refusals } = published;
  let kept: Record<string, string[]> = {};
  const unwanted: [name: string, version: string][] = [];
  await changeDeployments(root, async (before) => {
    const deployed = await deployedShell(root);
    const built = shell ? await readShell(shell) : undefined;
    const candidates = candidatesOf(before, remotes, notes, refusals);
    for (const { from, manifest, version } of remotes)
      if (candidates.some((each) => each.manifest === manifest) || before.remotes[manifest.name]?.releases[version])
        publishFiles(from, root, manifest.name, version);
    const facts = built ?? deployed;
    if (!facts) {
      if (candidates.length > 0) notes.push('There is no shell yet, so no area was deployed: npm run build -- shell.');
      return before;
    }
    const signed = deployed && built ? signAnew(before, deployed, built, privateKey) : before;
    let plan = planRemotes({ root, privateKey, before: signed }, candidates, facts, at);
    if (built && shell) {
      const change = deployed && { before: deployed, after: built };
      const refusal = change ? shellRefusal({ root, state: plan.state }, change, keepsWaysBack) : null;
      if (refusal && deployed) {
        refusals.push(refusal);
        plan = planRemotes({ root, privateKey, before }, candidates, deployed, at);
      } else {
        await publishShell(shell, root);
        published.hasShell = true;
      }
    }
    refusals.push(...plan.refusals);
    for (const { manifest, version } of candidates)
      if (!plan.state.remotes[manifest.name]?.releases[version]) unwanted.push([manifest.name, version]);
    if (plan.state === before) return before;
    const done = forgetOldVersions(plan.state, at);
    ({ kept } = done);
    return done.state;
  });
  for (const [name, versions] of Object.entries(kept)) removeOtherVersions(root, name, versions);
  for (const version of unwanted) await rm(folderOfVersion(root, ...version), { recursive: true, force: true });
  return published;
}
