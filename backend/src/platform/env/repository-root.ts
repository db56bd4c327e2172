import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder that holds `lerna.json`. Looked for upwards, because the same code runs as source (Jest) and as one
 * bundled file (`backend/dist/main.cjs`), at different depths.
 * @throws Error when the program was copied out of its folder
 */
export function findRepositoryRoot(from: string = __dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'lerna.json'))) return folder;
    if (dirname(folder) === folder) {
      throw new Error(`Skein's own files were not found above ${from}. Run it from inside its folder.`);
    }
  }
}
