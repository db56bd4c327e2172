import { classifyMessage } from './classify-message';
import { classifyRefusal, readSmtpReply } from './bounce-class';
import { parseDeliveryReport } from './parse-delivery-report';
import { parseMail } from './parse-mail';
import { phraseFinder } from './phrase-finder';
import { rawMail, rawReport } from './raw-mail.test-support';
import { ownTextOf, splitQuote } from './strip-quote';

const classOf = (text: string) => classifyRefusal(readSmtpReply(text), 'report').class;

describe('what a person wrote above a quote', () => {
  const WISH = 'Please take me off your list.';
  it.each([
    ['directly above', `${WISH}\nOn Tue, 10 Mar 2026 at 09:00, Grace Hopper <grace@sender.test> wrote:\n> Hi`],
    ['above a wrapped one', `${WISH}\nOn Tue, Mar 10, 2026 at 9:00 AM Grace Hopper\n<grace@sender.test> wrote:\n> Hi`],
    ['a time in their own line', `${WISH}\nam 10. März 2026 um 09:00 schrieb Grace <grace@sender.test>:\n\n> Hi`],
    ['without a colon', `${WISH}\n\nOn Tuesday, 10 March 2026, Grace Hopper wrote\n> Hi`],
    ['without a verb', `${WISH}\n\nOn 10/03/2026 09:00, Grace Hopper <grace@sender.test>\n> Hi`],
    ['without an address', `${WISH}\n\nOn 10 March 2026, Grace Hopper:\n> Hi`],
    ['over four lines', `${WISH}\n\nOn Tue, 10 Mar 2026\nat 09:00, Grace\nHopper <grace@sender.test>\nwrote:\n> Hi`],
    [
      'a ruler',
      `${WISH}\n\n________________________________\nFrom: Grace\nSent: Tuesday\nTo: Ada\nSubject: Hi\n\nHi Ada`,
    ],
    ['a block that begins with Date', `${WISH}\n\nDate: Tue, 10 Mar 2026\nFrom: Grace\nTo: Ada\nSubject: Hi\n\nHi Ada`],
    ['a broken ruler', `${WISH}\n\n- - - - - -\nFrom: Grace\nSent: Tuesday\nTo: Ada\n\nHi Ada`],
  ])('%s', (_, text) => {
    expect(splitQuote(text).own).toBe(WISH);
  });

  it('keeps a wish that stands above an attribution, so that it counts', async () => {
    const mail = await parseMail(
      rawMail({}, `Please unsubscribe me.\nOn Tue, 10 Mar 2026 at 09:00, Grace <grace@sender.test> wrote:\n> Hi Ada`),
    );
    expect(classifyMessage(mail).kind).toBe('unsubscribe_request');
  });

  it.each([
    'On Tuesday I have time.\nDate and place are up to you.',
    'To: all of you, thanks. See you on 10.03.2026 at 9:00',
    'As we wrote in 2024: we need two.',
    'On 10 March 2026 we start.',
  ])('takes nothing from "%s"', (text) => {
    expect(splitQuote(text).own).toBe(text);
  });

  it('reads an answer below an unmarked quote by the HTML', async () => {
    const text = 'On Tue, 10 Mar 2026 at 09:00, Grace <grace@sender.test> wrote:\n\nHi Ada\n\nNo, thank you.';
    const html = '<blockquote>Hi Ada</blockquote><p>No, thank you.</p>';
    expect(ownTextOf({ text, hasTextPart: true, html }).own).toBe('No, thank you.');
    expect(
      ownTextOf({ text: '---------- Forwarded message ---------\nFrom: G', hasTextPart: true, html: null }).own,
    ).toBe('');
  });

  it('reads an answer below an unmarked quote without HTML by what we had sent', () => {
    const sent =
      'Hi Ada,\n\nwe help shops like yours to ship faster. Worth a look?\n\nGrace\nUnsubscribe: https://sender.test/u/1';
    const quote =
      'On Tue, 10 Mar 2026 at 09:00, Grace <grace@sender.test> wrote:\n\nHi Ada,\n\nwe help shops like yours\nto ship faster. Worth a look?\n\nGrace\nUnsubscribe: https://sender.test/u/1';
    const text = `${quote}\n\nPlease take me off your list.`;
    const mail = { text, hasTextPart: true, html: null };
    expect(ownTextOf(mail, sent).own).toBe('Please take me off your list.');
    // Nothing of it is ours: then nobody can say where the quote ends.
    expect(ownTextOf(mail, 'Another email about something else.').own).toBe('');
    expect(ownTextOf({ text: quote, hasTextPart: true, html: null }, sent).own).toBe('');
    expect(ownTextOf(mail).own).toBe('');
  });

  it('does not join flowed quotes with the answer below them', async () => {
    const body = '> Hi Ada, \n> are you interested? \nNo, please \nremove me. \n-- \nAda';
    const mail = await parseMail(rawMail({ 'Content-Type': 'text/plain; charset=utf-8; format=flowed' }, body));
    expect(ownTextOf(mail).own).toBe('No, please remove me.');
  });
});

