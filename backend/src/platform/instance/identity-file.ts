import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

/** The installation's identity outside the database, in `$SKEIN_DATA/instance.json`. */
export interface IdentityFile {
  identity: string;
  /** how often it was started; the database counts the same */
  starts: number;
}

const identityFile = z.object({ identity: z.uuid(), starts: z.int().min(0) });

/** Undefined when there is none, or one that cannot be understood: both mean that nothing is known outside the database. */
export function readIdentityFile(folder: string): IdentityFile | undefined {
  try {
    return identityFile.parse(JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whole or not at all. The folder is made where it is missing: production has no embedded database that made it before. */
export function writeIdentityFile(folder: string, content: IdentityFile): void {
  const file = join(folder, 'instance.json');
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
