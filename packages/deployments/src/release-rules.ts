import { manifestProblem, type RemoteManifest } from '@skein/contracts/remote-manifest';
import { servedVersions } from './deployments';
import { remoteOf, type Deployments, type SignedRelease } from './deployment-records';
import { manifestRefusal } from './manifest-rules';
import { folderOfVersion, missingFile, readContents } from './release-files';
import { missingModules } from './shared-module-rules';
import type { ShellFacts } from './shell-facts';
import { isSignedWith } from './sign-release';

/** Manifests of what somebody gets of the other remotes. */
const manifestsBeside = (state: Deployments, name: string): RemoteManifest[] =>
  Object.entries(state.remotes)
    .filter(([other]) => other !== name)
    .flatMap(([, remote]) => servedVersions(remote).map((version) => remote.releases[version]?.release))
    .filter((release) => manifestProblem(release) === null)
    .map((release) => release as unknown as RemoteManifest);

/** What stands against a version, and the way out, a sentence each. */
export interface Objection {
  problem: string;
  remedy: string;
}

function signatureObjection(release: SignedRelease, { keys }: ShellFacts): Objection | null {
  if (isSignedWith(release, keys)) return null;
  return {
    problem: `${release.name} ${release.version} is signed with a key that the page of the shell does not hold, so that every browser would refuse it.`,
    remedy:
      'Sign with a key that it holds (SKEIN_DEPLOY_KEY_FILE), or build the shell with this one in SKEIN_DEPLOY_PUBLIC_KEYS first.',
  };
}

function modulesObjection(root: string, { name, version }: SignedRelease, { provides }: ShellFacts): Objection | null {
  const contents = readContents(folderOfVersion(root, name, version));
  // A version of an older build, which did not write down what it uses.
  const missing = contents ? missingModules(contents.consumes, provides) : [];
  if (missing.length === 0) return null;
  const more = missing.length > 1 ? `, and lacks ${missing.length - 1} more` : '';
  return {
    problem: `${name} ${version} needs ${missing[0]}${more}.`,
    remedy: 'Deploy a shell that does first: npm run build -- shell.',
  };
}

export interface Surroundings {
  /** The folder with `remotes/`. */
  root: string;
  shell: ShellFacts;
  /** In which the version is known. */
  state: Deployments;
}

/** Why a version cannot run in a shell beside the other areas; null when it can. Its files are not looked at. */
export function shellObjection({ root, shell, state }: Surroundings, name: string, version: string): Objection | null {
  const release = remoteOf(state, name).releases[version]?.release;
  if (!release) return { problem: `${name} has no version ${version}.`, remedy: 'Deploy it first.' };
  const problem = manifestRefusal(release, shell.provides, manifestsBeside(state, name));
  return problem
    ? { problem, remedy: 'Correct its manifest.json.' }
    : (signatureObjection(release, shell) ?? modulesObjection(root, release, shell));
}

/**
 * Why a version may not be given to anybody, in two sentences; null when it may. Asked for everything that somebody would get for the
 * first time: by a build, a deploy, a canary, a pin, a rollback.
 */
export function releaseRefusal(surroundings: Surroundings, name: string, version: string): string | null {
  const { root, state } = surroundings;
  const release = state.remotes[name]?.releases[version]?.release;
  const lost = release && missingFile(root, release);
  if (lost)
    return `The file ${lost} of ${name} ${version} is missing in ${folderOfVersion(root, name, version)}. Deploy that version anew.`;
  const objection = shellObjection(surroundings, name, version);
  return objection && `${objection.problem} ${objection.remedy}`;
}

/** What somebody gets now and nobody got before, as pairs of name and version. */
export function newlyServed(before: Deployments, after: Deployments): [name: string, version: string][] {
  return Object.entries(after.remotes).flatMap(([name, remote]) => {
    const was = before.remotes[name];
    const known = was ? servedVersions(was) : [];
    return servedVersions(remote)
      .filter(
        (version) =>
          !known.includes(version) ||
          was?.releases[version]?.release.signature !== remote.releases[version]?.release.signature,
      )
      .map((version): [string, string] => [name, version]);
  });
}
