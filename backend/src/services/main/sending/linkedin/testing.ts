import { createHttpLinkedIn } from '#platform/linkedin/http-linkedin';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';

/** What a provider was asked to do. */
interface Asked {
  key: string;
  action: string;
  body: string | null;
  profile: string;
  at: number;
}

/** A provider at the other end of the protocol of `http-linkedin.ts`, which keeps what it was asked. */
export interface TestProvider {
  linkedIn: LinkedInProvider;
  asked: Asked[];
  /** Answers to `POST /actions` from now on; by default everything is done. */
  answer: (ask: Asked) => Response;
  /** What the provider says of every account. */
  account: { account?: string; state: string; reason?: string };
  /** References of requests that were withdrawn. */
  withdrawn: string[];
  /** Days after a request was made in which it is accepted; null: never. */
  acceptsAfterDays: number | null;
}

export function createTestProvider(): TestProvider {
  const provider: TestProvider = {
    asked: [],
    withdrawn: [],
    account: { account: 'begun', state: 'SUCCESS' },
    acceptsAfterDays: null,
    answer: (ask) => Response.json({ outcome: 'DONE', reference: String(ask.at) }),
    linkedIn: createHttpLinkedIn({
      name: 'test',
      baseUrl: 'http://linkedin.test',
      key: 'test',
      fetch: async (input, init) => {
        const url = new URL(String(input));
        if (url.pathname === '/actions') {
          const body = JSON.parse(String(init?.body)) as {
            action: string;
            body: string | null;
            profile_url: string;
            at: string;
          };
          const ask = {
            key: new Headers(init?.headers).get('idempotency-key') ?? '',
            action: body.action,
            body: body.body,
            profile: body.profile_url,
            at: Date.parse(body.at),
          };
          provider.asked.push(ask);
          return provider.answer(ask);
        }
        if (!url.pathname.includes('/connections/')) return Response.json(provider.account);
        if (init?.method === 'DELETE') {
          provider.withdrawn.push(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
          return Response.json({});
        }
        const since = Number(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
        const isAccepted =
          provider.acceptsAfterDays !== null &&
          Date.parse(url.searchParams.get('at') ?? '') >= since + provider.acceptsAfterDays * 86_400_000;
        return Response.json({ state: isAccepted ? 'ACCEPTED' : 'PENDING' });
      },
    }),
  };
  return provider;
}
