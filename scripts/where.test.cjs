'use strict';
const { execFileSync, spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const where = (...asked) =>
  execFileSync(process.execPath, [join(__dirname, 'where.mjs'), ...asked], { encoding: 'utf8', maxBuffer: 64e6 });

/**
 * Routes whose operation reads no table of ours (files, memory, another service, or a signature alone), and exports that read the pages of a list
 * which is named in them.
 */
const withoutSql = new Set([
  'exportDomains',
  'exportMailboxes',
  'serveVideo',
  'readSampleOfEvent',
  'proveTrackingDomain',
  'listEmails',
  'readStopToken',
  'live',
  'ready',
  'logOut',
  'createTempToken',
  'runOperation',
  'readImage',
  'streamEvents',
  'testConnection',
  'listRemotes',
  'setCanary',
  'setRemoteOff',
  'pinRemote',
  'rollBackRemote',
  'readMails',
  'readTime',
  'setScale',
  'readCalendarFile',
  'searchLibrary',
  'saveWarmup',
  'warmupStats',
  'readVariantStatistics',
  'readPlan',
  'answered',
  'listUntrackedReplies',
  'unsubscribePage',
  'followLink',
  'countOpen',
  'startOAuth',
  'generateMailboxes',
  'subscribeServers',
  'readFollowUpRate',
  'readReplyTimes',
  'readLeadsForReply',
  'readByCampaign',
  'readByDay',
  'readCategories',
  'readLeadStats',
  'readByDomain',
  'readByMailbox',
  'readMailboxCounts',
  'readByProvider',
  'readOverall',
  'readOverview',
  'readTeam',
  'unsubscribe',
]);

it('finds contract, routes, operation and store of every route', () => {
  const routes = JSON.parse(where('--all'));
  expect(routes.length).toBeGreaterThan(450);
  const wrong = routes.filter(
    (route) =>
      ![route.contract, route.routes, route.operation].every((file) => file && existsSync(join(root, file))) ||
      (!route.store && route.function && !withoutSql.has(route.function)),
  );
  expect(wrong.map((route) => `${route.method} ${route.path}: ${route.operation}, ${route.function}`)).toEqual([]);
});

it.each([
  ['POST /api/campaigns/12/leads/pause', 'change-leads.ts', 'change-leads.store.ts'],
  ['POST /api/v1/campaigns/12/leads', 'v1/leads.ts', '.store.ts'],
  ['DELETE /api/mailboxes/3', 'manage-mailbox.ts', 'mailboxes.store.ts'],
])('%s leads to %s and %s', (route, operation, store) => {
  const answer = where(route);
  expect(answer).toContain(operation);
  expect(answer).toContain(store);
});

it.each([
  ['/app/settings/webhook', 'mfe-settings/src/webhooks'],
  ['/app/email-account/12/overview', 'mfe-accounts/src'],
  ['unread_inbox', 'backend/prisma/functions/unread_inbox.sql'],
  ['INBOX_NOT_READ', 'backend/src/engine'],
  ['Review and apply', 'mfe-campaigns/src'],
])('knows %s', (asked, file) => {
  expect(where(asked)).toContain(file);
});

it('says so when there is nothing', () => {
  expect(
    spawnSync(process.execPath, [join(__dirname, 'where.mjs'), 'GET', '/api/nowhere'], { encoding: 'utf8' }),
  ).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no GET /api/nowhere'),
  });
});
