import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';

/** Mail as gateways damage it: what its sender wrote is found all the same. */
const id = '<4f1c9a77b0e24d5f8c3b2a19d0e7f6a5@getnorthlight.test>';
const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding)
    .toString('base64')
    .replace(/(.{60})/g, '$1\r\n');

describe('ids of the thread', () => {
  test.each([
    [
      'an encoded word in Q',
      { 'In-Reply-To': '=?utf-8?q?=3C4f1c9a77b0e24d5f8c3b2a19d0e7f6a5=40getnorthlight=2Etest=3E?=' },
    ],
    [
      'an encoded word in B',
      {
        'In-Reply-To': '=?UTF-8?B?PDRmMWM5YTc3YjBlMjRkNWY4YzNiMmExOWQwZTdmNmE1QGdldG5vcnRobGlnaHQudGVzdD4=?=',
      },
    ],
    [
      'two encoded words, with other ids',
      {
        References:
          '=?us-ascii?Q?<4f1c9a77b0e24d5f8c3b?=\r\n =?us-ascii?Q?2a19d0e7f6a5@getnorthlight.test>_<x2@orbit-works.test>?=\r\n <x3@orbit-works.test>',
      },
    ],
    ['a new line inside', { 'In-Reply-To': '<4f1c9a77b0e24d5f8c3b2a\r\n 19d0e7f6a5@getnorthlight.test>' }],
    [
      'a new line behind the bracket',
      { 'In-Reply-To': '<\r\n 4f1c9a77b0e24d5f8c3b2a19d0e7f6a5@getnorthlight.test\r\n >' },
    ],
    ['entities for brackets', { 'In-Reply-To': `&lt;${id.slice(1, -1)}&gt;` }],
    ['no brackets', { 'In-Reply-To': id.slice(1, -1) }],
    ['an escape without its encoded word', { 'In-Reply-To': `=3C${id.slice(1, -1).replace('@', '=40')}=3E` }],
    ['words around', { 'In-Reply-To': `Your message of "Tue, 10 Nov 2026" ${id} (a <note> of mine)` }],
  ])('%s', async (_, headers) => {
    const mail = await parseMail(rawMail(headers as unknown as Record<string, string>, 'Tuesday works.'));
    expect([...mail.inReplyTo, ...mail.references]).toContain(id);
  });

  test('the others of one header stay whole', async () => {
    const mail = await parseMail(
      rawMail(
        { References: '=?us-ascii?Q?<a@b.test>_<x2@orbit-works.test>?=\r\n <x3@orbit-\r\n works.test>, <x4@c.test>' },
        'x',
      ),
    );
    expect(mail.references).toEqual(['<a@b.test>', '<x2@orbit-works.test>', '<x3@orbit-works.test>', '<x4@c.test>']);
  });
});

const alternative = (plain: string, html: string, type = 'multipart/alternative; boundary=B') =>
  rawMail(
    { 'MIME-Version': '1.0', 'Content-Type': type },
    `--B\nContent-Type: text/plain; charset=utf-8\n\n${plain}\n\n--B\nContent-Type: text/html; charset=utf-8\n\n${html}\n\n--B--\n`,
  );

