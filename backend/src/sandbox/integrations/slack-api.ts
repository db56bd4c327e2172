import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { blockProblem } from './slack-blocks';
import type { SlackWorld } from './slack-world';

const failed = (context: Context, error: string) => context.json({ ok: false, error });
const bearer = (context: Context) => context.req.header('authorization')?.replace(/^Bearer /, '') ?? '';

/** Consent and its end: `oauth.v2.access` and `auth.revoke`. */
export function addSlackConsent(app: Hono, { client, codes }: SlackWorld): void {
  app.post('/api/oauth.v2.access', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
      return failed(context, 'bad_client_secret');
    const code = form.get('code') ?? '';
    const redirect = codes.get(code);
    codes.delete(code);
    if (redirect === undefined) return failed(context, 'invalid_code');
    if (redirect !== form.get('redirect_uri')) return failed(context, 'bad_redirect_uri');
    const token = `xoxb-sandbox-${randomBytes(8).toString('hex')}`;
    return context.json({
      ok: true,
      access_token: token,
      token_type: 'bot',
      scope: 'chat:write,chat:write.public,channels:read,groups:read',
      bot_user_id: 'U0SANDBOX',
      team: { id: 'T0SANDBOX', name: 'Northlight (sandbox)' },
    });
  });
  app.post('/api/auth.revoke', (context) => context.json({ ok: true, revoked: true }));
}

/** `conversations.list` and `chat.postMessage`, for those with a token. */
export function addSlackChannels(app: Hono, { channels, wait, keep, now }: SlackWorld): void {
  app.post('/api/conversations.list', (context) =>
    // Deliberate: tokens from before a restart still work, so connections survive it.
    bearer(context).startsWith('xoxb-sandbox')
      ? context.json({
          ok: true,
          channels: [...channels]
            .filter(([, channel]) => !channel.is_archived)
            .map(([id, channel]) => ({ id, name: channel.name, is_private: channel.is_private })),
          response_metadata: { next_cursor: '' },
        })
      : failed(context, 'invalid_auth'),
  );
  app.post('/api/chat.postMessage', async (context) => {
    if (!bearer(context).startsWith('xoxb-sandbox')) return failed(context, 'invalid_auth');
    const message = await context.req.json<{ channel: string; text?: string; blocks?: Record<string, unknown>[] }>();
    const channel = channels.get(message.channel);
    if (!channel) return failed(context, 'channel_not_found');
    if (channel.is_archived) return failed(context, 'is_archived');
    const problem = blockProblem(message.blocks);
    if (problem) return failed(context, problem);
    if (!message.text && !message.blocks?.length) return failed(context, 'no_text');
    const seconds = wait(message.channel);
    if (seconds > 0) return context.json({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(seconds) });
    keep(channel.name, message);
    return context.json({ ok: true, channel: message.channel, ts: `${now() / 1000}` });
  });
}

/** The incoming webhook of a channel. */
export function addSlackWebhook(app: Hono, { channels, wait, keep, webhook }: SlackWorld): void {
  app.post('/services/:team/:bot/:secret', async (context) => {
    if (context.req.param('secret') !== 'sandboxreplies') return context.text('no_service', 404);
    const replies = channels.get('C0REPLIES');
    if (replies?.is_archived) return context.text('channel_is_archived', 410);
    const message = await context.req.json<{ text?: string; blocks?: Record<string, unknown>[] }>().catch(() => null);
    if (!message) return context.text('invalid_payload', 400);
    const problem = blockProblem(message.blocks);
    if (problem) return context.text(problem, 400);
    if (!message.text && !message.blocks?.length) return context.text('no_text', 400);
    const seconds = wait(webhook);
    if (seconds > 0) return context.text('rate_limited', 429, { 'retry-after': String(seconds) });
    keep('replies', message);
    return context.text('ok');
  });
}
