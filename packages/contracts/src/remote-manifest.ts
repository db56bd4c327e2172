import type { Requirement } from './navigation-access';

/** Groups of the left navigation, in their order. */
export const navigationGroups = ['start', 'outreach', 'sending', 'insight', 'learn', 'foot'] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

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

/** Names of remotes: also names of variables and of folders. */
export const remoteNamePattern = /^[a-z][a-z0-9_]*$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAddress = (value: unknown): value is string => isText(value) && value.startsWith('/');
const isListOf = (value: unknown, fits: (each: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(fits);

/** Whether `pathname` lies under `prefix`, whole segments only. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** What is wrong with the form of an entry of the navigation; null when nothing is. */
export function navigationEntryProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'is not an object';
  const entry = value as Record<string, unknown>;
  const missing = ['id', 'label', 'icon', 'group'].find((key) => !isText(entry[key]));
  if (missing) return `has no ${missing}`;
  if (!isAddress(entry['to'])) return 'has no address in "to"';
  if (!Number.isFinite(entry['order'])) return 'has no number in "order"';
  if (entry['match'] !== undefined && !isListOf(entry['match'], isAddress))
    return 'has no list of addresses in "match"';
  const { requires } = entry;
  if (requires !== undefined && (typeof requires !== 'object' || requires === null))
    return 'has no object in "requires"';
  return null;
}

/**
 * What is wrong with the form of a manifest, as the end of a sentence ("nav is not a list"); null when nothing is. Whether its names are
 * known and its addresses free is for the deploy to say (packages/deployments).
 */
export function manifestProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'it is not an object';
  const manifest = value as Record<string, unknown>;
  if (!isText(manifest['name']) || !remoteNamePattern.test(manifest['name'])) return 'it has no name of small letters';
  if (!isText(manifest['title'])) return 'it has no title';
  const { basePaths, nav } = manifest;
  if (!isListOf(basePaths, isAddress) || basePaths.length === 0) return 'basePaths is not a list of addresses';
  if (!Array.isArray(nav)) return 'nav is not a list';
  for (const [place, entry] of nav.entries()) {
    const problem = navigationEntryProblem(entry);
    if (problem) return `entry ${place + 1} of nav ${problem}`;
  }
  if (!isListOf(manifest['permissions'], isText)) return 'permissions is not a list of names';
  if (!isListOf(manifest['parts'], isText)) return 'parts is not a list of names';
  return null;
}

/** The same for a remote as `GET /remotes.json` lists it. */
export function deployedRemoteProblem(value: unknown): string | null {
  const problem = manifestProblem(value);
  if (problem) return problem;
  const { version, entry, integrity } = value as Record<string, unknown>;
  if (!isText(version)) return 'it has no version';
  if (!isText(entry)) return 'it has no entry';
  if (typeof integrity !== 'object' || integrity === null || !isListOf(Object.values(integrity), isText))
    return 'integrity does not list the hashes of its files';
  return null;
}
