import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { escapeHtml } from '@skein/contracts/escape-html';
import type { Posted, SlackWorld } from './slack-world';
import { standInPage, standInPolicy } from './stand-in-page';

const page = (context: Context, title: string, content: string, target = '') => {
  const nonce = randomBytes(16).toString('base64');
  return context.html(standInPage('Slack', nonce, title, content), 200, standInPolicy(nonce, target));
};
/** What a person sees: the consent, and the messages that were posted with what can be done with a channel. */
export function addSlackPages(app: Hono, { client, codes, channels, posted }: SlackWorld): void {
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
