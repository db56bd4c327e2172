import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { repositoryRoot } from './repository.mjs';

const require = createRequire(import.meta.url);

const modules = [
  'deployment-files',
  'deployments',
  'held-versions',
  'manifest-rules',
  'publish-build',
  'publish-remote',
  'refusal',
  'release-files',
  'shell-facts',
];

/**
 * The functions behind deploying, rolling back and pinning: the server's own, so that the commands and the operators' page cannot
 * differ. Bundled once by esbuild, because they are TypeScript.
 */
export async function loadDeployTools() {
  const outfile = path.join(repositoryRoot, 'node_modules/.cache', `skein-deploy-tools-${process.pid}.cjs`);
  await require('esbuild').build({
    stdin: {
      contents: modules.map((name) => `export * from './${name}';`).join('\n'),
      resolveDir: path.join(repositoryRoot, 'packages/deployments/src'),
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  try {
    return require(outfile);
  } finally {
    fs.rmSync(outfile, { force: true });
  }
}
