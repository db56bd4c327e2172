import { secondsOf, splitDelay } from '@skein/mfe/delay-field';
import { delayText, describeTrigger, ruleText } from './trigger-labels';

const name = (id: number) => ({ 1: 'Interested' })[id] ?? `Category ${id}`;

test('a trigger says what it waits for', () => {
  expect(describeTrigger({ kind: 'CATEGORY', category_ids: [1, 12] }, name)).toBe(
    'Gets a category: Interested, Category 12',
  );
  expect(
    describeTrigger({ kind: 'REPLY_TEXT', phrases: ['price', 'cost'], match_all: true, seq_number: 2 }, name),
  ).toBe('Reply contains text: “price” and “cost”, step 2');
  expect(describeTrigger({ kind: 'RE_ENGAGEMENT', silence_days: 1 }, name)).toBe('Re-engagement: 1 day of silence');
  expect(ruleText({ triggers: [], delay_seconds: 0, stop_on_parent_reply: true }, name)).toBe('Only manually');
});

test('a delay is told in its largest whole unit', () => {
  expect([0, 90, 3_600, 7_200, 172_800].map(delayText)).toEqual([
    'immediately',
    'after 2 minutes',
    'after 1 hour',
    'after 2 hours',
    'after 2 days',
  ]);
  expect(splitDelay(secondsOf(36, 'hour'))).toEqual({ amount: 36, unit: 'hour' });
});
