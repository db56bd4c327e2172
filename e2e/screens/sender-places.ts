import { furnishSenders } from '../support/furnish-senders';
import type { HiddenPlace } from './hidden-places';
import { button, choose, keys, press, select, selected } from './place-hands';

const inbox = '/app/master-inbox';
const mailboxes = '/app/email-accounts';
const delivery = '/app/email-deliverability/smart-inbox';

/** Screens of one thing each, and dialogs, of the inbox, senders, placement tests, analytics, clients and integrations. */
export async function senderPlaces(): Promise<HiddenPlace[]> {
  const made = await furnishSenders();
  return [...inboxPlaces(made), ...mailboxPlaces(made), ...buyingPlaces(made), ...deliveryPlaces(made), ...agencyPlaces(made)];
}

type Made = Awaited<ReturnType<typeof furnishSenders>>;

function inboxPlaces({ conversation }: Made): HiddenPlace[] {
  const thread = `${inbox}/replies/${conversation}`;
  const untracked = `${inbox}/untracked`;
  return [
    { name: 'inbox-thread', address: thread },
    ...['unread', 'assigned_to_me', 'important', 'snoozed', 'reminders', 'scheduled', 'sent', 'archived'].map((folder) => ({ name: `inbox-${folder}`, address: `${inbox}/${folder}` })),
    { name: 'inbox-search', address: inbox, open: press('Search') },
    { name: 'inbox-filter', address: inbox, open: async (page) => { await page.getByRole('button', { name: 'Filter', exact: true }).first().click(); } },
    { name: 'inbox-bulk-bar', address: inbox, open: keys('j', 'x') },
    { name: 'inbox-composer', address: thread, open: press(/^(?:Reply to|Continue your draft to)/) },
    { name: 'inbox-composer-templates', address: thread, open: press(/^(?:Reply to|Continue your draft to)/, /^Templates/) },
    { name: 'inbox-forward', address: thread, open: press('Forward') },
    { name: 'inbox-snooze', address: thread, open: async (page) => { await page.getByRole('button', { name: 'Snooze', exact: true }).first().click(); } },
    { name: 'inbox-thread-menu', address: thread, open: press('More for this conversation') },
    { name: 'inbox-note', address: thread, open: keys('l', 'n') },
    { name: 'inbox-task', address: thread, open: keys('l', 't') },
    { name: 'inbox-reminder', address: thread, open: keys('l', 'd') },
    { name: 'inbox-subsequence', address: thread, open: keys('l', 's') },
    { name: 'inbox-revenue', address: thread, open: keys('l', 'v') },
    { name: 'inbox-block', address: thread, open: keys('l', 'b') },
    { name: 'inbox-do-not-contact', address: thread, open: keys('4') },
    { name: 'inbox-pick-time', address: thread, open: async (page) => { await page.getByRole('button', { name: 'Snooze', exact: true }).first().click(); await page.getByRole('menuitem', { name: /^Pick a time/ }).click(); } },
    { name: 'untracked-learned', address: untracked, open: press('Learned addresses') },
    { name: 'untracked-block-lists', address: untracked, open: press('Block lists') },
  ];
}

