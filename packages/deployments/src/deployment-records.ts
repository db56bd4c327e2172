import { DeploymentRefused } from './refusal';

/** The versions of a remote. @throws DeploymentRefused NOT_FOUND */
export function remoteOf(state: Deployments, name: string): DeployedVersions {
  // Its own only: every object has a "constructor".
  const remote = Object.hasOwn(state.remotes, name) ? state.remotes[name] : undefined;
  if (!remote)
    throw new DeploymentRefused(
      'NOT_FOUND',
      `There is no deployed remote "${name}". Deployed: ${Object.keys(state.remotes).sort().join(', ') || 'none'}.`,
    );
  return remote;
}
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

export interface KnownRelease {
  release: SignedRelease;
  deployedAt: string;
  /** When it was the current version for the last time; absent while it is, and when it never was. */
  leftAt?: string;
  /** It was current for a day or longer, and nobody went back from it: a way back for bad times. */
  wasGood?: boolean;
  /** When somebody went back from it; no rollback leads to it again by itself. */
  rolledBackAt?: string;
}

/** What made a version the current one. */
export type MadeCurrentBy = 'build' | 'deploy' | 'rollback';

export interface DeployedVersions {
  current: string;
  currentSince: string;
  currentBy: MadeCurrentBy;
  /** Versions that were current before, the latest first: where rollbacks lead. */
  former: string[];
  /** A version that a share of the workspaces gets, the same ones each time. */
  canary: { version: string; percent: number } | null;
  /** Versions of single workspaces, by workspace id. */
  pins: Record<string, string>;
  /** Set while nobody gets the area. */
  off: { at: string; by: string } | null;
  /** Every version that can be chosen. */
  releases: Record<string, KnownRelease>;
}

export type DeploymentAction =
  | 'deploy'
  | 'rollback'
  | 'canary'
  | 'canary-ended'
  | 'pin'
  | 'unpin'
  | 'off'
  | 'on'
  | 'remove';

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
  /** Remotes that somebody removed: a build does not bring them back. */
  removed: Record<string, { at: string; by: string }>;
  /** The latest first. */
  history: DeploymentEntry[];
}

export const noDeployments = (): Deployments => ({ remotes: {}, removed: {}, history: [] });
