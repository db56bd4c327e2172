// Builds the package as n8n loads it: CommonJS files under dist/, with the icon and the codex file beside the nodes.
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
await build({
  absWorkingDir: here,
  entryPoints: ['credentials/SkeinApi.credentials.ts', 'nodes/Skein/Skein.node.ts', 'nodes/Skein/SkeinTrigger.node.ts'],
  outdir: out,
  outbase: '.',
  bundle: true,
  external: ['n8n-workflow'],
  platform: 'node',
  format: 'cjs',
  target: 'node20',
});
for (const file of ['skein.svg', 'Skein.node.json'])
  await cp(join(here, 'nodes/Skein', file), join(out, 'nodes/Skein', file));
