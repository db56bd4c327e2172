import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import { postToSlackWebhook } from '#platform/integrations/slack';
import { sendPush } from '#platform/push/push-sender';
import type { MainDeps } from '#main/deps';
import { deliver } from '../webhooks/deliver';
import { findMailBrand } from '#identity/identity.api';
import { slackContext, webhookContext } from './notice-contexts';
import {
  deleteBrowser,
  findBrowsers,
  findSetting,
  isOfClient,
  noteSent,
  type SettingRecord,
} from './notice-settings.store';
import type { sendNotice } from './notices.jobs';

type Deps = Pick<MainDeps, 'db' | 'config' | 'files' | 'realClock' | 'vault' | 'masterKey' | 'integrations'>;
type Message = z.output<typeof sendNotice.payload>['notice'];

/** @throws Error when the channel did not take it, so that the job tries again */
export async function sendOneNotice(
  deps: Deps,
  { workspaceId, userId, channel, notice }: z.output<typeof sendNotice.payload>,
): Promise<void> {
  const problem = await sendBy(deps, { workspaceId, userId }, channel, notice);
  if (problem) throw new Error(`A notification was not taken by ${channel}: ${problem}`);
}

/** Sends by one channel now. What a person disconnected meanwhile is left out. @returns what went wrong; null when it was taken */
export async function sendBy(
  deps: Deps,
  who: { workspaceId: WorkspaceId; userId: UserId },
  channel: 'push' | 'slack' | 'webhook',
  message: Message,
): Promise<string | null> {
  if (channel === 'push') return pushTo(deps, who, message);
  const setting = await deps.db.tenantSql(who.workspaceId, (sql) => findSetting(who.workspaceId, sql, who.userId));
  return channel === 'slack' ? slackTo(deps, who, setting, message) : hookTo(deps, who, setting, message);
}

/** Where a person opens the product, and what they know it as: people of a client have the agency's. */
async function placeOf(deps: Deps, { workspaceId, userId }: { workspaceId: WorkspaceId; userId: UserId }) {
  const isClient = await deps.db.tenantSql(workspaceId, (sql) => isOfClient(workspaceId, sql, userId));
  const brand = isClient ? await findMailBrand(deps, workspaceId) : null;
  return {
    base: brand?.baseUrl ?? deps.config.publicUrl,
    open: isClient ? 'Open' : 'Open in Skein',
    // A client's own server is not told whose product its agency uses.
    ...(isClient && { agent: 'Webhooks/1' }),
  };
}
const link = (base: string, { href }: Message) => (href === null ? null : `${base}${href}`);
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function slackTo(
  deps: Deps,
  who: { workspaceId: WorkspaceId; userId: UserId },
  setting: SettingRecord,
  message: Message,
): Promise<string | null> {
  if (!setting.slack_sealed) return null;
  const url = deps.vault.open(setting.slack_sealed, slackContext(who.workspaceId, who.userId));
  const place = await placeOf(deps, who);
  const address = link(place.base, message);
  const section = { type: 'mrkdwn', text: `*${escape(message.title)}*\n${escape(message.text)}`.slice(0, 2_900) };
  const open = { type: 'button', text: { type: 'plain_text', text: place.open, emoji: false }, url: address };
  try {
    await postToSlackWebhook(deps.integrations, url, {
      text: message.title.slice(0, 200),
      blocks: [
        { type: 'section', text: section },
        ...(address ? [{ type: 'actions', elements: [{ ...open, action_id: 'open' }] }] : []),
      ],
    });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function hookTo(
  deps: Deps,
  who: { workspaceId: WorkspaceId; userId: UserId },
  setting: SettingRecord,
  message: Message,
): Promise<string | null> {
  if (!setting.webhook_url) return null;
  const { base, agent } = await placeOf(deps, who);
  const answer = await deliver(
    {
      url: setting.webhook_url,
      body: JSON.stringify({
        type: 'notification',
        kind: message.kind,
        title: message.title,
        text: message.text,
        url: link(base, message),
        at: new Date(deps.realClock.now()).toISOString(),
      }),
      requestId: `notice-${message.id}-${who.userId}`,
      agent,
      level: 'user',
      secret:
        setting.webhook_secret_sealed &&
        deps.vault.open(setting.webhook_secret_sealed, webhookContext(who.workspaceId, who.userId)),
    },
    { allowPrivateAddresses: deps.config.isSandbox, now: () => deps.realClock.now() },
  );
  return answer.error;
}

/** To each browser of the person; those that took their permission back are forgotten. */
async function pushTo(
  deps: Deps,
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: UserId },
  message: Message,
): Promise<string | null> {
  const browsers = await deps.db.tenantSql(workspaceId, (sql) => findBrowsers(workspaceId, sql, userId));
  const outcomes = await Promise.all(
    browsers.map(async (browser) => {
      const outcome = await sendPush(
        browser,
        { title: message.title, text: message.text, href: message.href, tag: `notice-${message.id}` },
        {
          master: deps.masterKey,
          contact: deps.config.publicUrl.startsWith('https:') ? deps.config.publicUrl : 'mailto:push@localhost.test',
          allowPrivateAddresses: deps.config.isSandbox,
        },
      );
      await deps.db.tenantSql(workspaceId, async (sql) => {
        if (outcome === 'gone') await deleteBrowser(workspaceId, sql, userId, browser.id);
        if (outcome === 'sent') await noteSent(workspaceId, sql, browser.id, new Date(deps.realClock.now()));
      });
      return outcome;
    }),
  );
  // With a second try, a browser that has it would get it twice.
  if (outcomes.includes('sent')) return null;
  if (outcomes.includes('later')) return 'The push service does not answer; it is tried again.';
  return outcomes.includes('refused') ? 'The push service refused it.' : null;
}
