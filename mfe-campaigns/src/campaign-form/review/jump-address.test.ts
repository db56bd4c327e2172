import { countText, jumpAddress } from './jump-address';

const jump = {
  tab: 'sequences' as const,
  seq_number: null,
  variant_label: null,
  field: null,
  mailbox_ids: [],
  lead_filter: null,
  setting: null,
  label: 'Go',
};

const place = { id: 7, parent_campaign_id: null };

test('every finding leads to the place where it is mended', () => {
  expect(jumpAddress(place, { ...jump, seq_number: 2, variant_label: 'B' })).toBe(
    '/app/email-campaign/new-campaign?id=7&tab=sequences&step=2&variant=B',
  );
  expect(jumpAddress(place, { ...jump, tab: 'setup', setting: 'mailboxes' })).toBe(
    '/app/email-campaign/new-campaign?id=7&tab=setup&setting=mailboxes',
  );
  expect(jumpAddress(place, { ...jump, tab: 'import_leads' })).toBe(
    '/app/email-campaign/new-campaign?id=7&tab=import-leads',
  );
  expect(jumpAddress(place, { ...jump, tab: 'lead_list', lead_filter: { missing_field: 'warehouse_city' } })).toBe(
    '/app/email-campaign/7/overview/lead-list?missing_field=warehouse_city',
  );
  expect(jumpAddress(place, { ...jump, tab: 'mailboxes', mailbox_ids: [3] })).toBe('/app/email-account/3/overview');
  expect(jumpAddress(place, { ...jump, tab: 'mailboxes', mailbox_ids: [3], setting: 'warmup' })).toBe(
    '/app/email-account/3/warmup',
  );
  expect(jumpAddress(place, { ...jump, tab: 'mailboxes', mailbox_ids: [3, 4] })).toBe('/app/email-accounts?ids=3,4');
  expect(jumpAddress(place, { ...jump, tab: 'plan' })).toBe('/app/settings/subscription');
});

test('counts have their unit', () => {
  expect(countText({ count: 1, unit: 'lead' })).toBe('1 lead');
  expect(countText({ count: 2, unit: 'mailbox' })).toBe('2 mailboxes');
  expect(countText({ count: 3000, unit: 'lead' })).toBe('3,000 leads');
  expect(countText({ count: null, unit: null })).toBe('');
});
