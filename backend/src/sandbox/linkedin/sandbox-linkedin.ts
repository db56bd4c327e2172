import { Hono } from 'hono';
import { seededUnit } from '#engine/sending/seeded-random';
import { createHttpLinkedIn } from '#platform/linkedin/http-linkedin';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';

const key = 'sandbox';
const day = 86_400_000;
/** The login at the provider, in milliseconds. */
const loginTakes = 8_000;

/**
 * The stand-in for a LinkedIn provider: it speaks the protocol of `http-linkedin.ts` inside the process and does nothing real. Profiles
 * decide by their address: three of five accept a connection, one to three days later; one whose address contains "gone" does not exist. An account whose name
 * contains "wrong" is refused.
 * Without memory: a reference carries what an answer needs, so that a restart forgets nothing.
 */
export function createSandboxLinkedIn(): LinkedInProvider {
  const app = new Hono();
  app.use(async (context, next) =>
    context.req.header('authorization') === `Bearer ${key}` ? next() : context.json({}, 401),
  );
  app.post('/accounts', async (context) => {
    const { name, at } = await context.req.json<{ name: string; at: string }>();
    return context.json({ account: `begun:${Date.parse(at)}:${name}`, url: null });
  });
  app.get('/accounts/:account', (context) => {
    const [kind, since, ...name] = context.req.param('account').split(':');
    // Connected under a name of its own: the account is there.
    if (kind !== 'begun') return context.json({ state: 'SUCCESS' });
    if (Date.parse(context.req.query('at') ?? '') < Number(since) + loginTakes)
      return context.json({ state: 'INPROGRESS' });
    return name.join(':').toLowerCase().includes('wrong')
      ? context.json({ state: 'INVALID', reason: 'LinkedIn refused the password.' })
      : context.json({ state: 'SUCCESS' });
  });
  app.delete('/accounts/:account/connections/:reference', (context) => context.json({}));
  app.post('/actions', async (context) => {
    const { profile_url: profile, at } = await context.req.json<{ profile_url: string; at: string }>();
    if (!context.req.header('idempotency-key')) return context.json({}, 400);
    if (profile.includes('gone')) return context.json({ outcome: 'REFUSED', reason: 'This profile does not exist.' });
    return context.json({ outcome: 'DONE', reference: `${Date.parse(at)}:${profile}` });
  });
  app.get('/accounts/:account/connections/:reference', (context) => {
    const [since, ...profile] = context.req.param('reference').split(':');
    const address = profile.join(':');
    const accepts = seededUnit('linkedin accepts', address) < 0.6;
    const after = Number(since) + day * (1 + 2 * seededUnit('linkedin when', address));
    return context.json({
      state: accepts && Date.parse(context.req.query('at') ?? '') >= after ? 'ACCEPTED' : 'PENDING',
    });
  });
  return createHttpLinkedIn({
    name: 'sandbox',
    baseUrl: 'http://linkedin.sandbox',
    key,
    fetch: (async (input: URL, init: RequestInit) =>
      app.request(String(input), { ...init, redirect: undefined } as RequestInit)) as typeof fetch,
  });
}
