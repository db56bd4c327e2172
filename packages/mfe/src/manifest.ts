import type { NavigationGroup, Requirement } from './access';

/** One entry of the left navigation. Addresses are absolute (`/app/...`). */
export interface NavigationEntry {
  id: string;
  label: string;
  to: string;
  /** Name of an icon of the design system. */
  icon: string;
  group: NavigationGroup;
  /** Position inside its group. */
  order: number;
  /** Address prefixes under which the entry is the current one; default: the remote's base paths. */
  match?: string[];
  /** Key of a number in the answer of the navigation-counts endpoint. */
  count?: string;
  /** What a person needs to open it; without it the entry is shown locked, with the reason. */
  requires?: Requirement;
  /** Two keys that open it, for example `g i`. */
  shortcut?: string;
}

/** What a remote says about itself before any of its code is loaded (`mfe-x/manifest.json`). */
export interface RemoteManifest {
  name: string;
  title: string;
  /** Address prefixes it owns. */
  basePaths: string[];
  nav: NavigationEntry[];
  /** Permissions its screens may ask for. */
  permissions: string[];
  /** Names of the parts that other areas may show; exposed names are permanent. */
  parts: string[];
}

/** One remote in the answer of `GET /remotes.json`. */
export interface DeployedRemote extends RemoteManifest {
  version: string;
  /** Address of its federation entry. */
  entry: string;
  /** sha384 of each script and style sheet, by file name. */
  integrity: Record<string, string>;
  /** Ed25519 over everything above, in base64, made at deploy. */
  signature?: string;
  /** Set by the shell when it will not load this remote: the reason, for its panel. */
  refused?: string;
}

/** The answer of `GET /remotes.json`. */
export interface RemotesRegistry {
  version: string;
  remotes: DeployedRemote[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads the registry; throws an Error that names the first thing that is wrong. Remotes that are malformed spoil the whole answer. */
export function parseRegistry(value: unknown): RemotesRegistry {
  const registry = value as RemotesRegistry;
  if (typeof registry !== 'object' || registry === null || !Array.isArray(registry.remotes)) {
    throw new Error('remotes.json holds no list of remotes.');
  }
  const names = new Set<string>();
  for (const remote of registry.remotes) {
    const name = String(remote?.name);
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`remotes.json: "${name}" is not a name for a remote.`);
    if (names.has(name)) throw new Error(`remotes.json names ${name} twice.`);
    names.add(name);
    if (!isText(remote.entry) || !isText(remote.version))
      throw new Error(`remotes.json: ${name} has no entry or no version.`);
    if (!Array.isArray(remote.basePaths) || !remote.basePaths.every((path) => isText(path) && path.startsWith('/'))) {
      throw new Error(`remotes.json: ${name} has no base paths.`);
    }
    if (!Array.isArray(remote.nav) || !Array.isArray(remote.parts))
      throw new Error(`remotes.json: ${name} lists no navigation or no parts.`);
  }
  return registry;
}

/** Whether `pathname` lies under `prefix`, whole segments only. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
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
