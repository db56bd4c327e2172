import { settingsChange } from './settings-change';

const mailbox = {
  from_name: 'Rosa',
  message_per_day: 50,
  min_time_to_wait_minutes: 5,
  time_zone: 'Etc/GMT',
  signature: null,
  different_reply_to_address: 'desk@a.test',
  bcc_email: null,
  custom_tracking_domain: null,
};
const form = {
  ...mailbox,
  signature: '',
  different_reply_to_address: 'desk@a.test',
  bcc_email: '',
  custom_tracking_domain: '',
};
const all = Object.keys(mailbox) as (keyof typeof mailbox)[];

test('nothing is sent when nothing was changed', () => {
  expect(settingsChange({ ...form, signature: '<p></p>' }, mailbox, all)).toEqual({});
});

test('an emptied address is taken away, a new cap is sent', () => {
  expect(settingsChange({ ...form, different_reply_to_address: ' ', message_per_day: 30 }, mailbox, all)).toEqual({
    different_reply_to_address: null,
    message_per_day: 30,
  });
});

test('a card sends its own fields only', () => {
  expect(settingsChange({ ...form, from_name: 'Rosa K', message_per_day: 30 }, mailbox, ['from_name'])).toEqual({
    from_name: 'Rosa K',
  });
});
