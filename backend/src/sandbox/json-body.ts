import type { Context } from 'hono';
import { readText } from '#platform/http/read-text';

/** The JSON of a request; null where it is none, or longer than `most` bytes. */
export async function jsonBody(context: Context, most: number): Promise<unknown> {
  try {
    return JSON.parse(await readText(context.req.raw, most)) as unknown;
  } catch {
    return null;
  }
}
