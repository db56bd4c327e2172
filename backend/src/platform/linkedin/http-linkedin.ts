import { z } from 'zod';
import type { LinkedInProvider, LinkedInResult, LinkedInTask } from './linkedin-provider';

const answer = z.union([
  z.object({ outcome: z.literal('DONE'), reference: z.string().min(1).max(500) }),
  z.object({ outcome: z.enum(['REFUSED', 'ACCOUNT', 'LATER']), reason: z.string().max(2_000) }),
]);
const connection = z.object({ state: z.enum(['PENDING', 'ACCEPTED']) });
const begun = z.object({
  account: z.string().min(1).max(200),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish(),
});
const account = z.object({
  state: z.enum(['INPROGRESS', 'SUCCESS', 'INVALID']),
  reason: z.string().max(2_000).nullish(),
});
const timeout = 30_000;

/**
 * A provider that is spoken to over HTTP: `POST /accounts` and `GET /accounts/:account` to connect, `POST /actions` with an Idempotency-Key,
 * `GET` and `DELETE /accounts/:account/connections/:reference`.
 * What is no answer of that shape, or none at all, is LATER: the key makes asking again safe.
 */
export function createHttpLinkedIn(options: {
  name: string;
  baseUrl: string;
  key: string;
  fetch?: typeof fetch;
}): LinkedInProvider {
  const call = options.fetch ?? fetch;
  const ask = async (path: string, init: RequestInit): Promise<Response> =>
    call(new URL(path, options.baseUrl), {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      headers: { ...init.headers, authorization: `Bearer ${options.key}`, accept: 'application/json' },
    });
  return {
    name: options.name,
    async perform(task: LinkedInTask): Promise<LinkedInResult> {
      try {
        const response = await ask('/actions', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': task.key },
          body: JSON.stringify({
            account: task.account,
            action: task.action,
            profile_url: task.profileUrl,
            subject: task.subject,
            body: task.body,
            at: task.at.toISOString(),
          }),
        });
        if (response.status === 401 || response.status === 403)
          return { outcome: 'ACCOUNT', reason: `The provider refused access (${response.status}).` };
        if (!response.ok) return { outcome: 'LATER', reason: `The provider answered ${response.status}.` };
        const read = answer.safeParse(await response.json());
        return read.success ? read.data : { outcome: 'LATER', reason: 'The provider’s answer could not be read.' };
      } catch (error) {
        return {
          outcome: 'LATER',
          reason: `The provider could not be reached: ${(error as Error).message}`.slice(0, 300),
        };
      }
    },
    async begin(given) {
      const response = await ask('/accounts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: given.name, profile_url: given.profileUrl, at: given.at.toISOString() }),
      });
      if (!response.ok) throw new Error(`The LinkedIn provider answered ${response.status}`);
      const read = begun.parse(await response.json());
      return { account: read.account, url: read.url ?? null };
    },
    async readAccount(name, at) {
      const response = await ask(
        `/accounts/${encodeURIComponent(name)}?at=${encodeURIComponent(at.toISOString())}`,
        {},
      );
      if (response.status === 404) return { state: 'INVALID', reason: 'The provider does not know this account.' };
      if (!response.ok) throw new Error(`The LinkedIn provider answered ${response.status}`);
      const read = account.parse(await response.json());
      return { state: read.state, reason: read.reason ?? null };
    },
    async withdraw(name, reference) {
      const response = await ask(`/accounts/${encodeURIComponent(name)}/connections/${encodeURIComponent(reference)}`, {
        method: 'DELETE',
      });
      if (!response.ok && response.status !== 404) throw new Error(`The LinkedIn provider answered ${response.status}`);
    },
    async readConnection(account, reference, at) {
      const response = await ask(
        `/accounts/${encodeURIComponent(account)}/connections/${encodeURIComponent(reference)}?at=${encodeURIComponent(at.toISOString())}`,
        {},
      );
      if (!response.ok) throw new Error(`The LinkedIn provider answered ${response.status}`);
      return connection.parse(await response.json()).state;
    },
  };
}
