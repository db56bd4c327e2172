import {
  deployedRemoteProblem,
  isUnder,
  navigationEntryProblem,
  remoteNamePattern,
  type DeployedRemote,
  type NavigationEntry,
  type RemoteManifest,
  type RemotesRegistry,
} from '@skein/contracts/remote-manifest';

export { isUnder };
export type { DeployedRemote, NavigationEntry, RemoteManifest, RemotesRegistry };

/** There is no list of remotes that can be gone by; the message says why. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * What is left of a remote that remotes.json describes badly: it stays in the list as refused, with the addresses and
 * entries that are as they should be, so that its area says what is wrong. One without a name of its own keeps nothing:
 * nobody finds it, and it harms nobody.
 */
function refusedRemote(
  value: unknown,
  { problem, name }: { problem: string; name: string | undefined },
  place: number,
) {
  const facts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const remote: DeployedRemote = {
    name: name ?? `unnamed_${place + 1}`,
    title: textOf(facts['title']) ?? name ?? 'An area without a name',
    basePaths: name
      ? listOf(facts['basePaths']).filter((path): path is string => textOf(path)?.startsWith('/') ?? false)
      : [],
    nav: name
      ? listOf(facts['nav']).filter((entry): entry is NavigationEntry => navigationEntryProblem(entry) === null)
      : [],
    permissions: [],
    parts: [],
    version: textOf(facts['version']) ?? 'unknown',
    entry: '',
    integrity: {},
    refused: `What remotes.json says of this area is malformed: ${problem}.`,
  };
  const signature = textOf(facts['signature']);
  return signature === undefined ? remote : { ...remote, signature };
}

/**
 * Reads the registry. A remote that is malformed is refused alone: it stays in the list with the reason, and the others are as they are.
 * @throws RegistryError when there is no list at all
 */
export function parseRegistry(value: unknown): RemotesRegistry {
  const registry = value as RemotesRegistry;
  if (typeof registry !== 'object' || registry === null || !Array.isArray(registry.remotes))
    throw new RegistryError('remotes.json holds no list of remotes.');
  const names = new Set<string>();
  const remotes = registry.remotes.map((remote: unknown, place) => {
    const given = textOf((remote as Partial<DeployedRemote> | null)?.name);
    const isTaken = given !== undefined && names.has(given);
    const name = given !== undefined && remoteNamePattern.test(given) && !isTaken ? given : undefined;
    const problem = isTaken ? `${given} is there twice` : deployedRemoteProblem(remote);
    if (name) names.add(name);
    return problem ? refusedRemote(remote, { problem, name }, place) : (remote as DeployedRemote);
  });
  return { ...registry, remotes };
}

/** The remote that owns `pathname`; the longest base path wins. */
export function ownerOf<Remote extends Pick<RemoteManifest, 'basePaths'>>(
  remotes: readonly Remote[],
  pathname: string,
): Remote | undefined {
  let best: { remote: Remote; length: number } | undefined;
  for (const remote of remotes) {
    for (const prefix of remote.basePaths) {
      if (isUnder(pathname, prefix) && prefix.length > (best?.length ?? -1)) best = { remote, length: prefix.length };
    }
  }
  return best?.remote;
}
