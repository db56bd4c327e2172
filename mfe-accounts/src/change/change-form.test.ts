import { emptyChange, keptWarmup, toChange, toSelection } from './change-form';

test('only what is chosen is sent, and an emptied text takes the value away', () => {
  expect(toChange(emptyChange)).toEqual({ change: null, problem: null });
  expect(
    toChange({
      ...emptyChange,
      chosen: ['message_per_day', 'bcc_email', 'warmup'],
      message_per_day: 30,
      warmup: { ...keptWarmup, enabled: true, per_day: 12 },
    }).change,
  ).toMatchObject({ message_per_day: 30, bcc_email: null, warmup: { enabled: true, per_day: 12 } });
  expect(toChange({ ...emptyChange, chosen: ['tags', 'warmup'] }).change).toBeNull();
  expect(toChange({ ...emptyChange, chosen: ['tags'], added: [{ value: '4', label: 'Warm' }] }).change).toMatchObject({
    add_tag_ids: [4],
    remove_tag_ids: [],
  });
});

test('deleting changes nothing else', () => {
  expect(toChange({ ...emptyChange, isDeletion: true, chosen: ['from_name'] }).change).toMatchObject({ delete: true });
});

test('a value that is not accepted is named', () => {
  expect(toChange({ ...emptyChange, chosen: ['from_name'] }).problem).toBe('The sender name is required.');
  expect(
    toChange({ ...emptyChange, chosen: ['warmup'], warmup: { ...keptWarmup, per_day: 5, min_per_day: 9 } }).problem,
  ).toBe('A warmup setting can’t have a minimum above the maximum per day.');
  expect(toChange({ ...emptyChange, chosen: ['bcc_email'], bcc_email: 'nobody' }).problem).toMatch(/^The bcc address /);
});

test('a selection is its ids, or the filter but for some', () => {
  expect(toSelection({ mode: 'some', ids: ['3', '4'] }, {})).toEqual({ mailbox_ids: [3, 4] });
  expect(toSelection({ mode: 'all', excluded: ['9'] }, { type: 'GMAIL' })).toEqual({
    filter: { type: 'GMAIL' },
    except_ids: [9],
  });
});
