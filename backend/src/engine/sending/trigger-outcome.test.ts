import { sentWords } from './trigger-outcome';

it.each([
  [1, 0, 'Sent 1 first email.'],
  [0, 2, 'Sent 2 follow-ups.'],
  [3, 1, 'Sent 3 first emails and 1 follow-up.'],
])('names only what a round sent: %d new leads, %d follow-ups', (newLeads, followUps, words) => {
  expect(sentWords(newLeads, followUps)).toBe(words);
});
