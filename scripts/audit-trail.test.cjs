'use strict';
const { execFileSync } = require('node:child_process');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** What people change settings with: every such route writes an entry of the change history, or says here why not. */
const settingsLike = new Set([
  'mailbox.write',
  'mailbox.delete',
  'blocklist.write',
  'webhook.write',
  'client.write',
  'integration.write',
  'shared.write',
  'team.manage',
  'billing.manage',
  'api-key.manage',
  'settings.write',
  'purchase.write',
  'purchase.pay',
  'server.write',
  'server.order',
  'workspace.archive',
  'campaign.write',
  'campaign.delete',
]);
const ownPaths = ['/api/auth/', '/api/profile', '/api/notices/', '/api/client/'];

const nothing = 'changes nothing that is kept';
const link = 'mails a link or a code; its use is an entry';
const elsewhere =
  'another service, or a statement whose table is named at run time, writes the row; its trigger is tested';
const edits = 'kept with before and after in the versions of the campaign';
const operators = 'the operators’ own log; no workspace is changed';
const labels = 'labels of single rows';
const work = 'starts work that its own log shows';
const without = {
  'POST /api/audit-entries/:auditEntryId/undo': 'each change that it makes is an entry',
  'POST /api/account-imports/:accountImportId/mailboxes': edits,
  'POST /api/account-imports/preview': nothing,
  'POST /api/untracked-replies/block-lists/preview': nothing,
  'POST /api/v1/smart-senders/place-order': elsewhere,
  'DELETE /api/auth/address-change': 'withdraws two links; the address that is in use stays',
  'POST /api/auth/logout': elsewhere,
  'POST /api/auth/magic-link': link,
  'POST /api/auth/password/forgot': link,
  'POST /api/auth/regenerate-otp': link,
  'POST /api/auth/resend-verification': link,
  'POST /api/auth/temp-token': nothing,
  'POST /api/aws-s3/smartsenders-assets-signed-url': nothing,
  'POST /api/campaigns/:campaignId/ai-writing': nothing,
  'POST /api/campaigns/:campaignId/mailboxes': edits,
  'PUT /api/campaigns/:campaignId/mailboxes': edits,
  'POST /api/campaigns/:campaignId/mailboxes/remove': edits,
  'POST /api/campaigns/:campaignId/sequences/attachments': nothing,
  'POST /api/campaigns/:campaignId/sequences/send-test': work,
  'PUT /api/campaigns/:campaignId/steps/:stepId/winner': edits,
  'POST /api/campaigns/bulk/tags': labels,
  'POST /api/integrations/:integrationId/hubspot/imports': work,
  'POST /api/integrations/:integrationId/leadmagic/quote': nothing,
  'POST /api/integrations/:integrationId/leadmagic/runs': work,
  'POST /api/integrations/:integrationId/retry': work,
  'POST /api/integrations/oauth/start': nothing,
  'POST /api/mailbox-client-rules/preview': nothing,
  'POST /api/mailbox-changes': work,
  'POST /api/mailbox-changes/preview': nothing,
  'POST /api/mailbox-changes/:mailboxChangeId/cancel': work,
  'POST /api/mailbox-changes/:mailboxChangeId/undo': work,
  'POST /api/mailbox-imports': 'keeps a sealed file; nothing is connected before the start',
  'POST /api/mailbox-imports/:mailboxImportId/cancel': work,
  'POST /api/mailbox-imports/:mailboxImportId/retry': work,
  'POST /api/mailbox-imports/:mailboxImportId/start': work,
  'POST /api/mailbox-sign-in/start': nothing,
  'POST /api/mailboxes/bulk/tags': labels,
  'POST /api/mailboxes/test': nothing,
  'POST /api/notices/read': 'what a person has read is no setting',
  'POST /api/operator/invitations': operators,
  'DELETE /api/operator/invitations/:signUpInvitationId': operators,
  'POST /api/smart-delivery/operator/seeds': operators,
  'POST /api/smart-delivery/operator/seeds/import': operators,
  'PATCH /api/smart-delivery/operator/seeds/:placementSeedId': operators,
  'DELETE /api/smart-delivery/operator/seeds/:placementSeedId': operators,
  'POST /api/university/operator/events': operators,
  'PUT /api/university/operator/events/:eventSlug': operators,
  'DELETE /api/university/operator/events/:eventSlug': operators,
  'PUT /api/university/operator/events/:eventSlug/recording': operators,
  'POST /api/operator/people/:operatedPersonId/password-link': link,
  'PUT /api/operator/remotes/:remote/canary': operators,
  'PUT /api/operator/remotes/:remote/off': operators,
  'PUT /api/operator/remotes/:remote/pin': operators,
  'POST /api/operator/remotes/:remote/rollback': operators,
  'POST /api/plan-details/claim-churn-bonus': elsewhere,
  'PATCH /api/smart-senders/domains/:purchasedDomainId': elsewhere,
  'POST /api/smart-senders/domains/:purchasedDomainId/check': work,
  'POST /api/smart-senders/domains/:purchasedDomainId/publish': work,
  'POST /api/smart-senders/domains/:purchasedDomainId/refund': elsewhere,
  'POST /api/smart-senders/domains/:purchasedDomainId/retry': elsewhere,
  'POST /api/smart-senders/mailboxes/:purchasedMailboxId/cancel': elsewhere,
  'POST /api/smart-senders/mailboxes/:purchasedMailboxId/refund': elsewhere,
  'POST /api/smart-senders/mailboxes/:purchasedMailboxId/retry': elsewhere,
  'POST /api/smart-senders/orders/:purchaseOrderId/cancel': elsewhere,
  'POST /api/smart-senders/orders/:purchaseOrderId/pay': work,
  'POST /api/subscription/change/preview': nothing,
  'POST /api/subscription/checkout': nothing,
  'POST /api/subscription/portal-session': nothing,
  'POST /api/subscriptions/new-portal-session': nothing,
  'POST /api/subscriptions/smart-servers': elsewhere,
  'POST /api/tracking-domains/check': work,
  'POST /api/tracking-domains/sandbox-records': work,
  'PUT /api/subsequences/:subsequenceId/rule': edits,
  'DELETE /api/v1/campaigns/:campaignId/email-accounts': edits,
  'POST /api/v1/campaigns/:campaignId/email-accounts': edits,
  'DELETE /api/v1/campaigns/:campaignId/email-accounts/:mailboxId': edits,
  'POST /api/v1/campaigns/:campaignId/send-test-email': work,
  'POST /api/v1/send-email/initiate': work,
  'POST /api/v1/campaigns/create-subsequence': elsewhere,
  'POST /api/warmup/mailboxes/:mailboxId/unblock-code': link,
  'POST /api/v1/email-accounts/:mailboxId/fetch-messages': 'reads an inbox; no setting is changed',
  'POST /api/v1/email-accounts/multi/fetch-messages': 'reads inboxes; no setting is changed',
  'DELETE /api/v1/email-accounts/tag-mapping': labels,
  'POST /api/v1/email-accounts/tag-mapping': labels,
  'POST /api/v1/email-accounts/:mailboxId/warmup': elsewhere,
};

