import { defineConfig } from 'prisma/config';

/** Read by scripts/prisma.mjs (generate, validate, format). Migrations are applied by our own runner, never by the CLI. */
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