function mailboxPlaces({ failing, mailbox }: Made): HiddenPlace[] {
  const [failed, one] = [`/app/email-account/${failing}`, `/app/email-account/${mailbox}`];
  return [
    { name: 'mailboxes-bulk-bar', address: mailboxes, open: select },
    { name: 'mailboxes-change', address: mailboxes, open: selected(press('Change')) },
    { name: 'mailboxes-tag', address: mailboxes, open: selected(press('Tag')) },
    { name: 'mailboxes-row-menu', address: mailboxes, open: async (page) => { await page.getByRole('button', { name: /^Actions for / }).first().click(); } },
    { name: 'mailboxes-remove', address: mailboxes, open: choose(/^Actions for /, /^Remove/) },
    { name: 'mailboxes-filters', address: mailboxes, open: async (page) => { const fold = button(page, 'Filters'); if (await fold.isVisible()) await fold.click(); await press(/Warmup$/)(page); } },
    { name: 'mailboxes-connect-gmail', address: `${mailboxes}/creation-page/gmail` },
    { name: 'mailboxes-connect-outlook', address: `${mailboxes}/creation-page/outlook` },
    { name: 'mailboxes-import', address: `${mailboxes}/import` },
    { name: 'mailboxes-import-file', address: `${mailboxes}/import`, open: async (page) => {
      await page.locator('input[type=file]').setInputFiles({ name: 'senders.csv', mimeType: 'text/csv', buffer: Buffer.from('from_email,username,password,smtp_host,smtp_port,imap_host,imap_port\nana@alder.test,ana@alder.test,one,smtp.alder.test,587,imap.alder.test,993\nben@alder.test,ben@alder.test,two,smtp.alder.test,587,imap.alder.test,993') });
    } },
    { name: 'mailboxes-changes', address: `${mailboxes}/changes` },
    { name: 'mailboxes-client-rules', address: `${mailboxes}/client-rules` },
    { name: 'mailbox-failing-overview', address: `${failed}/overview` },
    { name: 'mailbox-failing', address: `${failed}/error-state` },
    { name: 'mailbox-failing-warmup', address: `${failed}/warmup` },
    { name: 'mailbox-change-login', address: `${one}/general`, open: press(/^Change the login/) },
    { name: 'mailbox-test', address: `${one}/general`, open: press('Test connection') },
    { name: 'mailbox-menu', address: `${one}/overview`, open: press(/^(?:More|Actions)/) },
    { name: 'fleet-rules', address: `${mailboxes}/fleet`, open: press('Edit rules') },
  ];
}

function buyingPlaces({ order, server }: Made): HiddenPlace[] {
  const purchased = '/app/email-accounts-new';
  const servers = '/app/smart-servers';
  return [
    { name: 'purchased-orders', address: `${purchased}/orders` },
    { name: 'purchased-domain', address: `${purchased}/domains`, open: async (page) => { await page.locator('#page').getByText('getnorthlight.com').first().click(); } },
    { name: 'purchased-cancel', address: `${purchased}/emails`, open: choose(/^Actions for /, /^Cancel/) },
    { name: 'order', address: `/app/bulk-email-accounts/${order}/view` },
    { name: 'order-new-filled', address: '/app/bulk-email-accounts/new', open: async (page) => {
      await page.getByRole('radio', { name: /^SMTP mailboxes at \$4\.00/ }).check();
      await page.getByLabel('Search domains').fill('northgate');
      await page.getByLabel('Search domains').press('Enter');
      await page.getByRole('button', { name: /^Add .*northgate/ }).first().click();
    } },
    { name: 'server-setup', address: `${servers}/ip-provisioning/${server}` },
    { name: 'server-details', address: `${servers}/ip-details/${server}` },
    { name: 'servers-map', address: servers, open: choose(/^Actions for Outbound/, 'Map campaigns') },
    { name: 'servers-transfer', address: servers, open: choose(/^Actions for Outbound/, /^Transfer/) },
    { name: 'servers-add', address: servers, open: choose(/^Actions for Outbound/, 'Add a server') },
    { name: 'servers-delete', address: servers, open: choose(/^Actions for Outbound/, 'Delete group') },
  ];
}

const checks = ['spf', 'dkim', 'dmarc', 'rdns', 'domainblocklist', 'ipblocklist', 'IpReputation', 'ip-analytics', 'spam-assassin'];

