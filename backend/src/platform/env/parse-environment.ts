import { type z } from 'zod';

/** What is wrong with the environment, one line a variable, never with its value. */
export class EnvironmentError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'EnvironmentError';
  }
}

/**
 * Reads and checks the variables of one zod object. An empty variable counts as not set, as in `PORT= npm start`.
 * @throws EnvironmentError
 */
export function parseEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  source: Record<string, string | undefined> = process.env,
): z.output<z.ZodObject<Shape>> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = source[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new EnvironmentError(
    result.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${issue.message}`),
  );
}
