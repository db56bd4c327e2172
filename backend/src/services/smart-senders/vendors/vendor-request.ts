import { OutwardError, type AskServer, type OutwardRequest } from '#platform/http/ask-server';
import { VendorError } from './vendors';

export interface VendorAnswer {
  status: number;
  body: unknown;
  text: string;
}

/** Speaks JSON with basic credentials. What cannot be reached, asks for a pause or failed inside is tried again. */
export function vendorRequests(options: {
  name: string;
  ask: AskServer;
  baseUrl: string;
  user: string;
  secret: string;
}) {
  const { name, ask, baseUrl, user, secret } = options;
  return async (
    method: OutwardRequest['method'],
    path: string,
    given: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<VendorAnswer> => {
    let answer: Awaited<ReturnType<AskServer>>;
    try {
      answer = await ask({
        method,
        url: baseUrl + path,
        ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
        headers: {
          authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
          ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...given.headers,
        },
      });
    } catch (error) {
      if (error instanceof OutwardError)
        throw new VendorError(`${name} could not be reached.`, false, { cause: error });
      throw error;
    }
    const body = parse(answer.text);
    if (answer.status === 429) throw new VendorError(`${name} asks for a pause.`, false, { reply: wordsOf(body) });
    if (answer.status >= 500) throw new VendorError(`${name} failed.`, false, { reply: wordsOf(body) });
    // Our own key: nothing that a buyer can change, and the operator mends it.
    if (answer.status === 401 || answer.status === 403)
      throw new VendorError(`${name} refused this installation’s key.`, false);
    return { status: answer.status, body, text: answer.text };
  };
}

export const isGood = ({ status }: VendorAnswer): boolean => status >= 200 && status < 300;

/** The words of an error: both APIs name them `message` or `error`, one adds `details`. */
export function wordsOf(body: unknown): string | null {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const words = [fields['message'], fields['details'], fields['error']].filter(
    (word): word is string => typeof word === 'string' && word !== '',
  );
  return words.length > 0 ? [...new Set(words)].join(': ').slice(0, 500) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
