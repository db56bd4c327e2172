import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findRepositoryRoot } from '../env/repository-root';

/** `prisma/replaced-migrations.json`: the migrations that were merged into the baseline, which makes the same database at once. */
export interface ReplacedMigrations {
  baseline: string[];
  replaces: string[];
}

export function readReplacedMigrations(): ReplacedMigrations {
  const file = join(findRepositoryRoot(), 'backend', 'prisma', 'replaced-migrations.json');
  return JSON.parse(readFileSync(file, 'utf8')) as ReplacedMigrations;
}

/** How a database stands to the baseline, by the names of its applied migrations. */
export type BaselineState =
  | { state: 'EMPTY' }
  | { state: 'CURRENT' }
  /** made by the replaced migrations, all of them: it has what the baseline makes */
  | { state: 'REPLACES' }
  /** made by some of the replaced migrations: nothing here can bring it up to date */
  | { state: 'TOO_OLD'; missing: string[] };

export function compareWithBaseline(applied: Iterable<string>, replaced: ReplacedMigrations): BaselineState {
  const names = new Set(applied);
  if (replaced.baseline.some((name) => names.has(name))) return { state: 'CURRENT' };
  const missing = replaced.replaces.filter((name) => !names.has(name));
  if (missing.length === replaced.replaces.length) return { state: 'EMPTY' };
  return missing.length === 0 ? { state: 'REPLACES' } : { state: 'TOO_OLD', missing };
}

/** One sentence for the operator of a database that lacks some of the replaced migrations. */
export const explainTooOld = (missing: readonly string[]): string =>
  'This database was made by a version that is too old to be updated in one step ' +
  `(it lacks ${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}): start the last version that has these migrations on it once and then this one, ` +
  'or keep its data with "npm run backup -- FOLDER" of the version that made it, start this one on an empty data folder, and run "npm run restore -- FOLDER".';

/** The names of migrations that stand for what a database has, whether the baseline made it or those that it replaced. */
export function withReplaced(applied: readonly string[], replaced: ReplacedMigrations): Set<string> {
  const hasBaseline = replaced.baseline.every((name) => applied.includes(name));
  const hasReplaced = replaced.replaces.every((name) => applied.includes(name));
  return new Set([...applied, ...(hasBaseline ? replaced.replaces : []), ...(hasReplaced ? replaced.baseline : [])]);
}