describe('refusals', () => {
  it('finds phrases with two gaps whole or not at all', () => {
    const finder = phraseFinder(['recipient … not … exist']);
    expect(finder.first('the recipient did not accept our requests')).toBeNull();
    expect(finder.first('the recipient does not seem to exist here')).not.toBeNull();
  });

  it.each([
    ['550 recipient server did not accept our requests', 'unknown'],
    ['host mx.test[192.0.2.1] said: 550 5.1.1 user unknown (in reply to MAIL FROM command)', 'sender'],
    ['SMTP error from remote mail server after MAIL FROM:<g@sender.test>: 550 no such user', 'sender'],
    ['host mx.test refused to talk to me: 554 mx.test (in reply to HELO command)', 'sender'],
    ['550 mail refused, see https://www.spamhaus.org/query/ip/192.0.2.7', 'sender'],
    ['550 5.1.1 delivery refused by local policy', 'policy'],
    ['554 5.4.4 connection refused by next hop', 'transient'],
    ['550 5.4.4 relay access denied', 'policy'],
    ['550 5.1.1 The email account that you tried to reach does not exist', 'recipient_invalid'],
    [
      '550 5.1.1 <ada@acme.test>: Recipient address rejected: User unknown (in reply to RCPT TO command)',
      'recipient_invalid',
    ],
    ['550 5.4.4 Host or domain name not found', 'recipient_invalid'],
  ])('%s: %s', (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });

  it('reads several recipients of one group, each with its reason', async () => {
    const mail = await parseMail(
      rawReport({
        fields:
          'Final-Recipient: rfc822; ada@acme.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 user unknown\n' +
          'Final-Recipient: rfc822; bob@acme.test\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full',
      }),
    );
    expect(parseDeliveryReport(mail)?.recipients.map(({ address, class: kind }) => [address, kind])).toEqual([
      ['ada@acme.test', 'recipient_invalid'],
      ['bob@acme.test', 'mailbox_full'],
    ]);
  });

  it('keeps the text of a report whose boundary never comes', async () => {
    const mail = await parseMail(
      rawMail(
        {
          From: 'Mail Delivery System <MAILER-DAEMON@mx.test>',
          Subject: 'Undelivered Mail Returned to Sender',
          'Content-Type': 'multipart/report; report-type=delivery-status; boundary="gone"',
        },
        'The mail could not be delivered to <ada@acme.test>:\n550 5.1.1 user unknown\n',
      ),
    );
    expect(mail.text).toContain('user unknown');
    expect(classifyMessage(mail)).toMatchObject({ kind: 'bounce', bounce: 'hard' });
  });

  it('takes neither a mail server for a responder nor its report for a complaint', async () => {
    const daemon = await parseMail(
      rawMail({ From: 'MAILER-DAEMON@mx.test', Subject: 'Notice', 'Auto-Submitted': 'auto-replied' }, 'Queue notice.'),
    );
    expect(classifyMessage(daemon).kind).toBe('other');
    const report = await parseMail(
      rawReport({
        from: 'postmaster@mx.test',
        subject: 'Undeliverable: Unsolicited offers',
        fields: 'Final-Recipient: rfc822; ada@acme.test\nAction: failed\nStatus: 5.1.1',
        returnedType: 'message/rfc822',
      }),
    );
    expect(classifyMessage(report).kind).toBe('bounce');
  });

  it('takes numbers in a letter for numbers', async () => {
    const mail = await parseMail(
      rawMail(
        { From: 'Ada <ada@acme.test>', Subject: 'Our users' },
        'Hello,\n\n400 people could not be found on your list, write to bob@acme.test.\n550 users do not exist there.',
      ),
    );
    expect(classifyMessage(mail).kind).toBe('reply');
  });
});

describe('wishes to be left out', () => {
  const kindOf = async (text: string) => classifyMessage(await parseMail(rawMail({}, text))).kind;
  it.each([
    'Thanks for reporting this.',
    'Sounds good.\n\nTo unsubscribe from our newsletter, click here: https://acme.test/u',
    'Fine.\n\nYou can unsubscribe at any time.',
    'Yes.\n\nIf you no longer wish to receive our news, click unsubscribe below.',
    'Thank you for removing me from the list.',
  ])('not in "%s"', async (text) => {
    expect(await kindOf(text)).toBe('reply');
  });
  it.each([
    'Please unsubscribe me from this list.',
    'Could you remove me from your list?',
    'Unsubscribe me here, please.',
  ])('in "%s"', async (text) => {
    expect(await kindOf(text)).toBe('unsubscribe_request');
  });
});

describe('headers as servers of old write them', () => {
  it('reads raw Latin-1, and domains with other letters in their ASCII form', async () => {
    const source = rawMail({ From: 'Andr\xe9 <a@acme.test>', Subject: 'R\xe9ponse' }, 'Oui');
    const mail = await parseMail(Uint8Array.from(source, (character) => character.charCodeAt(0)));
    expect([mail.from?.name, mail.subject]).toEqual(['André', 'Réponse']);
    const idn = await parseMail(rawMail({ From: 'Ada <Ada@bücher.test>' }, 'Hi'));
    expect(idn.from?.address).toBe('ada@xn--bcher-kva.test');
  });

  it('knows no absence by bulk precedence and a word', async () => {
    const mail = await parseMail(
      rawMail({ Precedence: 'bulk' }, 'I was on leave last week, sorry. Can you tell me what it costs?'),
    );
    expect(classifyMessage(mail).kind).toBe('reply');
  });
});
