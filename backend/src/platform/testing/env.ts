import { z } from 'zod';

import { parseEnvironment } from '../env/parse-environment';

/** Set by `global-setup.ts` for the test files of the same run; nobody sets it manually. */
const testVariables = z.object({
  SKEIN_TEST_POSTGRES: z.string({ error: 'is not set: run the test through Jest ("npx jest PATH")' }),
});

export const readTestEnvironment = (): { postgresUrl: string } => ({
  postgresUrl: parseEnvironment(testVariables).SKEIN_TEST_POSTGRES,
});
