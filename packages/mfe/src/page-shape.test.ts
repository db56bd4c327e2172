import { shapeOfAddress } from './page-shape';

const shapeAt = (address: string) => shapeOfAddress(new URL(address, 'https://skein.test'));

it.each([
  ['/app/email-campaign/all', 'list'],
  ['/app/email-campaign/folder/3/view', 'list'],
  ['/app/email-campaign/3/overview/performance', 'campaign'],
  ['/app/campaign/3/subsequence/7/overview/analytics', 'campaign'],
  ['/app/email-campaign/3/overview/lead-list', 'tabbed-list'],
  ['/app/email-campaign/new-campaign?id=3&tab=sequences', 'editor-page'],
  ['/app/email-campaign/new-campaign?id=3&tab=setup', 'form-page'],
  ['/app/leads/lists/3/import', 'form-page'],
  ['/app/lead/3/view', 'record'],
  ['/app/master-inbox/all/12', 'inbox'],
  ['/app/master-inbox', 'inbox'],
  ['/app/master-inbox/recent-changes', 'list'],
  ['/app/email-accounts', 'list'],
  ['/app/email-accounts-new/emails', 'list'],
  ['/app/email-accounts/creation-page/gmail', 'form-page'],
  ['/app/email-account/3/overview', 'campaign'],
  ['/app/smart-servers/', 'cards'],
  ['/app/smart-servers/ip-details/3', 'record'],
  ['/app/email-deliverability/smart-inbox/auto/all-tests', 'list'],
  ['/app/email-deliverability/smart-inbox/3/manual/list', 'campaign'],
  ['/app/global-analytics', 'figures-page'],
  ['/app/global-analytics/reports', 'list'],
  ['/app/analytics-v2/team-board', 'figures-page'],
  ['/app/settings/profile', 'sections'],
  ['/app/integrations/native-integrations', 'cards'],
  ['/app/integrations/imports', 'list'],
  ['/app/university/menu', 'cards'],
  ['/login', 'blank'],
  ['/', 'blank'],
])('%s is awaited in the shape of a %s', (address, shape) => {
  expect(shapeAt(address)).toBe(shape);
});
