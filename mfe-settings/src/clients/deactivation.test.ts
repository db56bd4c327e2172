import { effectOfDeactivation } from './deactivation';

it.each([
  [0, 'The client is logged out at once, and its API keys stop working. You can activate it again.'],
  [
    1,
    'The client is logged out at once, and its API keys stop working. Its 1 campaign keeps running. You can activate it again.',
  ],
  [
    3,
    'The client is logged out at once, and its API keys stop working. Its 3 campaigns keep running. You can activate it again.',
  ],
])('says what deactivating a client of %s campaigns does', (campaigns, words) => {
  expect(effectOfDeactivation(campaigns)).toBe(words);
});
