import { createClient, type Client, type Transport } from '@skein/contracts/client';
import type { Contract } from '@skein/contracts/endpoint';
import { readDemo } from './product';

/** A call that was refused: what the server said, in a form that a test can compare. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly answer: unknown,
    request: string,
  ) {
    super(`${request} answered ${status}: ${JSON.stringify(answer)}`);
  }
}

/** Headers that prove who calls: the API key of the demo unless others are given. */
export type Credentials = Record<string, string>;

const withKey = (): Credentials => ({ 'x-api-key': readDemo().api_key });

/** Carries contract calls over HTTP to the product that runs. A busy answer (429) is waited out, as its clients do. */
function transport(credentials: () => Credentials): Transport {
  return async ({ method, path, query, body, answer }) => {
    const address = new URL(path, readDemo().url);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
    for (;;) {
      const response = await fetch(address, {
        method,
        headers: { ...credentials(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (response.status === 429) {
        await new Promise((next) => setTimeout(next, 1000 * Number(response.headers.get('retry-after') ?? 1)));
        continue;
      }
      if (answer === 'raw') return response.text();
      const content = (await response.json()) as { data?: unknown };
      if (!response.ok) throw new Refused(response.status, content, `${method} ${path}`);
      return answer === 'bare' ? content : content.data;
    }
  };
}

/** A typed client of a contract, as the demo workspace by its API key, or with the credentials given. */
export const callProduct = <C extends Contract>(contract: C, credentials: () => Credentials = withKey): Client<C> =>
  createClient(contract, transport(credentials));
