import { restAfterRefusal, restOfSender } from './rest-after-refusal';

const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);
const limit = { cause: 'LIMIT', isSure: true } as const;
const minutes = (words: string, time = '09:20') => restAfterRefusal(limit, words, at(time))[0];

test.each([
  ['550 Domain acme.test has exceeded the max emails per hour (151/150 (100%)) allowed', '09:20', 43],
  ['550 hourly limit exceeded', '09:59', 64],
  ['550 Versandlimit pro Stunde überschritten', '09:00', 63],
  ['550 5.4.5 Daily user sending limit exceeded', '09:20', 1440],
  ['550 limit of 400 rcpts per 24 hours reached', '09:20', 1440],
  ['550 Превышен лимит писем в сутки', '09:20', 1440],
  ['421 Message rate limit: 30 per minute', '09:20', 15],
  ['421 4.7.0 Too many concurrent connections', '09:20', 15],
  ['550 You have reached your sending limit', '09:20', 60],
])('%s at %s rests for %i minutes first', (words, time, expected) => {
  expect(minutes(words, time)).toBe(expected);
});

test.each([
  ['550 limit exceeded. Relay quota will reset in 5.03 hours.', 303],
  ['450 try again in 15 minutes', 16],
  ['451 Retry after 3600 seconds', 61],
  ['550 Daily limit reached, please try again tomorrow', 1440],
  ['450 Limit erreicht, bitte versuchen Sie es erneut in 2 Stunden', 121],
  ['450 try again in 2 seconds', 5],
  ['550 try again in 90 days', 7 * 1440],
])('the time that the server names comes first: %s', (words, expected) => {
  expect(minutes(words)).toBe(expected);
});

test('a refusal in a row rests longer, and never longer than a day where no time is named', () => {
  for (const cause of ['LIMIT', 'SUSPENDED', 'SPAM_FILTER', 'RELAY', 'SENDER_REFUSED'] as const)
    for (const isSure of [true, false]) {
      const waits = restAfterRefusal({ cause, isSure }, '550 Refused', at('09:20'));
      expect(waits).toEqual([...waits].sort((one, other) => one - other));
      expect(waits.at(-1)).toBe(1440);
    }
});

test('what is written is one line with the cause and the server’s words', () => {
  expect(restOfSender(limit, '550-5.4.5 Daily user\r\n550 sending limit', at('09:20'))).toMatchObject({
    cause: 'LIMIT',
    reason: 'Sending limit reached: 550-5.4.5 Daily user 550 sending limit',
    words: '550-5.4.5 Daily user 550 sending limit',
  });
});
