import { classifyMessage } from './classify-message';
import { parseMail } from './parse-mail';
import { rawMail, rawReport } from './raw-mail.test-support';

async function classesOf(raw: string) {
  const { report } = classifyMessage(await parseMail(raw));
  return Object.fromEntries((report?.recipients ?? []).map((one) => [one.address!.split('@')[0], one.class]));
}

const inWords = (body: string) =>
  classesOf(
    rawMail(
      { From: 'Mail Delivery System <MAILER-DAEMON@mx.test>', Subject: 'Undelivered Mail Returned to Sender' },
      body,
    ),
  );

const INTRODUCTION = 'I could not deliver your message to some of its recipients.\n\n';

describe('a report about several recipients', () => {
  it.each([
    [
      'one reason below them all',
      'ada@acme.test\nbob@acme.test\n    550 5.1.1 user unknown\n',
      { ada: 'recipient_invalid', bob: 'recipient_invalid' },
    ],
    [
      'one reason above them all',
      '550 5.1.1 user unknown:\n  ada@acme.test\n  bob@acme.test\n',
      { ada: 'recipient_invalid', bob: 'recipient_invalid' },
    ],
    [
      'two reasons, each above its addresses',
      '550 5.1.1 user unknown:\n  ada@acme.test\n  bob@acme.test\n\n552 5.2.2 mailbox full:\n  carl@acme.test\n',
      { ada: 'recipient_invalid', bob: 'recipient_invalid', carl: 'mailbox_full' },
    ],
    [
      'two reasons, each behind its address',
      '<ada@acme.test>: 550 5.1.1 user unknown\n<bob@acme.test>: 552 5.2.2 mailbox full\n',
      { ada: 'recipient_invalid', bob: 'mailbox_full' },
    ],
    [
      'reasons in words only',
      '<ada@acme.test>: user unknown\n\n<bob@acme.test>: mailbox is full\n',
      { ada: 'recipient_invalid', bob: 'mailbox_full' },
    ],
    [
      'an address that is the end of another',
      '<bada@acme.test>: 552 5.2.2 mailbox full\n\n<ada@acme.test>: 550 5.1.1 user unknown\n',
      { bada: 'mailbox_full', ada: 'recipient_invalid' },
    ],
    [
      'letters that grow in lower case before them',
      'İİİİİİİİİİ\n\n<ada@acme.test>: 550 5.1.1 user unknown\n<bob@acme.test>: 552 5.2.2 mailbox full\n',
      { ada: 'recipient_invalid', bob: 'mailbox_full' },
    ],
  ])('in words: %s', async (_, body, expected) => {
    expect(await inWords(INTRODUCTION + body)).toEqual(expected);
  });

  it('gives nobody the reason of another', async () => {
    const fields =
      'Final-Recipient: rfc822; ada@acme.test\nAction: failed\nStatus: 5.1.1\n\n' +
      'Final-Recipient: rfc822; bob@acme.test\nAction: failed\nStatus: 5.2.2';
    const text =
      'These addresses failed:\n\n<ada@acme.test>: 550 5.1.1 user unknown\n\n<bob@acme.test>: 552 5.2.2 over quota\n';
    expect(await classesOf(rawReport({ fields, text }))).toEqual({ ada: 'recipient_invalid', bob: 'mailbox_full' });
  });
});

describe('the returned mail below a report', () => {
  it.each([
    'Original message follows.',
    'The original message follows:',
    'Your original message follows below.',
    '-- Original message follows --',
    'Die ursprüngliche Nachricht folgt.',
  ])('is no part of it: %s', async (marker) => {
    const { report } = classifyMessage(
      await parseMail(
        rawMail(
          { From: 'Mail Delivery System <MAILER-DAEMON@mx.test>', Subject: 'Delivery failure' },
          `Your message to ada@acme.test could not be delivered: mailbox full.\n\n${marker}\n\n` +
            'Subject: Question\nMessage-ID: <intent1@sender.test>\n\nHi Ada, write to zoe@other.test if 550 5.1.1 user unknown comes back.\n',
        ),
      ),
    );
    expect(report?.recipients.map((one) => [one.address, one.class])).toEqual([['ada@acme.test', 'mailbox_full']]);
    expect(report?.originalMessageIds).toContain('<intent1@sender.test>');
  });
});

describe('headers in raw UTF-8', () => {
  it('are read as they are written', async () => {
    const source = rawMail(
      {
        From: 'Łukasz Żak <lukasz@acme.test>',
        Subject: 'Automatyczna odpowiedź: Pytanie',
        'Content-Type': 'text/plain; charset=utf-8',
      },
      'Jestem na urlopie do 20 marca.',
    );
    const mail = await parseMail(new TextEncoder().encode(source));
    expect([mail.from?.name, mail.subject]).toEqual(['Łukasz Żak', 'Automatyczna odpowiedź: Pytanie']);
    expect(classifyMessage(mail).kind).toBe('out_of_office');
  });

  it('are read where the body is in another encoding', async () => {
    const head = new TextEncoder().encode(
      'From: José <j@acme.test>\r\nTo: 田中 <t@sender.test>\r\nSubject: Réponse automatique : 質問\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n',
    );
    const body = Uint8Array.from('Je suis en congés jusqu\u0027au 20 mars, à bientôt.', (one) => one.charCodeAt(0));
    const mail = await parseMail(Buffer.concat([head, body]));
    expect([mail.from?.name, mail.to[0]?.name, mail.subject]).toEqual(['José', '田中', 'Réponse automatique : 質問']);
    expect(mail.text).toContain('congés');
    expect(classifyMessage(mail).kind).toBe('out_of_office');
  });
});
