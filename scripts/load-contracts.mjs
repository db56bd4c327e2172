// The contracts as values, for scripts: bundled once by esbuild, because they are TypeScript.
import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * `{ all, routeTable, permissionsMatrix, released, compare }`: modules of packages/contracts, and further ones that are named as
 * `{ name: path from packages/contracts/src }`.
 */
export async function loadContracts(more = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'skein-contracts-'));
  try {
    const file = join(folder, 'contracts.mjs');
    const others = Object.entries(more).map(([name, path]) => `export * as ${name} from '${path}';`);
    const entry =
      "export * as all from './all'; export * as routeTable from './route-table'; export * as permissionsMatrix from './permissions-matrix'; export * as released from './released-shapes'; export * as compare from './compare-shapes';";
    await build({
      stdin: {
        contents: [entry, ...others].join('\n'),
        resolveDir: join(root, 'packages/contracts/src'),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: file,
      logLevel: 'silent',
    });
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
