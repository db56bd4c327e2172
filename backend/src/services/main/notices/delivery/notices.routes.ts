import {
  connectSlack,
  disconnectSlack,
  readSettings,
  removeWebhook,
  saveSettings,
  sendTest,
  setWebhook,
  subscribePush,
  unsubscribePush,
} from './notice-settings';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { listNotices, markNotices, readChoices, saveChoices } from './read-notices';

export const noticesRoutes = (deps: MainDeps) =>
  routes(noticesContract)(deps, {
    listNotices: (d, { actor, query }) => listNotices(d, actor, query),
    markRead: (d, { actor, body }) => markNotices(d, actor, body),
    readChoices: (d, { actor }) => readChoices(d, actor),
    saveChoices: (d, { actor, body }) => saveChoices(d, actor, body.choices),
    readSettings: (d, { actor }) => readSettings(d, actor),
    saveSettings: (d, { actor, body }) => saveSettings(d, actor, body),
    connectSlack: (d, { actor, body }) => connectSlack(d, actor, body.url),
    disconnectSlack: (d, { actor }) => disconnectSlack(d, actor),
    setWebhook: (d, { actor, body }) => setWebhook(d, actor, body.url),
    removeWebhook: (d, { actor }) => removeWebhook(d, actor),
    subscribePush: (d, { actor, body, userAgent }) => subscribePush(d, actor, body, userAgent),
    unsubscribePush: (d, { actor, params }) => unsubscribePush(d, actor, params.pushSubscriptionId),
    sendTest: (d, { actor, body }) => sendTest(d, actor, body.channel),
  });
