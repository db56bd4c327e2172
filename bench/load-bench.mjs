// Benches are TypeScript and import the product's own source: bundled by esbuild, packages stay outside.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { externalPackages } from '../packages/build/src/build-backend.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));

/**
 * Bundles a TypeScript file of bench/ and answers what it exports.
 * @param entry its contents, resolved from bench/
 */
export async function loadTypeScript(entry, name) {
  // Below backend, where the product's packages are found from.
  const outfile = path.join(folder, '..', 'backend', 'node_modules', '.cache', 'bench', `${name}.cjs`);
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    stdin: { contents: entry, resolveDir: folder, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    sourcemap: 'inline',
    logLevel: 'warning',
    banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { 'import.meta.url': '__importMetaUrl', 'process.env.NODE_ENV': '"production"' },
    plugins: [externalPackages],
  });
  return createRequire(import.meta.url)(outfile);
}

/** `{ definition, runBench }` of `bench/<name>.bench.ts`. */
export const loadBench = (name) =>
  loadTypeScript(
    `export { default as definition } from './${name}.bench'; export { runBench } from './harness/bench';`,
    name,
  );
