import { classifyMessage } from './classify-message';
import { parseMail } from './parse-mail';
import { rawMail, rawReport } from './raw-mail.test-support';

async function kindOf(raw: string): Promise<string> {
  const { kind, bounce, evidence } = classifyMessage(await parseMail(raw));
  expect(evidence.length).toBeGreaterThan(0);
  return bounce ? `${kind} ${bounce}` : kind;
}

const fields = (action: string, status: string, diagnostic: string): string =>
  `Final-Recipient: rfc822; ada@acme.test\nOriginal-Recipient: rfc822;ada@acme.test\nAction: ${action}\nStatus: ${status}\nRemote-MTA: dns; mx.acme.test\nDiagnostic-Code: ${diagnostic}`;

describe('standard delivery reports', () => {
  it.each([
    [
      'failed',
      '5.1.1',
      'smtp; 550 5.1.1 <ada@acme.test>: Recipient address rejected: User unknown in virtual mailbox table',
      'bounce hard',
    ],
    [
      'failed',
      '5.0.0',
      'smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try 550 5.1.1 double-checking',
      'bounce hard',
    ],
    ['failed', '5.4.1', 'smtp;550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'bounce hard'],
    [
      'failed',
      '5.1.10',
      'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@acme.test not found by SMTP address lookup',
      'bounce hard',
    ],
    [
      'failed',
      '5.4.4',
      'X-Postfix; Host or domain name not found. Name service error for name=acme.test type=A: Host not found',
      'bounce hard',
    ],
    ['failed', '5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled.', 'bounce hard'],
    ['failed', '5.2.2', 'smtp; 552 5.2.2 Mailbox full', 'bounce soft'],
    ['failed', '4.4.7', 'smtp; 451 4.4.1 connection timed out', 'bounce soft'],
    [
      'failed',
      '5.7.1',
      'smtp; 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
      'bounce sender_block',
    ],
    [
      'failed',
      '5.7.26',
      'smtp; 550 5.7.26 This mail is unauthenticated, which poses a security risk: SPF and DKIM did not pass',
      'bounce sender_block',
    ],
    [
      'failed',
      '5.7.1',
      'smtp; 550 5.7.1 Our system has detected that this message is likely unsolicited mail.',
      'bounce sender_block',
    ],
    ['failed', '5.7.133', 'smtp; 550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup', 'bounce sender_block'],
    ['failed', '5.3.4', 'smtp; 552 5.3.4 Message size exceeds fixed limit', 'bounce sender_block'],
    ['failed', '5.1.8', 'smtp; 550 5.1.8 Sender address rejected: Domain not found', 'bounce sender_block'],
    [
      'failed',
      '5.0.0',
      "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0]",
      'bounce hard',
    ],
    ['delayed', '4.4.1', 'smtp; 421 4.4.1 connection refused', 'bounce delayed'],
    ['relayed', '2.0.0', 'smtp; 250 2.0.0 Ok', 'bounce relayed'],
    ['delivered', '2.1.5', 'smtp; 250 OK', 'bounce relayed'],
  ])('%s %s %s', async (action, status, diagnostic, expected) => {
    expect(await kindOf(rawReport({ fields: fields(action, status, diagnostic) }))).toBe(expected);
  });

  it('reads who, why and which mail, also where servers bend the form', async () => {
    const standard = classifyMessage(
      await parseMail(rawReport({ fields: fields('failed', '5.1.1', 'smtp; 550 5.1.1 User unknown') })),
    ).report!;
    expect(standard).toMatchObject({
      source: 'standard',
      envelopeId: 'env-token-1',
      reportingMta: 'mx.test',
      originalMessageIds: ['<intent1@sender.test>'],
      originalSubject: 'Question',
    });
    expect(standard.recipients).toMatchObject([
      {
        address: 'ada@acme.test',
        action: 'failed',
        status: '5.1.1',
        class: 'recipient_invalid',
        remoteMta: 'mx.acme.test',
      },
    ]);
    const bent = classifyMessage(
      await parseMail(
        rawReport({
          perMessage: 'Reporting-MTA: dns; mx.test',
          fields: 'Final-Recipient: ada@acme.test\nStatus: 5.0.0',
          text: 'Your message to <ada@acme.test> failed:\n550 5.1.1 unknown user\n',
          returnedType: 'message/rfc822',
        }),
      ),
    );
    expect(bent).toMatchObject({
      bounce: 'hard',
      report: {
        recipients: [{ address: 'ada@acme.test', status: '5.1.1' }],
        originalMessageIds: ['<intent1@sender.test>'],
      },
    });
  });
});

describe('reports without a standard part', () => {
  const daemon = (from: string, subject: string, body: string, more: Record<string, string> = {}): string =>
    rawMail({ From: from, Subject: subject, ...more }, body);
  it.each([
    [
      'qmail',
      daemon(
        'MAILER-DAEMON@mail.acme.test',
        'failure notice',
        "Hi. This is the qmail-send program at mail.acme.test.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ada@acme.test>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <grace@sender.test>\nMessage-ID: <intent1@sender.test>\nSubject: Question\n\nHello",
      ),
      'bounce hard',
    ],
    [
      'Exim',
      daemon(
        'Mail Delivery System <Mailer-Daemon@mx.test>',
        'Mail delivery failed: returning message to sender',
        'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its recipients.\n\n  ada@acme.test\n    host mx.acme.test [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<ada@acme.test>:\n    550 No such user here\n\n------ This is a copy of the message, including all the headers. ------\n\nMessage-ID: <intent1@sender.test>\nSubject: Question\n',
        { 'X-Failed-Recipients': 'ada@acme.test' },
      ),
      'bounce hard',
    ],
    [
      'Exim full',
      daemon(
        'Mail Delivery System <Mailer-Daemon@mx.test>',
        'Mail delivery failed: returning message to sender',
        'A message that you sent could not be delivered to one or more of its recipients.\n\n  ada@acme.test\n    mailbox is full: retry timeout exceeded\n',
      ),
      'bounce soft',
    ],
    [
      'Sendmail',
      daemon(
        'Mail Delivery Subsystem <MAILER-DAEMON@mx.test>',
        'Returned mail: see transcript for details',
        'The original message was received at Tue\n\n   ----- The following addresses had permanent fatal errors -----\n<ada@acme.test>\n    (reason: 550 5.1.1 <ada@acme.test>... User unknown)\n',
      ),
      'bounce hard',
    ],
    [
      'delay',
      daemon(
        'Mail Delivery System <Mailer-Daemon@mx.test>',
        'Warning: message 1abc delayed 24 hours',
        'A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours on the queue.\n\nNo action is required on your part. Delivery attempts will continue for some time.\n\n  ada@acme.test\n',
      ),
      'bounce delayed',
    ],
    [
      'blocked',
      daemon(
        'postmaster@acme.test',
        'Undeliverable: Question',
        'Your message could not be delivered to ada@acme.test.\nThe server responded: 554 5.7.1 blocked using Spamhaus',
      ),
      'bounce sender_block',
    ],
    [
      'German',
      daemon(
        'Mail-System <postmaster@acme.test>',
        'Unzustellbar: Question',
        'Ihre Nachricht konnte nicht zugestellt werden.\n\nada@acme.test: Der Empfänger existiert nicht (550)',
      ),
      'bounce hard',
    ],
    [
      'Japanese',
      daemon(
        'MAILER-DAEMON@acme.test',
        '配信不能',
        '次の宛先に配信できませんでした。\n<ada@acme.test>: ユーザーが存在しません\n配信できません',
      ),
      'bounce hard',
    ],
  ])('%s', async (_, raw, expected) => {
    const result = classifyMessage(await parseMail(raw));
    expect(`${result.kind} ${result.bounce}`).toBe(expected);
    expect(result.report!.recipients[0]!.address).toBe('ada@acme.test');
  });

  it('finds the original id in the returned copy', async () => {
    const raw = daemon(
      'MAILER-DAEMON@mail.acme.test',
      'failure notice',
      `I wasn't able to deliver your message.\n${'x'.repeat(60)}\n<ada@acme.test>:\nno such user (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReceived: by x\nMessage-ID: <intent1@sender.test>\nSubject: Question\n\nHello`,
    );
    expect(classifyMessage(await parseMail(raw)).report).toMatchObject({
      originalMessageIds: ['<intent1@sender.test>'],
      originalSubject: 'Question',
    });
  });

  it('does not take a person for a server', async () => {
    expect(
      await kindOf(
        rawMail(
          { Subject: 'Fwd: Undelivered Mail Returned to Sender' },
          'Look, my mail came back:\n\n> 550 5.1.1 User unknown\n> could not be delivered',
        ),
      ),
    ).toBe('reply');
    expect(
      await kindOf(
        rawMail({}, 'Your last mail could not be delivered to my colleague bob@acme.test (550 user unknown), he left.'),
      ),
    ).toBe('reply');
    expect(
      await kindOf(
        rawMail(
          { 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied', Subject: 'Automatic reply: Question' },
          'I am out of the office until 12 March.',
        ),
      ),
    ).toBe('out_of_office');
  });
});

describe('automatic replies', () => {
  it.each([
    [
      'header',
      { 'Auto-Submitted': 'auto-replied', Subject: 'Re: Question' },
      'I am on annual leave until 20 March.',
      'out_of_office',
    ],
    [
      'Exchange',
      { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', Subject: 'Automatic reply: Question' },
      'I am travelling with limited access to email.',
      'out_of_office',
    ],
    [
      'German',
      { Subject: 'Abwesenheitsnotiz: Frage' },
      'Vielen Dank für Ihre Nachricht. Ich bin bis 20.03. nicht im Büro.',
      'out_of_office',
    ],
    [
      'French',
      { Subject: 'Réponse automatique : Question' },
      "Bonjour, je suis absent du bureau jusqu'au 20 mars.",
      'out_of_office',
    ],
    ['Japanese', { Subject: '自動返信: Question' }, '不在にしております。', 'out_of_office'],
    [
      'no header',
      { Subject: 'Re: Question' },
      'Hello,\n\nThank you for your email. I am out of the office until Monday 16 March with limited access to email. For urgent matters please contact bob@acme.test.',
      'out_of_office',
    ],
    [
      'bulk precedence',
      { Precedence: 'bulk', 'In-Reply-To': '<intent1@sender.test>' },
      'I am currently on parental leave.',
      'out_of_office',
    ],
    ['subject alone', { Subject: 'Out of Office Re: Question' }, 'Back next week', 'out_of_office'],
    [
      'ticket',
      { 'Auto-Submitted': 'auto-replied' },
      'We have received your request and a ticket has been created. A member of our team will get back to you.',
      'auto_reply',
    ],
    ['left', { 'X-Autoreply': 'yes' }, 'Ada no longer works at Acme.', 'auto_reply'],
    ['precedence', { Precedence: 'auto_reply' }, 'Thanks.', 'auto_reply'],
  ])('%s', async (_, headers, body, expected) => {
    expect(await kindOf(rawMail(headers as never, body))).toBe(expected);
  });

  it.each([
    ['an absence in conversation', {}, 'Sounds interesting! I am out of office this week, can we talk on Monday?'],
    [
      'an answer under an automatic subject',
      { Subject: 'Re: Automatic reply: Question' },
      'I am back now, what is this about?',
    ],
    [
      'an agent of a help desk',
      { 'Auto-Submitted': 'auto-generated', 'X-Zendesk-From-Account-Id': '1' },
      'Hi Grace, we are not interested in this. Bob',
    ],
    ['a plain yes', {}, 'Yes please.'],
    ['Auto-Submitted: no', { 'Auto-Submitted': 'no' }, 'Let us talk.'],
    ['an empty mail', { 'In-Reply-To': '<intent1@sender.test>' }, ''],
  ])('leaves a person a person: %s', async (_, headers, body) => {
    expect(await kindOf(rawMail(headers as never, body))).toBe('reply');
  });
});

describe('other kinds', () => {
  it('knows complaints, read receipts, unsubscribe mails and newsletters', async () => {
    const report = (type: string, part: string): string =>
      rawMail(
        { 'MIME-Version': '1.0', 'Content-Type': `multipart/report; report-type=${type}; boundary="b"` },
        `--b\nContent-Type: text/plain\n\nreport\n--b\nContent-Type: message/${type}\n\n${part}\n--b--\n`,
      );
    expect(await kindOf(report('feedback-report', 'Feedback-Type: abuse\nVersion: 1\n'))).toBe('complaint');
    expect(
      await kindOf(
        report('disposition-notification', 'Disposition: automatic-action/MDN-sent-automatically; displayed\n'),
      ),
    ).toBe('other');
    expect(await kindOf(rawMail({ To: 'unsubscribe+abc123@sender.test', Subject: 'unsubscribe' }, ''))).toBe(
      'unsubscribe_request',
    );
    expect(await kindOf(rawMail({}, 'Unsubscribe\n\n> Hello'))).toBe('unsubscribe_request');
    expect(await kindOf(rawMail({}, 'please remove me from your list'))).toBe('unsubscribe_request');
    expect(
      await kindOf(rawMail({ Subject: 'News of March', 'List-Unsubscribe': '<https://x.test>' }, 'Hello reader')),
    ).toBe('other');
  });

  it('survives broken mail', async () => {
    const mail = await parseMail(`From: Ada <ada@acme.test>\r\nSubject: x\r\n\r\n${'--b\r\n'.repeat(50)}`);
    expect(mail.from?.address).toBe('ada@acme.test');
    const deep = Array.from(
      { length: 100 },
      (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\r\n\r\n--b${index}\r\n`,
    ).join('');
    expect(await parseMail(`From: ada@acme.test\r\nSubject: deep\r\n${deep}`)).toMatchObject({
      subject: 'deep',
      isBroken: true,
      from: { address: 'ada@acme.test' },
    });
    expect(classifyMessage(await parseMail(new Uint8Array(0))).kind).toBe('reply');
  });
});
