import { createTransport } from 'nodemailer';
import { eventually, hour, monday, sender, startTestWorld, type TestWorld } from '../testing/test-world';

let test: TestWorld;
beforeEach(async () => {
  test = await startTestWorld();
});
afterEach(() => test.close());

const refused = (code: number, text: string) =>
  expect.objectContaining({ responseCode: code, response: expect.stringContaining(text) });

it('records what it accepts with envelope, ids and size', async () => {
  await test.send({
    to: 'Silent.One@prospects.test',
    messageId: '<first@acme.test>',
    dsn: { id: 'intent-17', return: 'headers', notify: ['failure', 'delay'], recipient: 'silent.one@prospects.test' },
  });
  const [mail] = test.world.record.find({ messageId: '<first@acme.test>' });
  expect(mail).toMatchObject({
    acceptedAt: test.clock.time,
    login: sender.email,
    sender: sender.email,
    envelopeId: 'intent-17',
    subject: 'A question',
    recipients: [
      {
        address: 'silent.one@prospects.test',
        notify: ['FAILURE', 'DELAY'],
        originalRecipient: 'rfc822;silent.one@prospects.test',
      },
    ],
  });
  expect((await test.world.readMail(mail?.contentId as number)).length).toBe(mail?.size);
  expect(test.world.record.count({ recipientDomain: 'prospects.test' })).toEqual({
    mails: 1,
    recipients: 1,
    distinctMessageIds: 1,
    withoutMessageId: 0,
  });
  expect(test.world.record.duplicates()).toEqual([]);
  await test.send({ to: 'silent.one@prospects.test', messageId: '<first@acme.test>' });
  expect(test.world.record.duplicates()).toHaveLength(1);
  expect(test.world.violations()).toMatchObject([{ kind: 'duplicate', certain: true, messageId: '<first@acme.test>' }]);
});

it('refuses what it has to refuse, in the words of real servers', async () => {
  await expect(test.send({ to: 'rejects.anna@prospects.test' })).rejects.toEqual(refused(550, '5.1.1'));
  await expect(test.send({ to: 'nobody@acme.test' })).rejects.toEqual(refused(550, '5.1.1'));
  await expect(test.send({ to: 'silent@prospects.test', from: 'boss@acme.test' })).rejects.toEqual(
    refused(553, '5.7.1'),
  );
  await expect(test.send({ to: 'silent@prospects.test' }, true)).rejects.toEqual(refused(554, '5.7.1'));
  const wrong = createTransport({ ...test.world.smtp, auth: { user: sender.email, pass: 'wrong' } });
  await expect(wrong.verify()).rejects.toEqual(expect.objectContaining({ code: 'EAUTH', responseCode: 535 }));
  expect(test.world.record.count().mails).toBe(0);
});

it('records mail to the outside without delivering it, or refuses it when told so', async () => {
  await test.send({ to: 'someone@example.com' });
  expect(test.world.record.find({ recipient: 'someone@example.com' })).toHaveLength(1);
  const strict = await startTestWorld({ capturesOutside: false });
  try {
    await expect(strict.send({ to: 'someone@example.com' })).rejects.toEqual(refused(550, '5.1.2'));
  } finally {
    await strict.close();
  }
});

it('refuses a mail above its size', async () => {
  const small = await startTestWorld({ maximumMailBytes: 20_000 });
  try {
    await expect(small.send({ to: 'silent@prospects.test', text: 'x'.repeat(30_000) })).rejects.toEqual(
      refused(552, '5.3.4'),
    );
    expect(small.world.record.count().mails).toBe(0);
    await small.send({ to: 'silent@prospects.test', text: 'x'.repeat(10_000) });
    expect(small.world.record.count().mails).toBe(1);
  } finally {
    await small.close();
  }
});

