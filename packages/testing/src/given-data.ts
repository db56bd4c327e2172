import type { z } from 'zod';

type Listener = (value: unknown, schema?: z.ZodType) => void;
let listener: Listener | undefined;

/** Hears of everything that a test gives its page to show. */
export function hearGivenData(hear: Listener): void {
  listener = hear;
}

/** Tells what a page is given, and by which schema. */
export const tellGivenData: Listener = (value, schema) => listener?.(value, schema);
