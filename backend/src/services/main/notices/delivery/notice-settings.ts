import type { NoticeSettings } from '@skein/contracts/main/notices.contract';
import { createRandomToken } from '#platform/crypto/random-token';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import { isSlackWebhook } from '#platform/integrations/slack';
import { refusesUrl } from '#platform/mail/resolve-host';
import { vapidKeys } from '#platform/push/push-sender';
import type { MainDeps } from '#main/deps';
import { slackContext, webhookContext } from './notice-contexts';
import { sendBy } from './send-notice';
import {
  addBrowser,
  deleteBrowser,
  findBrowsers,
  findSetting,
  findZone,
  writeSetting,
  type SettingRecord,
} from './notice-settings.store';

async function view(deps: MainDeps, who: RequestActor, sql: SqlClient): Promise<NoticeSettings> {
  const {
    slack_sealed,
    slack_hint,
    webhook_url,
    webhook_secret_sealed: _secret,
    ...rest
  } = await findSetting(who.workspaceId, sql, who.userId);
  const browsers = await findBrowsers(who.workspaceId, sql, who.userId);
  return {
    ...rest,
    time_zone: await findZone(who.workspaceId, sql, who.userId),
    slack: {
      is_connected: slack_sealed !== null,
      hint: slack_hint,
      sandbox_url: deps.integrations.sandboxKeys?.slackWebhook ?? null,
    },
    webhook: { url: webhook_url },
    push: {
      public_key: vapidKeys(deps.masterKey).publicKey,
      browsers: browsers.map(({ id, user_agent, created_at }) => ({
        id,
        user_agent,
        created_at: created_at.toISOString(),
      })),
    },
  };
}

export const readSettings = (deps: MainDeps, who: RequestActor) =>
  deps.db.tenantSql(who.workspaceId, (sql) => view(deps, who, sql));

const save = (deps: MainDeps, who: RequestActor, change: Partial<SettingRecord>) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await writeSetting(who.workspaceId, sql, who.userId, change);
    await deps.live.publish(sql, who.workspaceId, ['notices']);
    return view(deps, who, sql);
  });

export const saveSettings = (deps: MainDeps, who: RequestActor, change: Partial<SettingRecord>) =>
  save(deps, who, change);

/** Kept only when Slack takes a message. @throws SkeinError VALIDATION */
export async function connectSlack(deps: MainDeps, who: RequestActor, url: string): Promise<NoticeSettings> {
  if (!isSlackWebhook(url))
    throw invalidField('url', 'must be an incoming webhook of Slack: https://hooks.slack.com/services/…');
  const sealed = deps.vault.seal(url, slackContext(who.workspaceId, who.userId));
  const before = await deps.db.tenantSql(who.workspaceId, (sql) => findSetting(who.workspaceId, sql, who.userId));
  await save(deps, who, { slack_sealed: Buffer.from(sealed), slack_hint: `…${url.slice(-4)}` });
  const problem = await sendBy(deps, who, 'slack', testMessage('Slack is connected'));
  if (problem === null) return readSettings(deps, who);
  await save(deps, who, { slack_sealed: before.slack_sealed, slack_hint: before.slack_hint });
  throw invalidField('url', `is not taken by Slack: ${problem}`);
}

export const disconnectSlack = (deps: MainDeps, who: RequestActor) =>
  save(deps, who, { slack_sealed: null, slack_hint: null });

/** A webhook of one's own with a new signing secret, which is shown once. @throws SkeinError VALIDATION */
export async function setWebhook(deps: MainDeps, who: RequestActor, url: string) {
  if (refusesUrl(new URL(url), deps.config.isSandbox)) throw invalidField('url', 'must be a public address');
  const secret = createRandomToken('whsec-');
  await save(deps, who, {
    webhook_url: url,
    webhook_secret_sealed: Buffer.from(deps.vault.seal(secret, webhookContext(who.workspaceId, who.userId))),
  });
  return { url, secret };
}

export const removeWebhook = (deps: MainDeps, who: RequestActor) =>
  save(deps, who, { webhook_url: null, webhook_secret_sealed: null });

/** More browsers than anybody works with. */
const mostBrowsers = 20;

/** @throws SkeinError VALIDATION */
export async function subscribePush(
  deps: MainDeps,
  who: RequestActor,
  given: { endpoint: string; keys: { p256dh: string; auth: string } },
  userAgent: string,
): Promise<NoticeSettings> {
  if (refusesUrl(new URL(given.endpoint), deps.config.isSandbox))
    throw invalidField('endpoint', 'must be a push service');
  const { push } = await readSettings(deps, who);
  if (push.browsers.length >= mostBrowsers)
    throw invalidField('endpoint', `is one too many: at most ${mostBrowsers} browsers are notified`);
  await addBrowser(deps.db, who.workspaceId, who.userId, {
    endpoint: given.endpoint,
    ...given.keys,
    userAgent,
    at: new Date(deps.realClock.now()),
  });
  return readSettings(deps, who);
}

export const unsubscribePush = (deps: MainDeps, who: RequestActor, id: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await deleteBrowser(who.workspaceId, sql, who.userId, id))) throw notFound('This browser');
    return view(deps, who, sql);
  });

const testMessage = (title: string) => ({
  id: 0,
  kind: 'reminder' as const,
  title,
  text: 'This is a test. Notifications arrive here as you chose.',
  href: '/app/settings/warning-notifications',
});

/** Tries a channel now. */
export async function sendTest(deps: MainDeps, who: RequestActor, channel: 'push' | 'slack' | 'webhook') {
  const settings = await readSettings(deps, who);
  const isSet = {
    push: settings.push.browsers.length > 0,
    slack: settings.slack.is_connected,
    webhook: settings.webhook.url,
  };
  if (!isSet[channel]) return { is_sent: false, problem: 'Nothing is connected yet.' };
  const problem = await sendBy(deps, who, channel, testMessage('Test notification'));
  // Browsers that took their permission back are forgotten while it is sent.
  const isGone = channel === 'push' && (await readSettings(deps, who)).push.browsers.length === 0;
  return isGone
    ? { is_sent: false, problem: 'Your browser no longer accepts notifications. Allow them again.' }
    : { is_sent: problem === null, problem };
}
