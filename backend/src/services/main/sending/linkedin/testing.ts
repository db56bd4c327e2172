import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { Hono, type Context } from 'hono';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import { createUnipile } from '#platform/linkedin/unipile';
import { sandboxPerson, type SandboxPerson } from '#sandbox/linkedin/sandbox-people';
import { createSandboxUnipile, type SandboxUnipile } from '#sandbox/linkedin/sandbox-unipile';
import type { SignedIn, TestMain } from '#main/testing';

/** Something that was to happen on LinkedIn. */
interface Asked {
  action: string;
  body: string | null;
  at: number;
}

/** The stand-in for Unipile behind a real port, which keeps what it was asked to do. */
export interface TestProvider {
  linkedIn: LinkedInProvider;
  standIn: SandboxUnipile;
  url: string;
  key: string;
  asked: Asked[];
  /** Answers in place of the stand-in, before anything is done. */
  fault: ((asked: Asked) => Response) | null;
  /** Answers in place of the stand-in, by what is asked for; null: the stand-in answers. */
  instead: ((path: string) => Response | null) | null;
  /** Everything is done, and the answer is lost on its way; nor is it known whether a message was sent. */
  losesAnswers: boolean;
  /** Names of profiles that are connections of every account. */
  known: Set<string>;
  /** Names of profiles that conversations do not tell. */
  hidden: Set<string>;
  /** Paths that were asked for. */
  paths: string[];
  /** What the provider reported to the product, where it is kept instead of delivered. */
  kept: { url: string; body: string }[] | null;
  /** Days after a request was made in which it is accepted; null: never. */
  acceptsAfterDays: number | null;
  /** Connects an account as its owner does, on the provider's page. */
  connect: (who: SignedIn, name: string) => Promise<number>;
  /** What a person does on the page of a sign-in. */
  signIn: (url: string, name: string, decision?: string) => Promise<Response>;
  reset: () => void;
  close: () => Promise<unknown>;
}

/** Reads what an action does; null for a question that changes nothing. */
async function readAction(context: Context, at: number): Promise<Asked | null> {
  const { method, path } = context.req;
  const request = context.req.raw.clone();
  if (method === 'GET' && context.req.query('notify') === 'true') return { action: 'VISIT_PROFILE', body: null, at };
  if (method !== 'POST') return null;
  if (path.endsWith('/users/invite')) {
    const { message } = (await request.json()) as { message?: string };
    return { action: 'CONNECTION_REQUEST', body: message ?? null, at };
  }
  if (path.endsWith('/posts/reaction')) return { action: 'LIKE_RECENT_ACTIVITY', body: null, at };
  const isAnswer = /\/chats\/[^/]+\/messages$/.test(path);
  if (!isAnswer && !path.endsWith('/chats')) return null;
  const form = await request.formData();
  if (isAnswer) return { action: 'ANSWER', body: String(form.get('text')), at };
  return { action: form.get('linkedin[inmail]') ? 'INMAIL' : 'MESSAGE', body: String(form.get('text')), at };
}

/** @param given `person`: how people of this LinkedIn are; without it `known` and `acceptsAfterDays` decide */
export async function createTestProvider(
  main: TestMain,
  given: { person?: 'sandbox'; name?: string } = {},
): Promise<TestProvider> {
  const state = new Map<string, string>();
  const key = 'test-key';
  const holder: { standIn: SandboxUnipile | null } = { standIn: null };
  const app = new Hono().use('/api/*', async (context, next) => {
    const asked = await readAction(context, main.clock.now());
    provider.paths.push(context.req.path);
    if (asked) provider.asked.push(asked);
    if (asked && provider.fault) return provider.fault(asked);
    const answer = provider.instead?.(context.req.path);
    if (answer) return answer;
    await next();
    const isLookup = context.req.path.includes('/chat_attendees/');
    if ((asked || isLookup) && provider.losesAnswers) context.res = Response.json({}, { status: 504 });
  });
  app.all('*', (context) => (holder.standIn as SandboxUnipile).app.fetch(context.req.raw));
  let server: ServerType | undefined;
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve());
  });
  const url = `http://127.0.0.1:${(server?.address() as AddressInfo).port}`;
  const person = (name: string): SandboxPerson => ({
    ...sandboxPerson(name),
    isKnown: provider.known.has(name),
    answer: null,
    isHidden: provider.hidden.has(name),
    acceptsAfter: provider.acceptsAfterDays === null ? null : provider.acceptsAfterDays * 86_400_000,
  });
  holder.standIn = createSandboxUnipile({
    pagesUrl: url,
    key,
    state: {
      read: async <Value>(name: string) => JSON.parse(state.get(name) ?? 'null') as Value | null,
      write: async (name, value) => void state.set(name, JSON.stringify(value)),
    },
    now: () => main.clock.now(),
    realNow: () => main.realClock.now(),
    deliver: async (to, body) => {
      const report = { url: to, body: JSON.stringify(body) };
      if (provider.kept) provider.kept.push(report);
      else await main.app.request(new URL(to).pathname, { method: 'POST', body: report.body });
    },
    ...(given.person === 'sandbox' ? {} : { person }),
  });
  const signIn = (page: string, name: string, decision = 'allow') =>
    fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ name, decision }) });
  const provider: TestProvider = {
    linkedIn: createUnipile({ name: given.name ?? 'test', url, key }),
    standIn: holder.standIn,
    url,
    key,
    ...fresh(),
    signIn,
    async connect(who, name) {
      const begun = await main.asClient(linkedInContract, who).connectLinkedInAccount({ body: { name } });
      await signIn(begun.connect_url ?? '', name);
      return begun.id;
    },
    reset: () => void Object.assign(provider, fresh()),
    close: () =>
      new Promise((resolve) => {
        server?.close(resolve);
        if (server && 'closeAllConnections' in server) server.closeAllConnections();
      }),
  };
  return provider;
}

const fresh = (): Pick<
  TestProvider,
  'asked' | 'fault' | 'instead' | 'losesAnswers' | 'known' | 'hidden' | 'paths' | 'kept' | 'acceptsAfterDays'
> => ({
  asked: [],
  fault: null,
  instead: null,
  losesAnswers: false,
  known: new Set(),
  hidden: new Set(),
  paths: [],
  kept: null,
  acceptsAfterDays: null,
});