describe('two forms of one mail', () => {
  const html = '<p>Please remove me from your list.</p>';
  const words = 'Please remove me from your list.';
  test.each([
    ['needs a program', 'This message needs a program that can show HTML.'],
    ['in another language', 'Diese Nachricht kann nur in einem modernen Programm angezeigt werden.'],
    ['a link', 'View this email in your browser:\nhttps://mail.orbit-works.test/v/8f3a'],
    ['a link alone', 'https://mail.orbit-works.test/v/8f3a'],
    ['empty', ''],
    ['blank in characters that are not seen', '\u200b \u00a0\n\ufeff'],
    ['a mark', '--'],
    ['a Japanese note', 'このメールはHTML形式です。'],
  ])('the HTML is read when the text only points to it: %s', async (_, plain) => {
    const mail = await parseMail(alternative(plain, html));
    expect([mail.text.trim(), mail.hasTextPart]).toEqual([words, false]);
  });

  test.each([
    ['the same', words, html],
    ['the same, wrapped', 'Please remove\nme from\nyour list.', html],
    [
      'the answer without the quotation',
      words,
      `${html}<blockquote>${'We help teams to ship faster than ever. '.repeat(20)}</blockquote>`,
    ],
    ['a short answer', 'Yes', '<p>Yes</p>'],
    ['a picture in the HTML', 'See you on Tuesday.', '<p><img src="cid:logo"></p>'],
    [
      'a signature in the HTML',
      'No, thank you.',
      '<p>No, thank you.</p><p>Jane Roe, Orbit Works, 12 Long Lane, Springfield</p>',
    ],
    ['Japanese, wrapped elsewhere', '来週の火曜日に\nお話ししましょう。', '<p>来週の火曜日にお話ししましょう。</p>'],
  ])('the text is read when it says what the HTML says: %s', async (_, plain, rich) => {
    const mail = await parseMail(alternative(plain, rich));
    expect([mail.text.trim(), mail.hasTextPart]).toEqual([plain, true]);
  });

  test('a long text that says something else is read behind the HTML', async () => {
    const mail = await parseMail(alternative('Unrelated words of the quarter report. '.repeat(30), html));
    expect(mail.text.startsWith(words)).toBe(true);
    expect(mail.text).toContain('quarter report');
  });

  test('HTML in a part that is called plain text', async () => {
    const mail = await parseMail(rawMail({ 'Content-Type': 'text/plain' }, `<html><body>${html}</body></html>`));
    expect(mail.text.trim()).toBe(words);
  });
});

describe('character sets', () => {
  const text = 'Früher Termin, café um 10 – Grüße';
  const mail = (headers: Record<string, string>, body: Buffer) =>
    parseMail(Buffer.concat([Buffer.from(rawMail({ 'MIME-Version': '1.0', ...headers }, '')), body]));
  const latin = Buffer.from('Fr\xfcher Termin, caf\xe9 um 10 \x96 Gr\xfc\xdfe', 'latin1');
  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf8mb4', Buffer.from(text)],
    ['"utf-8;"', Buffer.from(text)],
    ['unknown-8bit', Buffer.from(text)],
    ['us-ascii', Buffer.from(text)],
    ['iso-8859-1', Buffer.from(text)],
    ['windows-1251', Buffer.from(text)],
    ['_iso-8859-1$ESC', Buffer.from(text)],
    ['utf-8', latin],
    ['us-ascii', latin],
    ['x-unknown', latin],
  ])('a text called %s (%#)', async (charset, body) => {
    expect((await mail({ 'Content-Type': `text/plain; charset=${charset}` }, body)).text.trim()).toBe(text);
  });

  test('a text that is called nothing', async () => {
    expect((await mail({ 'Content-Type': 'text/plain' }, latin)).text.trim()).toBe(text);
    expect((await mail({}, Buffer.from(text))).text.trim()).toBe(text);
  });

  test.each(['quoted-printable', 'base64'])('Latin-1 that is called UTF-8, in %s', async (encoding) => {
    const body =
      encoding === 'base64'
        ? latin.toString('base64')
        : [...latin].map((byte) => (byte > 126 ? `=${byte.toString(16)}` : String.fromCharCode(byte))).join('');
    const read = await mail(
      { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': encoding },
      Buffer.from(body),
    );
    expect(read.text.trim()).toBe(text);
  });

  test('one broken character in UTF-8 costs only itself', async () => {
    const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
    expect((await mail({ 'Content-Type': 'text/plain; charset=utf-8' }, damaged)).text.trim()).toBe(`${text}\ufffd`);
  });

  test('headers in raw UTF-8 beside one in Latin-1', async () => {
    const head = Buffer.concat([
      Buffer.from('From: Jürgen Groß <ada@acme.test>\r\nSubject: Früher Termin\r\nX-Note: '),
      Buffer.from('caf\xe9\r\n\r\nHi\r\n', 'latin1'),
    ]);
    const read = await parseMail(head);
    expect([read.from?.name, read.subject, read.headers.get('x-note')]).toEqual([
      'Jürgen Groß',
      'Früher Termin',
      ['café'],
    ]);
  });

  test('an encoded word with an unknown character set', async () => {
    const read = await parseMail(rawMail({ Subject: '=?utf8mb4?Q?Fr=C3=BCher_Termin?=' }, 'Hi'));
    expect(read.subject).toBe('Früher Termin');
  });
});

