import { composeMime } from './compose-mime';

test('names, subjects and ids of strangers stay in the header they are for, in one line', async () => {
  const mail = (await composeMime({
    from: { name: 'Rosa\r\nBcc: from@evil.test', address: 'rosa@own.test' }, to: { name: 'Ada\r\nBcc: to@evil.test', address: 'ada@prospects.test' }, subject: 'Hello\r\nBcc: subject@evil.test', html: null, text: 'Hello',
    messageId: '<own@own.test>', inReplyTo: '<theirs@evil.test>\r\nBcc: id@evil.test', references: ['<theirs@evil.test>\r\nBcc: reference@evil.test'], date: new Date(0), attachments: [{ filename: 'a\r\nBcc: file@evil.test.txt', contentType: 'text/plain', content: Buffer.from('a') }],
  })).toString();
  expect(mail).not.toMatch(/^Bcc:/im);
  expect(mail).not.toMatch(/=0D|=0A|%0D|%0A/i);
  expect(mail.match(/^From: .*$/m)?.[0]).toContain('<rosa@own.test>');
});