it('delivers between local mailboxes, also to a plus address, and files Sent only where the provider does', async () => {
  await test.world.createMailbox({ email: 'omar@acme.test', password: 'another password', autoFileSent: true });
  await test.send({ to: 'omar+news@acme.test', messageId: '<local@acme.test>' });
  const omar = await test.imap({ email: 'omar@acme.test', password: 'another password' });
  await omar.mailboxOpen('INBOX');
  const message = await omar.fetchOne('1', { headers: ['delivered-to', 'return-path', 'received'] });
  expect(message && message.headers?.toString()).toMatch(
    /Return-Path: <mia@acme\.test>\r\nDelivered-To: omar\+news@acme\.test\r\nReceived: from/,
  );
  expect(await test.mails('Sent')).toEqual([]);
  const gmailLike = createTransport({ ...test.world.smtp, auth: { user: 'omar@acme.test', pass: 'another password' } });
  await gmailLike.sendMail({
    from: 'omar@acme.test',
    to: 'silent@prospects.test',
    text: 'hi',
    messageId: '<filed@acme.test>',
  });
  await omar.mailboxOpen('Sent');
  expect(await omar.search({ header: { 'message-id': '<filed@acme.test>' } }, { uid: true })).toEqual([1]);
});

it('a mail to a mailbox that lives in a past is its sender’s in the present, and comes in that past', async () => {
  const past = monday - 20 * 24 * hour;
  const omar = { email: 'omar@acme.test', password: 'another password' };
  const split = await startTestWorld({
    clock: { now: (addresses) => (addresses.includes(omar.email) ? past : monday) },
  });
  try {
    await split.world.createMailbox({ ...sender, autoFileSent: true });
    await split.world.createMailbox(omar);
    await split.world.createMailbox({ ...omar, email: 'pia@acme.test' });
    await split.send({ to: [omar.email, 'pia@acme.test'], messageId: '<then@acme.test>' });
    expect(split.world.record.find({ messageId: '<then@acme.test>' })).toMatchObject([{ acceptedAt: monday }]);
    const comeAt = async (account: typeof sender, folder: string) => {
      const client = await split.imap(account);
      await client.mailboxOpen(folder);
      const message = await client.fetchOne('1', { internalDate: true });
      return message && new Date(message.internalDate as Date).getTime();
    };
    expect(await comeAt(sender, 'Sent')).toBe(monday);
    expect(await comeAt(omar, 'INBOX')).toBe(past);
    expect(await comeAt({ ...omar, email: 'pia@acme.test' }, 'INBOX')).toBe(monday);
  } finally {
    await split.close();
  }
});

it("catches the product's own mails, also those to people without a mailbox here", async () => {
  await test.world.createMailbox({ email: 'product@system.test', password: 'its own', sendAsAny: true });
  const product = createTransport({ ...test.world.smtp, auth: { user: 'product@system.test', pass: 'its own' } });
  await product.sendMail({ from: 'product@system.test', to: 'nobody@acme.test', text: 'Confirm your address' });
  expect(test.world.record.find({ login: 'product@system.test', recipient: 'nobody@acme.test' })).toHaveLength(1);
});

it('lets faults strike where they are planned', async () => {
  test.world.setSmtpFaults(({ stage, messageId }) => {
    if (stage === 'accepted' && messageId === '<doubt@acme.test>') return { drop: true };
    if (stage === 'data' && messageId === '<later@acme.test>')
      return { reply: 451, text: '4.7.1 Greylisted, try again' };
    return null;
  });
  await expect(test.send({ to: 'silent@prospects.test', messageId: '<doubt@acme.test>' })).rejects.toThrow();
  await eventually(() => test.world.record.find({ messageId: '<doubt@acme.test>' }).length === 1);
  await expect(test.send({ to: 'silent@prospects.test', messageId: '<later@acme.test>' })).rejects.toEqual(
    refused(451, '4.7.1'),
  );
  test.world.setSmtpFaults(null);
  await test.send({ to: 'silent@prospects.test', messageId: '<later@acme.test>' });
  expect(test.world.record.count().mails).toBe(2);
});
