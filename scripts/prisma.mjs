// `node scripts/prisma.mjs generate | validate | format`: the Prisma CLI without its downloaded engine.
//
// The CLI asks for a schema-engine binary before it does anything, although these three commands never call it; any
// existing file satisfies it. The variable is set for this process only: left in the environment, a real
// `prisma migrate` would run Node as its engine.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const allowed = ['generate', 'validate', 'format'];
const command = process.argv[2] ?? '';
if (!allowed.includes(command)) {
  console.error(
    `Use one of: ${allowed.join(', ')}. Migrations are written with "npm run db:new NAME" and applied at start.`,
  );
  process.exit(1);
}

process.chdir(join(root, 'backend'));
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= '1';
process.env.CHECKPOINT_DISABLE ??= '1';

const require = createRequire(join(root, 'backend', 'package.json'));
const entry = join(dirname(require.resolve('prisma/package.json')), 'build', 'index.js');
if (!existsSync(entry)) {
  console.error('The prisma package is not installed. Run "npm ci" first.');
  process.exit(1);
}
process.argv.splice(1, 1, entry);
await import(entry);