const root = join(__dirname, '..');
const functions = join(root, 'backend/prisma/functions');
const audited = new Set([
  ...Object.keys(JSON.parse(readFileSync(join(functions, 'audited-tables.json'), 'utf8'))),
  // Triggers that the list cannot say: those with rules of their own.
  ...readdirSync(functions)
    .filter((name) => /\.audited\w*\.sql$/.test(name))
    .map((name) => name.split('.')[0]),
]);
audited.add('write_audit_entry');

const isSettingsLike = ({ path, access }) =>
  access.who === 'operator' ||
  settingsLike.has(access.may) ||
  (access.who !== 'person' && ownPaths.some((begin) => path.startsWith(begin)));

let routes;
beforeAll(() => {
  routes = JSON.parse(
    execFileSync(process.execPath, [join(__dirname, 'where.mjs'), '--writes'], { encoding: 'utf8', maxBuffer: 64e6 }),
  ).map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
});

const writesEntry = ({ tables }) => tables.some((table) => audited.has(table));

it('every route that changes a setting writes an entry of the change history', () => {
  const asked = routes.filter(isSettingsLike);
  expect(asked.length).toBeGreaterThan(150);
  expect(asked.filter((route) => !writesEntry(route) && !(route.name in without)).map((route) => route.name)).toEqual(
    [],
  );
});

it('the exceptions are routes that exist and write none', () => {
  const known = new Map(routes.map((route) => [route.name, route]));
  expect(
    Object.keys(without).filter(
      (name) => !known.has(name) || writesEntry(known.get(name)) || !isSettingsLike(known.get(name)),
    ),
  ).toEqual([]);
});
