import { isUnder } from '@skein/contracts/remote-manifest';
import { createDeploymentsReader } from '@skein/deployments/deployment-files';
import { registryFor } from '@skein/deployments/deployments';
import type { SignedRelease } from '@skein/deployments/deployment-records';

/** The release that owns an address; the longest of its base paths wins, as in the browser. */
function ownerOf(releases: readonly SignedRelease[], address: string): SignedRelease | undefined {
  const claims = releases.flatMap((release) =>
    (Array.isArray(release['basePaths']) ? (release['basePaths'] as unknown[]) : [])
      .filter((prefix) => typeof prefix === 'string')
      .map((prefix) => ({ release, prefix })),
  );
  return claims
    .filter(({ prefix }) => isUnder(address, prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length)[0]?.release;
}

/** A script that a page needs first, and what the browser must find in it. */
export interface FirstFile {
  address: string;
  integrity: string;
}

/**
 * Tells which scripts the area of an address begins with, so that the browser can fetch them while the shell runs,
 * before anything asks for them. Of the version that everybody gets: who asks for a page is not known yet, and a
 * workspace with another one has asked for two files in vain.
 */
export function createFirstFiles(root: string): (address: string) => Promise<FirstFile[]> {
  const read = createDeploymentsReader(root);
  return async (address) => {
    const state = await read();
    const release = state && ownerOf(registryFor(state, null).remotes, address);
    if (!release) return [];
    const folder = release.entry.slice(0, release.entry.lastIndexOf('/') + 1);
    const entry = release.entry.slice(folder.length);
    return Object.entries(release.integrity)
      .filter(([file]) => file === entry || /^__federation_expose_app\.[^/]*js$/.test(file))
      .map(([file, integrity]) => ({ address: folder + file, integrity }));
  };
}
