import type { EspRule } from '@skein/contracts/main/campaign-settings';
import { espCostOf } from '../review/esp-cost';
import { withChoice, withSender } from './esp-rules-field';

const onlyGmail: EspRule = { recipient: 'GMAIL', action: 'ONLY_BY', senders: ['GMAIL'] };

test('a choice for one provider leaves the others alone, and rules keep one order', () => {
  const two = withChoice([{ recipient: 'OUTLOOK', action: 'DO_NOT_SEND' }], 'GMAIL', 'ONLY_BY');
  expect(two).toEqual([onlyGmail, { recipient: 'OUTLOOK', action: 'DO_NOT_SEND' }]);
  expect(withChoice(two, 'OUTLOOK', 'ANY')).toEqual([onlyGmail]);
});

test('the last sender of a rule stays', () => {
  const both = withSender([onlyGmail], 'GMAIL', 'OTHER', true);
  expect(both).toEqual([{ ...onlyGmail, senders: ['GMAIL', 'OTHER'] }]);
  expect(withSender([onlyGmail], 'GMAIL', 'GMAIL', false)).toEqual([onlyGmail]);
});

test('the cost is told in emails, leads and days, and only where there is one', () => {
  const forecast = { emails: 40, last_send_at: '2026-11-27T10:00:00Z', time_zone: 'Etc/GMT' };
  const cost = (esp_cost: unknown) => espCostOf({ ...forecast, esp_cost } as Parameters<typeof espCostOf>[0]);
  expect(cost(null)).toEqual([]);
  expect(cost({ emails: 40, leads: 40, last_send_at: forecast.last_send_at, waiting_leads: 0 })).toEqual([]);
  expect(cost({ emails: 60, leads: 60, last_send_at: '2026-11-25T10:00:00Z', waiting_leads: 20 })).toEqual([
    '20 emails fewer: 40 instead of 60.',
    '20 leads would wait: no mailbox can email them.',
    expect.stringContaining('2 days longer'),
  ]);
});
