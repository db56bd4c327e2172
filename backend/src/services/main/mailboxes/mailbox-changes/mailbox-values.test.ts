import { mailboxChange } from '@skein/contracts/main/mailbox-changes.contract';
import {
  differenceOf,
  previewOf,
  summaryOf,
  undoOf,
  valuesOf,
  wantedOf,
  type ChangeableMailbox,
} from './mailbox-values';

const mailbox = (more: Partial<ChangeableMailbox> = {}): ChangeableMailbox => ({
  id: 1,
  from_name: 'Rosa',
  message_per_day: 40,
  min_time_to_wait_minutes: 3,
  time_zone: 'Etc/GMT',
  signature: null,
  bcc_email: null,
  different_reply_to_address: null,
  custom_tracking_domain: null,
  client_id: null,
  is_suspended: false,
  warmup: {},
  tag_ids: [],
  ...more,
});
const wanted = (change: object) => wantedOf(mailboxChange.parse(change));
const names = { tags: new Map([[12, 'Warm']]), clients: new Map([[7, 'Acme']]) };

it('names only what is otherwise now, and nothing where all is so already', () => {
  const asked = wanted({ message_per_day: 30, bcc_email: null, add_tag_ids: [12] });
  expect(differenceOf(valuesOf(mailbox(), [12]), asked)).toEqual({
    before: { message_per_day: 40, 'tag:12': false },
    after: { message_per_day: 30, 'tag:12': true },
  });
  expect(differenceOf(valuesOf(mailbox({ message_per_day: 30, tag_ids: [12] }), [12]), asked)).toBeNull();
});

it('takes the least number of warmup emails down with the number a day', () => {
  const now = valuesOf(mailbox({ warmup: { per_day: 30, min_per_day: 20 } }), []);
  expect(differenceOf(now, wanted({ warmup: { per_day: 10 } }))?.after).toEqual({
    warmup_per_day: 10,
    warmup_min_per_day: 10,
  });
  const low = valuesOf(mailbox({ warmup: { per_day: 8, min_per_day: 8 } }), []);
  expect(differenceOf(low, wanted({ warmup: { min_per_day: 20 } }))).toBeNull();
});

it('changes any setting of warmup, and leaves the others', () => {
  const asked = wanted({
    warmup: { weekdays_only: true, spam_rescue_rate: 80, key_tag: '', uses_tracking_domain: true },
  });
  const now = valuesOf(mailbox({ warmup: { weekdays_only: true, key_tag: 'north' } }), []);
  expect(differenceOf(now, asked)).toEqual({
    before: { warmup_spam_rescue_rate: 100, warmup_key_tag: 'north', warmup_uses_tracking_domain: false },
    after: { warmup_spam_rescue_rate: 80, warmup_key_tag: '', warmup_uses_tracking_domain: true },
  });
  expect(summaryOf(asked, names)).toEqual([
    'Warmup rescued from spam: 80%',
    'Warmup on weekdays only: On',
    'Warmup with own tracking domain: On',
    'Warmup tag: None',
  ]);
});

it('undoes what still is as the change left it, and keeps what was changed since', () => {
  const row = {
    before: { message_per_day: 40, from_name: 'Rosa' },
    after: { message_per_day: 30, from_name: 'Rosa K.' },
  };
  const now = valuesOf(mailbox({ message_per_day: 25, from_name: 'Rosa K.' }), []);
  expect(undoOf(now, row)).toEqual({ restore: { from_name: 'Rosa' }, kept: ['message_per_day'] });
});

it('previews how many change and from what, in words', () => {
  const asked = wanted({
    message_per_day: 30,
    client_id: 7,
    signature: '<p>Rosa &amp; team</p>',
    remove_tag_ids: [12],
  });
  const boxes = [mailbox(), mailbox({ id: 2 }), mailbox({ id: 3, message_per_day: 30, client_id: 7, tag_ids: [12] })];
  const { will_change, fields } = previewOf(boxes, asked, names);
  expect(will_change).toBe(3);
  expect(fields.find((field) => field.field === 'message_per_day')).toEqual({
    field: 'message_per_day',
    name: 'Campaign emails a day',
    will_change: 2,
    before: [{ text: '40', count: 2 }],
    after: '30',
  });
  expect(fields.find((field) => field.field === 'client_id')).toMatchObject({ will_change: 2, after: 'Acme' });
  expect(fields.find((field) => field.field === 'tag:12')).toMatchObject({ will_change: 1, name: 'Tag “Warm”' });
  expect(summaryOf(asked, names)).toContain('Remove tag “Warm”');
});

it.each([
  [{}],
  [{ add_tag_ids: [], warmup: {} }],
  [{ delete: true, message_per_day: 3 }],
  [{ message_per_day: 5_000 }],
  [{ warmup: { per_day: 51 } }],
  [{ warmup: { per_day: 5, min_per_day: 6 } }],
  [{ from_email: 'a@b.test' }],
])('the contract refuses %j', (change) => {
  expect(mailboxChange.safeParse(change).success).toBe(false);
});
