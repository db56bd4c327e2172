import { previousVersion, servedVersions } from './deployments';
import type { Deployments, KnownRelease } from './deployment-records';

/** Milliseconds for which a version stays after it was deployed or was current: pages that are open may still ask for its files. */
const keptFor = 7 * 24 * 3_600_000;
/** Of those at most as many, the newest: a pipeline that deploys every hour must not fill the disk. */
const mostKept = 30;
/** Good versions that stay however old they are. */
const goodKept = 2;
/** Versions that stay whatever happened to them. */
const leastKept = 3;

const lastUse = ({ deployedAt, leftAt }: KnownRelease): string =>
  leftAt !== undefined && leftAt > deployedAt ? leftAt : deployedAt;

/**
 * Forgets old versions that nobody gets: what is a week old and no way back. However many bad versions are deployed in a row, the last
 * good ones stay.
 * @returns the versions that stay, by remote
 */
export function forgetOldVersions(
  state: Deployments,
  now: Date,
): { state: Deployments; kept: Record<string, string[]> } {
  const kept: Record<string, string[]> = {};
  const remotes = Object.fromEntries(
    Object.entries(state.remotes).map(([name, remote]) => {
      const byUse = Object.entries(remote.releases).sort(([, one], [, other]) =>
        lastUse(other).localeCompare(lastUse(one)),
      );
      const isRecent = (known: KnownRelease) => now.getTime() - Date.parse(lastUse(known)) < keptFor;
      const good = byUse.filter(([version, { wasGood }]) => wasGood && version !== remote.current);
      const wanted = new Set([
        ...servedVersions({ ...remote, off: null }),
        previousVersion(state, name),
        ...good.slice(0, goodKept).map(([version]) => version),
      ]);
      const releases = Object.fromEntries(
        byUse.filter(
          ([version, known], place) =>
            wanted.has(version) || place < leastKept || (place < mostKept && isRecent(known)),
        ),
      );
      kept[name] = Object.keys(releases);
      return [name, { ...remote, former: remote.former.filter((version) => releases[version]), releases }];
    }),
  );
  return { state: { ...state, remotes }, kept };
}
