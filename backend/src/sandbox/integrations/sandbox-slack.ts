import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { OAuthApp } from '#platform/integrations/integration-access';
import { escapeHtml } from '@skein/contracts/escape-html';
import { standInPage, standInPolicy } from './stand-in-page';

interface Posted {
  channel: string;
  text: string;
  blocks: Record<string, unknown>[];
  at: number;
}
export interface SandboxSlack {
  /** Everything below the addresses of slack.com and hooks.slack.com. */
  app: Hono;
  posted: Posted[];
  /** Channels by id; an archived one refuses messages. */
  channels: Map<string, { name: string; is_private: boolean; is_archived: boolean }>;
  webhook: string;
}

/** Messages that are kept to look at. */
const mostKept = 200;
const blockTypes = new Set(['section', 'header', 'divider', 'context', 'actions', 'image', 'rich_text']);

/** What Slack refuses of Block Kit: unknown kinds, more than 50 blocks, texts over 3,000 (headers 150, buttons 75) characters. */
function blockProblem(blocks: unknown): string | null {
  if (!Array.isArray(blocks)) return null;
  if (blocks.length > 50) return 'invalid_blocks';
  for (const block of blocks as {
    type?: string;
    text?: { text?: string };
    elements?: { text?: { text?: string } }[];
  }[]) {
    if (!block.type || !blockTypes.has(block.type)) return 'invalid_blocks';
    const size = block.text?.text?.length ?? 0;
    if (size > (block.type === 'header' ? 150 : 3_000)) return 'invalid_blocks';
    if (block.type === 'actions' && block.elements?.some((element) => (element.text?.text?.length ?? 0) > 75))
      return 'invalid_blocks';
  }
  return null;
}

/**
 * Slack by its published protocol: OAuth v2, `conversations.list`, `chat.postMessage`, `auth.revoke`, incoming
 * webhooks, with their errors and the limit of one message a second and channel (bursts of 20). Messages are kept and
 * shown on a page; nobody else sees them.
 */
export function createSandboxSlack(options: { client: OAuthApp; now: () => number }): SandboxSlack {
  const { client, now } = options;
  const app = new Hono();
  const codes = new Map<string, string>();
  const tokens = new Set<string>(['xoxb-sandbox']);
  const posted: Posted[] = [];
  const recent = new Map<string, number[]>();
  const channels: SandboxSlack['channels'] = new Map([
    ['C0REPLIES', { name: 'replies', is_private: false, is_archived: false }],
    ['C0SALES', { name: 'sales', is_private: false, is_archived: false }],
    ['C0ALERTS', { name: 'alerts', is_private: true, is_archived: false }],
    ['C0OLD', { name: 'old-outreach', is_private: false, is_archived: true }],
  ]);
  const webhook = 'https://hooks.slack.com/services/T0SANDBOX/B0SANDBOX/sandboxreplies';

  const wait = (channel: string): number => {
    const times = (recent.get(channel) ?? []).filter((time) => time > now() - 20_000);
    recent.set(channel, times);
    if (times.length >= 20) return Math.max(1, Math.ceil((times[0]! + 20_000 - now()) / 1000));
    times.push(now());
    return 0;
  };
  const keep = (channel: string, message: { text?: string; blocks?: Record<string, unknown>[] }) => {
    posted.unshift({ channel, text: message.text ?? '', blocks: message.blocks ?? [], at: now() });
    posted.length = Math.min(posted.length, mostKept);
  };
  const failed = (context: Context, error: string) => context.json({ ok: false, error });
  const bearer = (context: Context) => context.req.header('authorization')?.replace(/^Bearer /, '') ?? '';

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
    tokens.add(token);
    return context.json({
      ok: true,
      access_token: token,
      token_type: 'bot',
      scope: 'chat:write,chat:write.public,channels:read,groups:read',
      bot_user_id: 'U0SANDBOX',
      team: { id: 'T0SANDBOX', name: 'Northlight (sandbox)' },
    });
  });
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
  app.post('/api/auth.revoke', (context) => {
    tokens.delete(bearer(context));
    return context.json({ ok: true, revoked: true });
  });
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

  const page = (context: Context, title: string, content: string, target = '') => {
    const nonce = randomBytes(16).toString('base64');
    return context.html(standInPage('Slack', nonce, title, content), 200, standInPolicy(nonce, target));
  };
  app.get('/oauth/v2/authorize', (context) => {
    const { client_id: id, redirect_uri: redirect = '', state = '' } = context.req.query();
    if (id !== client.clientId || !URL.canParse(redirect)) return context.text('invalid_client_id', 400);
    const back = (extra: Record<string, string>) => {
      const url = new URL(redirect);
      for (const [name, value] of Object.entries({ ...extra, state })) url.searchParams.set(name, value);
      return escapeHtml(url.href);
    };
    const code = randomBytes(12).toString('hex');
    codes.set(code, redirect);
    return page(
      context,
      'Allow Skein to post in Northlight (sandbox)?',
      `<article><p>Skein will be able to post messages and to list channels.</p><a class="button main" href="${back({ code })}">Allow</a><a class="button" href="${back({ error: 'access_denied' })}">Cancel</a></article>`,
    );
  });
  app.get('/', (context) =>
    page(
      context,
      'Slack messages',
      `${[...channels].map(([id, channel]) => `<form method="post" action="./channels/${id}"><strong>#${escapeHtml(channel.name)}</strong>${channel.is_archived ? ' <span class="soft">archived</span>' : ''} <button>${channel.is_archived ? 'Bring back' : 'Archive'}</button></form>`).join('')}<h2>${posted.length} messages</h2>${posted.map(messageHtml).join('') || '<p class="soft">No message yet.</p>'}`,
    ),
  );
  app.post('/channels/:id', (context) => {
    const channel = channels.get(context.req.param('id'));
    if (channel) channel.is_archived = !channel.is_archived;
    return context.redirect('../', 303);
  });
  return { app, posted, channels, webhook };
}

/** Slack's mrkdwn as far as our messages use it. */
const plain = (text: string) =>
  escapeHtml(text.replace(/[*_]/g, ''))
    .replaceAll('&#38;amp;', '&#38;')
    .replaceAll('&#38;lt;', '&#60;')
    .replaceAll('&#38;gt;', '&#62;');

function messageHtml(message: Posted): string {
  const parts = message.blocks.map((block) => {
    const { type, text, elements } = block as {
      type: string;
      text?: { text: string };
      elements?: { type: string; url?: string; text?: { text: string } | string }[];
    };
    if (type === 'header') return `<p><strong>${escapeHtml(text?.text ?? '')}</strong></p>`;
    if (type === 'section') return `<blockquote>${plain(text?.text ?? '')}</blockquote>`;
    if (type === 'context')
      return `<p class="soft">${(elements ?? []).map((element) => plain(typeof element.text === 'string' ? element.text : '')).join(' ')}</p>`;
    if (type === 'actions')
      return `<p>${(elements ?? []).map((element) => `<a class="button" href="${escapeHtml(element.url ?? '#')}">${escapeHtml(typeof element.text === 'string' ? element.text : (element.text?.text ?? ''))}</a>`).join('')}</p>`;
    return '';
  });
  return `<article><p class="soft">#${escapeHtml(message.channel)}</p>${parts.join('') || `<p>${escapeHtml(message.text)}</p>`}</article>`;
}
