import { webhookEvents } from '@skein/contracts/constants';
import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import { bodyOf, eventWords, formOf, problemsOf } from './webhook-form';

const webhook: WebhookView = {
  id: 4,
  name: 'CRM',
  webhook_url: 'https://crm.test/hook',
  scope: 1,
  client_id: null,
  campaign_id: null,
  event_types: ['EMAIL_REPLY'],
  categories: ['Interested'],
  has_secret: true,
  is_active: true,
  destination: 'HTTP',
  channel: null,
  channel_name: null,
  previous_secret_until: null,
  created_at: '',
  updated_at: '',
  last_day: { delivered: 0, failed: 0, waiting: 0 },
};

test('a stored secret is left alone unless somebody changes it', () => {
  const form = formOf(webhook);
  expect(bodyOf(form)).not.toHaveProperty('secret_key');
  expect(bodyOf({ ...form, secret: 'none' })).toMatchObject({ secret_key: null });
  expect(bodyOf({ ...form, secret: 'set', secret_key: 'long enough' })).toMatchObject({ secret_key: 'long enough' });
});

test('categories are sent only with events that they narrow', () => {
  expect(bodyOf(formOf(webhook)).categories).toEqual(['Interested']);
  expect(bodyOf({ ...formOf(webhook), event_types: ['EMAIL_SENT'] }).categories).toEqual([]);
});

test('the contract’s rules stand beside the fields', () => {
  expect(problemsOf(formOf(webhook))).toEqual({});
  expect(problemsOf({ ...formOf(null), name: ' ', webhook_url: 'ftp://a.test', event_types: [] })).toEqual({
    name: 'is required',
    webhook_url: 'must be an address that begins with https:// (or http://)',
    event_types: 'needs at least one event',
  });
  expect(problemsOf({ ...formOf(webhook), secret: 'set', secret_key: 'short' })).toEqual({
    secret_key: 'needs at least 8 characters',
  });
  expect(problemsOf({ ...formOf(webhook), scope: 3 })).toEqual({
    campaign_id: 'is required for a webhook of a campaign',
  });
});

test('every event has its words', () => {
  expect(Object.keys(eventWords).sort()).toEqual([...webhookEvents].sort());
});
