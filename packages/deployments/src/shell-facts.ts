import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DeploymentRefused } from './refusal';

/** A module that the shell shares: its version, and the names it exports; null where they cannot be told. */
export interface ProvidedModule {
  version: string;
  exports: string[] | null;
}

/** What a build of the shell provides to areas: `provides.json` beside its page. */
export interface ShellProvides {
  modules: Record<string, ProvidedModule>;
  /** Names that a manifest may use. */
  icons: string[];
  groups: string[];
  permissions: string[];
  features: string[];
  /** Addresses of the shell's own pages. */
  addresses: string[];
}

export interface ShellFacts {
  /** Public halves of the keys whose signatures its page accepts, 32 bytes in base64url. */
  keys: string[];
  provides: ShellProvides;
}

/** What a build of an area uses of what the shell provides, by the name of the module. */
export type ConsumedModules = Record<string, { range: string; exports: string[] | null }>;

/** What a build of an area is made of: `contents.json` beside its entry. */
export interface ReleaseContents {
  /** `./app` and its parts. */
  exposes: string[];
  /** Every script and style sheet. */
  files: string[];
  consumes: ConsumedModules;
}

export const providesFile = 'provides.json';
export const contentsFile = 'contents.json';

/** A JSON file; undefined when it is not there. */
export async function readJson<Value>(file: string): Promise<Value | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keys that stand in a page of the shell. */
export const keysOfPage = (html: string): string[] =>
  /<meta name="skein-deploy-keys" content="([^"]*)"/.exec(html)?.[1]?.split(' ').filter(Boolean) ?? [];

/**
 * The shell in a folder; undefined when there is none.
 * @throws DeploymentRefused CONFLICT for one that was built before shells said what they provide
 */
export async function readShell(folder: string): Promise<ShellFacts | undefined> {
  let page: string;
  try {
    page = await readFile(path.join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const provides = await readJson<ShellProvides>(path.join(folder, providesFile));
  if (!provides)
    throw new DeploymentRefused(
      'CONFLICT',
      `The shell in ${folder} does not say what it provides to areas: build it again with npm run build -- shell.`,
    );
  return { keys: keysOfPage(page), provides };
}
