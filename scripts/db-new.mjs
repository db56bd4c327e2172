// `npm run db:new NAME`: writes the migration that brings the database from the present migrations to the present schema files.
// It starts an embedded PostgreSQL on a temporary folder, applies all migrations, and compares. Read the SQL before you keep it:
// policies, grants and partitions are handwritten, functions and triggers are files of backend/prisma/functions.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { externalPackages } from '../packages/build/src/build-backend.mjs';
import { root } from './lib/install.mjs';
import { findSchemaDifference } from './lib/schema-difference.mjs';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]{2,60}$/.test(name)) {
  console.error('Name the migration in lower case with underscores, as in "npm run db:new lead_time_zone".');
  process.exit(1);
}

const require = createRequire(join(root, 'package.json'));
const folder = mkdtempSync(join(tmpdir(), 'skein-db-new-'));
try {
  const bundle = join(root, 'node_modules', '.cache', 'skein-db-new.cjs');
  await require('esbuild').build({
    stdin: {
      contents: `export { runMigrations } from './backend/src/platform/db/migrate';
        export { startEmbeddedPostgres } from './backend/src/platform/embedded-postgres/embedded-postgres';`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    plugins: [externalPackages],
    banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { 'import.meta.url': '__importMetaUrl' },
    logLevel: 'error',
  });
  const { default: tools } = await import(pathToFileURL(bundle).href);
  const server = await tools.startEmbeddedPostgres({ dataFolder: folder, durable: false });
  try {
    await tools.runMigrations({ url: server.url });
    const sql = await findSchemaDifference(server.url);
    if (!sql) {
      console.log('The migrations and the schema files agree: there is nothing to write.');
    } else {
      const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
      const target = join(root, 'backend', 'prisma', 'migrations', `${stamp}_${name}`);
      mkdirSync(target, { recursive: true });
      writeFileSync(join(target, 'migration.sql'), sql);
      console.log(`Written: ${join(target, 'migration.sql')}. Read it before you keep it.`);
    }
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
