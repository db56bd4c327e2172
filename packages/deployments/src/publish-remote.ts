import type { KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { manifestProblem } from '@skein/contracts/remote-manifest';
import { changeDeployments } from './deployment-files';
import { deployRelease, type DeployOptions } from './deployments';
import type { SignedRelease } from './deployment-records';
import { forgetOldVersions } from './kept-versions';
import { DeploymentRefused } from './refusal';
import { folderOfVersion, incompleteness, publishFiles, releaseOf, removeOtherVersions } from './release-files';

/** A version of a remote as its build left it. */
export interface BuiltRemote {
  manifest: { name: string; title: string; parts: string[]; [fact: string]: unknown };
  version: string;
  /** The folder with its files. */
  from: string;
}

export interface Place {
  /** The folder with `shell/`, `remotes/` and `deployments.json`. */
  root: string;
  privateKey: KeyObject;
}

/** @throws DeploymentRefused CONFLICT for a manifest without form, and for a build that lacks a file */
export function requireWhole({ manifest, version, from }: BuiltRemote): void {
  const problem = manifestProblem(manifest);
  if (problem) throw new DeploymentRefused('CONFLICT', `The manifest of ${manifest.name} is malformed: ${problem}.`);
  const lacks = incompleteness(from, manifest.parts);
  if (lacks)
    throw new DeploymentRefused(
      'CONFLICT',
      `${manifest.name} ${version} in ${from} is not whole: ${lacks}. Build it again.`,
    );
}

/**
 * Publishes a version: its files first, then, in one step, that it is the one to load. Nothing of another remote or of the shell is
 * touched.
 * @throws DeploymentRefused when it cannot run; then nothing has changed, and its files are gone again
 */
export async function deployRemote(
  { root, privateKey }: Place,
  built: BuiltRemote,
  options: DeployOptions,
): Promise<SignedRelease> {
  requireWhole(built);
  const { name } = built.manifest;
  publishFiles(built.from, root, name, built.version);
  const release = releaseOf(root, built.manifest, built.version, privateKey);
  let kept: string[] = [];
  let wasKnown = false;
  try {
    await changeDeployments(root, (state) => {
      wasKnown = state.remotes[name]?.releases[built.version] !== undefined;
      const done = forgetOldVersions(deployRelease(state, release, options), options.at);
      kept = done.kept[name] ?? [];
      return done.state;
    });
  } catch (error) {
    if (!wasKnown) rmSync(folderOfVersion(root, name, built.version), { recursive: true, force: true });
    throw error;
  }
  removeOtherVersions(root, name, kept);
  return release;
}
