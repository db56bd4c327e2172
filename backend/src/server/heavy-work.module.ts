import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHeavyWork } from '#platform/workers/heavy-work';
import type { Module } from './module';

/** Threads for what takes CPU. Their program lies beside the one that runs (`packages/build/src/build-backend.mjs`). */
export const heavyWorkModule: Module = {
  name: 'heavy-work',
  needs: [],
  async start({ log, provide }) {
    const file = join(__dirname, 'heavy-worker.cjs');
    if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build".`);
    const heavyWork = createHeavyWork({
      file,
      onError: (error) => log.error({ error }, 'a thread for heavy reading ended'),
    });
    provide('heavyWork', heavyWork);
    return { stop: () => heavyWork.close() };
  },
};
