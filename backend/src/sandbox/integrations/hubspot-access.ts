import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { OAuthApp } from '#platform/integrations/integration-access';
import { failed } from './hubspot-errors';
import { portal } from './hubspot-seed';
import type { HubSpotState } from './hubspot-state';

/** OAuth v1: a code or a refresh token becomes an access token of half an hour. */
export function addTokens(app: Hono, client: OAuthApp, { codes, now }: HubSpotState): void {
  app.post('/oauth/v1/token', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
      return failed(context, 'BAD_CLIENT_SECRET', 'missing or invalid client secret');
    if (form.get('grant_type') === 'refresh_token') {
      if (!form.get('refresh_token')?.startsWith('sandbox-refresh-'))
        return failed(context, 'BAD_REFRESH_TOKEN', 'missing or unknown refresh token');
    } else {
      const code = form.get('code') ?? '';
      const redirect = codes.get(code);
      codes.delete(code);
      if (redirect === undefined || redirect !== form.get('redirect_uri'))
        return failed(context, 'BAD_AUTH_CODE', 'missing or unknown auth code');
    }
    return context.json({
      token_type: 'bearer',
      access_token: `sandbox-access-${now() + 1_800_000}`,
      refresh_token: `sandbox-refresh-${randomBytes(8).toString('hex')}`,
      expires_in: 1_800,
    });
  });
  app.get('/oauth/v1/access-tokens/:token', (context) =>
    context.json({
      hub_id: portal,
      hub_domain: 'northlight-growth.hubspot.sandbox',
      user: 'maya@northlight.test',
      scopes: [],
    }),
  );
}

/** Refuses an expired token, and more than 110 requests in ten seconds. */
export function limitRequests(app: Hono, { answerNext, requests, now }: HubSpotState): void {
  let spent: number[] = [];
  app.use('*', async (context, next) => {
    const { path } = context.req;
    if (!path.includes('/crm/') && !path.includes('/access-tokens/')) return next();
    requests.push({ method: context.req.method, path });
    const planned = answerNext.shift();
    if (planned)
      return context.json(planned.body as object, planned.status as 400, {
        ...(planned.retryAfter ? { 'retry-after': String(planned.retryAfter) } : {}),
      });
    const token = context.req.header('authorization')?.replace('Bearer sandbox-access-', '') ?? '';
    if (!(Number(token) > now()))
      return failed(context, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired.');
    spent = spent.filter((time) => time > now() - 10_000);
    if (spent.length >= 110)
      return context.json(
        {
          status: 'error',
          message: 'You have reached your ten_secondly_rolling limit.',
          errorType: 'RATE_LIMIT',
          policyName: 'TEN_SECONDLY_ROLLING',
        },
        429,
      );
    spent.push(now());
    return next();
  });
}
