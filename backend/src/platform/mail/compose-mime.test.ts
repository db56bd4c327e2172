import PostalMime from 'postal-mime';
import { composeMime } from './compose-mime';

test('names, subjects and ids of strangers stay in the header they are for, in one line', async () => {
  const mail = (
    await composeMime({
      from: { name: 'Rosa\r\nBcc: from@evil.test', address: 'rosa@own.test' },
      to: { name: 'Ada\r\nBcc: to@evil.test', address: 'ada@prospects.test' },
      subject: 'Hello\r\nBcc: subject@evil.test',
      html: null,
      text: 'Hello',
      messageId: '<own@own.test>',
      inReplyTo: '<theirs@evil.test>\r\nBcc: id@evil.test',
      references: ['<theirs@evil.test>\r\nBcc: reference@evil.test'],
      date: new Date(0),
      attachments: [{ filename: 'a\r\nBcc: file@evil.test.txt', contentType: 'text/plain', content: Buffer.from('a') }],
    })
  ).toString();
  expect(mail).not.toMatch(/^Bcc:/im);
  expect(mail).not.toMatch(/=0D|=0A|%0D|%0A/i);
  expect(mail.match(/^From: .*$/m)?.[0]).toContain('<rosa@own.test>');
});

test('what looks like an encoded word is read back as it was written, never decoded', async () => {
  const subject =
    'Hi =?utf-8?q?Ann=0d=0aBcc:_evil@x.test?= – and a long rest, so that it is folded over more than a line of the header';
  const mail = await composeMime({
    from: { name: '=?utf-8?q?a=0d=0ab?=', address: 'rosa@own.test' },
    to: { name: '=?utf-8?q?a=0d=0ab?=', address: 'ada@prospects.test' },
    subject,
    html: null,
    text: 'Hello',
    messageId: '<own@own.test>',
    date: new Date(0),
  });
  expect(mail.toString()).not.toMatch(/=\?utf-8\?q\?a/i);
  expect((await PostalMime.parse(mail)).subject).toBe(subject);
});
