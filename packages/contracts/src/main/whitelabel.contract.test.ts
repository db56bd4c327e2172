import { changeWhitelabelBody } from './whitelabel.contract';

const problemOf = (body: object) => changeWhitelabelBody.safeParse(body).error?.issues[0]?.message ?? null;

it.each(['Skein', 'The SKEIN team', 'Ｓｋｅｉｎ', 'Skéin', 'Sk\u200dein'])('lets nobody be called %s', (name) => {
  for (const field of ['name', 'sender_name'])
    expect(problemOf({ [field]: name })).toBe('is the name of the product; use the name of your agency');
});

it.each(['می\u200cخواهم', 'क्\u200dष', '👩\u200d💻 Studio'])('takes the joiners that %s is written with', (text) => {
  expect(changeWhitelabelBody.parse({ name: text, login_text: text, mail_footer: `${text}\nYork` })).toEqual({
    name: text,
    login_text: text,
    mail_footer: `${text}\nYork`,
  });
});

it('takes a tab for a space, and refuses what shows nothing or turns the direction', () => {
  expect(changeWhitelabelBody.parse({ mail_footer: '\tBright\tLtd\nYork\t' })).toEqual({
    mail_footer: 'Bright Ltd\nYork',
  });
  expect(problemOf({ name: '\u200d\u200c' })).toBe('is required');
  for (const sign of ['\u202e', '\u200e', '\u200b', '\u0007', '\n'])
    expect(problemOf({ name: `A${sign}B` })).toBe('can’t contain < > " or backslashes');
});
