import { z } from 'zod';
import { UnipileRefusal } from './unipile-refusals';

/**
 * Milliseconds for one answer. LinkedIn itself is asked meanwhile; an action asks seven times at most and has to end
 * within its lease of 120 s.
 */
const patience = 16_000;
/** Characters of an answer at most. */
const mostCharacters = 5_000_000;

const problem = z.object({ type: z.string(), title: z.string().optional(), detail: z.string().nullish() });

/** One question: with `json` or `form` it changes something. */
interface UnipileQuestion {
  method?: 'GET' | 'POST' | 'DELETE';
  query?: Record<string, string>;
  json?: object;
  form?: FormData;
}

/** @throws UnipileRefusal for an answer that is no success; any other error when there is none that can be read */
export type AskUnipile = <Answer>(
  path: readonly string[],
  question: UnipileQuestion,
  answer: z.ZodType<Answer>,
) => Promise<Answer>;

/** Speaks to one installation at Unipile. `url`: its DSN with the scheme, `https://api8.unipile.com:13851`, without a slash at its end. */
export function createUnipileHttp(options: { url: string; key: string; fetch?: typeof fetch }): AskUnipile {
  const call = options.fetch ?? fetch;
  return async (path, { method = 'GET', query = {}, json, form }, answer) => {
    // Percent-encoding leaves dots as they are, and they would lead to another path.
    if (path.some((part) => ['', '.', '..'].includes(part))) throw new Error('This names nothing at Unipile.');
    const url = new URL(`${options.url}/api/v1/${path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await call(url, {
      method,
      body: form ?? (json && JSON.stringify(json)),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: {
        'X-API-KEY': options.key,
        accept: 'application/json',
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
    });
    const text = (await response.text()).slice(0, mostCharacters);
    if (!response.ok) throw refusalOf(response.status, text);
    return answer.parse(JSON.parse(text));
  };
}

function refusalOf(status: number, text: string): UnipileRefusal {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // An answer of something in between, such as a proxy.
  }
  const read = problem.safeParse(body);
  if (!read.success) return new UnipileRefusal(status, '', `no reason given (${status})`);
  const { type, title, detail } = read.data;
  return new UnipileRefusal(status, type.replace(/^errors\//, ''), detail || title || type);
}
