import { z } from 'zod';
import { askVendor, IntegrationError, jsonOf, type IntegrationAccess, type OAuthApp } from './integration-access';

const api = 'https://slack.com/api';
/** Scopes of the bot: post, also where it was not invited, and list channels. */
const slackScopes = ['chat:write', 'chat:write.public', 'channels:read', 'groups:read'];

export interface SlackMessage {
  /** Shown in notifications and by readers without blocks. */
  text: string;
  blocks: readonly Record<string, unknown>[];
}

type Access = Pick<IntegrationAccess, 'ask'>;
const envelope = z.object({ ok: z.boolean(), error: z.string().optional() });
const grant = z.object({
  access_token: z.string().min(1).max(1_000),
  team: z.object({ id: z.string().max(100), name: z.string().max(300).default('Slack') }),
});
const channels = z.object({
  channels: z.array(z.object({ id: z.string(), name: z.string(), is_private: z.boolean().default(false) })),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

const authCodes = new Set([
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'not_authed',
  'no_team',
]);
const configCodes = new Set([
  'channel_not_found',
  'is_archived',
  'channel_is_archived',
  'not_in_channel',
  'restricted_action',
  'action_prohibited',
  'posting_to_general_channel_denied',
  'missing_scope',
  'no_service',
  'no_service_id',
  'team_disabled',
  'user_not_found',
]);

/** What a code of Slack's documentation means, and what to do. */
const slackCauses: Record<string, string> = {
  is_archived: 'The channel was archived. Choose another channel.',
  channel_is_archived: 'The channel was archived. Choose another channel.',
  channel_not_found:
    'The channel no longer exists, or it is private and Skein was not invited. Choose another channel.',
  not_in_channel: 'Skein is not in this channel. Invite it in Slack with /invite, or choose another channel.',
  no_service: 'The incoming webhook was removed in Slack. Create a new one and connect it.',
  no_service_id: 'The incoming webhook was removed in Slack. Create a new one and connect it.',
  token_revoked: 'Access was removed in Slack. Connect Slack again.',
  account_inactive: 'The Slack app was uninstalled. Connect Slack again.',
  invalid_auth: 'Slack no longer accepts this connection. Connect it again.',
  action_prohibited: 'A Slack administrator restricts posting to this channel. Choose another channel.',
  restricted_action: 'A Slack administrator restricts posting to this channel. Choose another channel.',
};

function refusal(code: string, status: number, retryAfter: number | null): IntegrationError {
  const more = { status, retryAfter, answer: code };
  if (status === 429 || code === 'ratelimited' || code === 'rate_limited')
    return new IntegrationError('RATE', 'ratelimited', `Slack asks to wait ${retryAfter ?? 30} s.`, {
      ...more,
      retryAfter: retryAfter ?? 30,
    });
  const words = slackCauses[code] ?? `Slack answered ${code || status}.`;
  if (authCodes.has(code)) return new IntegrationError('AUTH', code, words, more);
  if (configCodes.has(code)) return new IntegrationError('CONFIG', code, words, more);
  if (status >= 500 || ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'].includes(code))
    return new IntegrationError('LATER', code || String(status), words, more);
  return new IntegrationError('REFUSED', code || String(status), words, more);
}

/** A method of the Web API (https://docs.slack.dev/apis/web-api): errors come with status 200 and `ok: false`. @throws IntegrationError */
async function call(
  access: Access,
  method: string,
  body: { json: unknown; token: string } | { form: Record<string, string>; token?: string },
): Promise<unknown> {
  const isJson = 'json' in body;
  const answer = await askVendor(access.ask, 'Slack', {
    method: 'POST',
    url: `${api}/${method}`,
    headers: {
      'content-type': isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
      ...(body.token ? { authorization: `Bearer ${body.token}` } : {}),
    },
    body: isJson ? JSON.stringify(body.json) : new URLSearchParams(body.form).toString(),
  });
  const data = jsonOf(answer);
  const read = envelope.safeParse(data);
  if (!read.success || !read.data.ok) throw refusal(read.data?.error ?? '', answer.status, answer.retryAfter);
  return data;
}

const unreadable = () => new IntegrationError('LATER', 'unreadable', 'Slack’s answer could not be read.');

/** The page on which somebody allows the app (https://docs.slack.dev/authentication/installing-with-oauth). */
export const slackAuthorizeUrl = (page: string, app: OAuthApp, state: string, redirectUri: string): string =>
  `${page}?${new URLSearchParams({ client_id: app.clientId, scope: slackScopes.join(','), redirect_uri: redirectUri, state }).toString()}`;

/** oauth.v2.access: the code of the redirect becomes a bot token. @throws IntegrationError */
export async function exchangeSlackCode(access: Access, app: OAuthApp, code: string, redirectUri: string) {
  const read = grant.safeParse(
    await call(access, 'oauth.v2.access', {
      form: { client_id: app.clientId, client_secret: app.clientSecret, code, redirect_uri: redirectUri },
    }),
  );
  if (!read.success) throw unreadable();
  return { token: read.data.access_token, team: read.data.team };
}

/** conversations.list, up to 1,000 channels. @throws IntegrationError */
export async function listSlackChannels(access: Access, token: string) {
  const found: { id: string; name: string; is_private: boolean }[] = [];
  let cursor = '';
  do {
    const read = channels.safeParse(
      await call(access, 'conversations.list', {
        token,
        form: { types: 'public_channel,private_channel', exclude_archived: 'true', limit: '200', cursor },
      }),
    );
    if (!read.success) throw unreadable();
    found.push(...read.data.channels);
    cursor = read.data.response_metadata?.next_cursor ?? '';
  } while (cursor && found.length < 1_000);
  return found;
}

/** chat.postMessage. @throws IntegrationError */
export async function postSlackMessage(access: Access, token: string, channel: string, message: SlackMessage) {
  await call(access, 'chat.postMessage', { token, json: { channel, ...message, unfurl_links: false } });
}

/** auth.revoke: after a disconnect the token is of no use to anybody. @throws IntegrationError */
export const revokeSlackToken = (access: Access, token: string) => call(access, 'auth.revoke', { token, form: {} });

export const isSlackWebhook = (url: string): boolean =>
  /^https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{5,300}$/.test(url);

/**
 * An incoming webhook (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks): errors are plain words.
 * @throws IntegrationError
 */
export async function postToSlackWebhook(access: Access, url: string, message: SlackMessage): Promise<void> {
  const answer = await askVendor(access.ask, 'Slack', {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (answer.status === 200) return;
  throw refusal(answer.text.trim().slice(0, 100), answer.status, answer.retryAfter);
}