describe('transfer encodings', () => {
  const words = 'Please remove me from your list. We do not want any further emails about this, thank you.';
  const read = async (encoding: string, body: string) =>
    (
      await parseMail(
        rawMail(
          {
            'MIME-Version': '1.0',
            'Content-Type': 'text/plain; charset=utf-8',
            ...(encoding ? { 'Content-Transfer-Encoding': encoding } : {}),
          },
          body,
        ),
      )
    ).text.trim();
  const [first, ...rest] = base64(words).split('\r\n');

  test.each([
    ['a banner before it', `CAUTION: this email came from outside!\n\n${base64(words)}`],
    ['a footer behind it', `${base64(words)}\n\n--\nScanned by our gateway.\nDisclaimer\n`],
    ['a sentence in the middle', `${first}\nThis email was scanned for viruses by our gateway.\n${rest.join('\n')}`],
    ['spaces in its lines', base64(words).replace(/(.{30})/g, '$1 ')],
    ['no padding', base64(words).replaceAll('=', '')],
  ])('base64 with %s', async (_, body) => {
    expect(await read('base64', body)).toBe(words);
  });

  test.each([
    ['lower-case escapes', 'Fr=c3=bcher, caf=c3=a9', 'Früher, café'],
    ['spaces behind a soft line break', 'Please remo=  \nve me', 'Please remove me'],
    ['an escape broken by a line', 'caf=C3=A\n9', 'café'],
    ['a sign that is no escape', '2 = 3 - 1, 50 =% off', '2 = 3 - 1, 50 =% off'],
  ])('quoted-printable with %s', async (_, body, expected) => {
    expect(await read('quoted-printable', body)).toBe(expected);
  });

  test.each([
    ['base64', base64(words), words],
    ['quoted-printable', 'Please remo=\nve me, caf=C3=A9', 'Please remove me, café'],
    ['neither', 'Look at https://a.test/?a=20&b=3D', 'Look at https://a.test/?a=20&b=3D'],
  ])('a header that was lost: %s', async (_, body, expected) => {
    expect(await read('', body)).toBe(expected);
  });
});

describe('boundaries', () => {
  const html = '<p>Please remove me.</p>';
  test.each([
    ['no end', alternative('Please remove me.', html).replace('--B--', '')],
    ['no name', alternative('Please remove me.', html, 'multipart/alternative')],
    ['another name', alternative('Please remove me.', html, 'multipart/alternative; boundary="----=_Part"')],
    ['spaces behind it', alternative('Please remove me.', html).replace(/--B\r\n/g, '--B  \r\n')],
  ])('%s', async (_, raw) => {
    const mail = await parseMail(raw);
    expect([mail.text.trim(), mail.html?.trim()]).toEqual(['Please remove me.', html]);
  });
});

describe('what else gateways do', () => {
  test('a text in base64 that is called quoted-printable', async () => {
    const mail = rawMail(
      { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'quoted-printable' },
      Buffer.from('Please remove me from your list.').toString('base64'),
    );
    expect((await parseMail(mail)).text.trim()).toBe('Please remove me from your list.');
  });

  test('no empty line behind the header: the text begins with the first line that is no field', async () => {
    const mail = await parseMail(
      'From: kim@acme.test\r\nSubject: Re: a\r\n question\r\nPlease remove me from your list.\r\n',
    );
    expect([mail.subject, mail.text.trim()]).toEqual(['Re: a question', 'Please remove me from your list.']);
    const bare = await parseMail('From: kim@acme.test\r\nSubject: x\r\n');
    expect([bare.subject, bare.text]).toEqual(['x', '']);
  });

  test('a subject that was encoded twice', async () => {
    const twice = '=?utf-8?Q?=3D=3Futf-8=3FQ=3FGr=3DC3=3DBC=3DC3=3D9Fe=3F=3D?=';
    expect((await parseMail(`From: kim@acme.test\r\nSubject: ${twice}\r\n\r\nhi`)).subject).toBe('Grüße');
  });
});