function deliveryPlaces({ manual, automatic, placementFolder }: Made): HiddenPlace[] {
  const results = `${delivery}/${manual}`;
  return [
    ...['deliverability-results/providers-view', 'deliverability-results/geo-view', 'list', 'runs'].map((view) => ({ name: `test-${view.split('/').pop() ?? ''}`, address: `${results}/manual/${view}` })),
    ...['content-analysis', 'action-steps'].map((view) => ({ name: `test-${view}`, address: `${results}/test/${view}` })),
    ...checks.map((view) => ({ name: `test-check-${view}`, address: `${results}/test/deliverability-results/${view}` })),
    { name: 'test-auto', address: `${delivery}/${automatic}/auto/deliverability-results/providers-view` },
    { name: 'test-auto-runs', address: `${delivery}/${automatic}/auto/runs` },
    { name: 'test-email', address: `${results}/manual/list`, open: async (page) => { await page.locator('#page').getByText(/@placement-seeds/).first().click(); } },
    { name: 'test-share', address: `${results}/manual/list`, open: choose('More actions', /^Share/) },
    { name: 'test-delete', address: `${results}/manual/list`, open: choose('More actions', /^Delete/) },
    { name: 'test-menu', address: `${results}/manual/list`, open: press('More actions') },
    { name: 'tests-folder', address: `${delivery}/folder/${placementFolder}/tests` },
    { name: 'tests-row-menu', address: `${delivery}/auto/all-tests`, open: async (page) => { await page.getByRole('button', { name: /^Actions for / }).first().click(); } },
    { name: 'tests-rename', address: `${delivery}/auto/all-tests`, open: choose(/^Actions for /, 'Rename') },
    { name: 'tests-move', address: `${delivery}/auto/all-tests`, open: choose(/^Actions for /, 'Move to folder') },
    { name: 'tests-rules', address: `${delivery}/auto/all-tests`, open: choose(/^Actions for /, /(?:rules|Schedule)/) },
    { name: 'seeds-add', address: `${delivery}/seeds`, open: press('Connect seed') },
    { name: 'seeds-import', address: `${delivery}/seeds`, open: press(/^Import/) },
    { name: 'test-new-other-tool', address: `${delivery}/new-manual-test`, open: async (page) => { await page.getByRole('radio', { name: /^Another tool/ }).click(); } },
    { name: 'test-new-step', address: `${delivery}/new-manual-test`, open: async (page) => { await page.getByRole('radio', { name: /^Use a campaign step/ }).click(); } },
  ];
}

function agencyPlaces({ client, report }: Made): HiddenPlace[] {
  const insights = '/app/analytics-v2';
  const settings = '/app/settings';
  return [
    ...['performance-metrics', 'overall-client-performance', 'lead-response', 'domain-health-metrics', 'campaign-performance', 'campaign-response-analysis'].map((name) => ({ name: `analytics-${name}`, address: `${insights}/${name}` })),
    { name: 'year-recap', address: '/app/year-recap' },
    { name: 'report', address: `/app/global-analytics/reports/${report}` },
    { name: 'report-edit', address: `/app/global-analytics/reports/${report}`, open: press('Edit') },
    { name: 'report-save', address: '/app/global-analytics', open: press(/^Save report/) },
    { name: 'analytics-figure', address: '/app/global-analytics', open: async (page) => { await page.locator('#page').getByRole('button', { name: /^[\d,.]+%?(?: |$)/ }).first().click(); } },
    { name: 'client', address: `/app/client-views/${client}` },
    { name: 'client-deactivate', address: '/app/client-views', open: choose(/^Actions for /, 'Deactivate') },
    { name: 'integrations-clay', address: '/app/integrations/native-integrations', open: press('Connect Clay') },
    { name: 'integrations-slack-webhook', address: '/app/integrations/native-integrations', open: press('Use a webhook') },
    { name: 'integrations-listkit', address: '/app/integrations/native-integrations', open: press(/ListKit|API call/) },
    { name: 'integrations-new-import', address: '/app/integrations/imports', open: press(/^(?:New import|Import)/) },
    { name: 'integrations-linkedin-connect', address: '/app/integrations/linkedin', open: press(/^Connect/) },
    { name: 'categories-new', address: `${settings}/lead-categories`, open: press(/category$/) },
    { name: 'university-categories', address: '/app/university/categories' },
    { name: 'university-courses', address: '/app/university/courses' },
    { name: 'university-item', address: '/app/university/category-item/warm-up-a-mailbox' },
  ];
}
