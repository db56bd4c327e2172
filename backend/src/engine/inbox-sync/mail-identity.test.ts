import { dedupeKeyOf, isSameMail, type MailIdentity } from './mail-identity';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';

const first: MailIdentity = {
  sender: 'jane@orbit-works.test',
  date: 'Tue, 10 Nov 2026 10:00:00 +0000',
  text: 'Thank you, we look at it and come back to you.',
};

test.each<[string, Partial<MailIdentity>, boolean]>([
  ['the same email', {}, true],
  ['the same date in another zone', { date: 'Tue, 10 Nov 2026 12:00:00 +0200 (EET)' }, true],
  ['other line ends and spaces', { text: 'Thank you,\r\nwe look at it  and come back\u200b to you.\n' }, true],
  ['the footer of a mailing list', { text: `${first.text}\n--\nSales mailing list` }, true],
  ['the banner of a gateway', { text: `[External] Take care with links.\n\n${first.text}` }, true],
  ['a text that could not be read', { text: null }, true],
  ['a date that is not known', { date: null }, true],
  ['another text', { text: 'Please remove me from your list.' }, false],
  ['another text and no date', { text: 'Please remove me from your list.', date: null }, false],
  ['another day', { date: 'Thu, 12 Nov 2026 09:30:00 +0000' }, false],
  ['another sender', { sender: 'joe@orbit-works.test' }, false],
])('one Message-ID: %s', (_, change, isSame) => {
  expect(isSameMail(first, { ...first, ...change })).toBe(isSame);
  expect(isSameMail({ ...first, ...change }, first)).toBe(isSame);
});

test('the key depends on what the sender wrote, not on what servers add', async () => {
  const headers = { 'Message-ID': '<out-7781@mail.orbit-works.test>', Date: 'Tue, 10 Nov 2026 10:00:00 +0000' };
  const keyOf = async (more: Record<string, string>, body: string) => {
    const parsed = await parseMail(rawMail({ ...headers, ...more }, body));
    return dedupeKeyOf(parsed, parsed.messageId);
  };
  const key = await keyOf({}, 'Thank you');
  expect(
    await keyOf({ Received: 'from a by b; Tue, 10 Nov 2026 10:00:05 +0000', 'X-Spam-Score': '0.1' }, 'Thank you'),
  ).toBe(key);
  expect(await keyOf({}, 'Please remove me')).not.toBe(key);
  expect(await keyOf({ Date: 'Thu, 12 Nov 2026 09:30:00 +0000' }, 'Thank you')).not.toBe(key);
});
