import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expectLinear } from '@skein/testing/growth';
import { parseAddresses } from '../mime/parse-addresses';
import { parseStructure } from '../mime/parse-structure';
import { readableText } from '../mime/readable-text';
import { bodyStructureText, envelopeText } from './body-structure';
import { parseSection } from './body-section';
import { sender, startTestWorld, type TestWorld } from '../testing/test-world';

let test: TestWorld;
beforeAll(async () => {
  test = await startTestWorld({ maximumMailBytes: 50_000 });
});
afterAll(() => test.close());

/** Speaks raw bytes and collects the answer until it matches or the server hangs up. */
async function speak(input: (string | Buffer)[], until: RegExp): Promise<{ text: string; isClosed: boolean }> {
  const socket: Socket = connect(test.world.imap.port, test.world.imap.host);
  let text = '';
  const done = new Promise<boolean>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (until.test(text)) resolve(false);
    });
    socket.on('close', () => resolve(true));
    socket.on('error', () => resolve(true));
  });
  for (const piece of input) socket.write(piece);
  const isClosed = await done;
  socket.destroy();
  return { text, isClosed };
}

const login = `a LOGIN ${sender.email} "${sender.password}"\r\n`;

it('answers BAD to what is no command and goes on', async () => {
  const { text } = await speak(['\r\n', 'x\r\n', 'b FROB\r\n', 'c LOGIN (((\r\n', 'd NOOP\r\n'], /d OK/);
  expect(text).toContain('b BAD');
  expect(text).toContain('c BAD');
});

it('ends a connection that guesses passwords', async () => {
  const { text, isClosed } = await speak(
    Array.from({ length: 6 }, (_none, index) => `t${index} LOGIN ${sender.email} nope\r\n`),
    /never/,
  );
  expect(isClosed).toBe(true);
  expect(text.match(/AUTHENTICATIONFAILED/g)).toHaveLength(5);
  expect(text).toContain('* BYE');
});

it('bounds lines and literals, before and after login', async () => {
  expect(await speak(['x'.repeat(40_000)], /never/)).toMatchObject({
    isClosed: true,
    text: expect.stringContaining('BYE Command line too long'),
  });
  expect((await speak(['a LOGIN {999999999}\r\n'], /a NO/)).text).toContain('TOOBIG');
  const refused = await speak(
    [login, 'b APPEND INBOX {60000+}\r\n', Buffer.alloc(60_000, 65), '\r\n', 'c STATUS INBOX (MESSAGES)\r\n'],
    /c OK/,
  );
  expect(refused.text).toContain('b NO [TOOBIG]');
  expect(refused.text).toContain('MESSAGES 0');
  expect((await speak([login, 'b APPEND INBOX {4000000000+}\r\n'], /never/)).isClosed).toBe(true);
});

it('needs a login for everything that reads mail', async () => {
  for (const command of [
    'select inbox',
    'LIST "" *',
    'FETCH 1 BODY[]',
    'UID SEARCH ALL',
    'APPEND INBOX {1+}\r\nx',
    'IDLE',
  ]) {
    expect((await speak([`q ${command}\r\n`], /q (BAD|NO|OK)/)).text).toMatch(/q BAD/);
  }
});

it('accepts pipelined and split commands, SASL with and without an initial response, and a plain IDLE', async () => {
  const plain = Buffer.from(`\u0000${sender.email}\u0000${sender.password}`).toString('base64');
  const { text } = await speak(
    [`a AUTHENTICATE PLAIN\r\n${plain}\r\nb SELECT INBOX\r\nc ID`, 'LE\r\n', 'DONE\r\nd NOOP\r\n'],
    /d OK/,
  );
  expect(text).toMatch(/a OK[\s\S]*b OK[\s\S]*\+ idling[\s\S]*c OK IDLE[\s\S]*d OK/);
  expect((await speak([`a AUTHENTICATE PLAIN ${plain}\r\n`], /a (OK|NO|BAD)/)).text).toContain('a OK');
});

it('survives random bytes and half commands', async () => {
  const words = fc.constantFrom(
    'a',
    ' ',
    '\r\n',
    '(',
    ')',
    '"',
    '{3}\r\n',
    '{2+}\r\n',
    'UID ',
    'FETCH ',
    'SEARCH ',
    'STORE ',
    'COPY ',
    '1:*',
    'BODY[',
    ']',
    '<0.1>',
    'NOT ',
    'OR ',
    'HEADER ',
    'select inbox',
    'IDLE',
    'DONE',
    '\\Seen',
    'APPEND INBOX',
    '\u0000',
    'ÿ',
    '*',
    ',',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 40 }), fc.uint8Array({ maxLength: 200 }), async (pieces, noise) => {
      await speak(
        [
          login,
          's SELECT INBOX\r\n',
          pieces.join(''),
          Buffer.from(noise),
          '\r\n)\r\nzz LOGOUT\r\n',
          '\r\nDONE\r\nzz LOGOUT\r\n'.repeat(6),
        ],
        /zz OK|BYE/,
      );
    }),
    { numRuns: 60 },
  );
  expect((await speak([login], /a OK/)).text).toContain('a OK');
});

it('describes any bytes as a mail without failing', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: multipart/mixed; boundary="b',
      '--b',
      '--b--',
      '',
      'Content-Type: message/rfc822',
      'From: "a\\',
      'To: <<>>,;:(',
      'Content-Type: /',
      ' folded',
      ':',
      'Subject: =?utf-8?b?',
    ),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const raw = Buffer.from(lines.join('\r\n'));
      const structure = parseStructure(raw);
      expect(bodyStructureText(raw, structure, true)).toMatch(/^\(/);
      expect(envelopeText(structure.fields)).toMatch(/^\(/);
      readableText(raw, true);
    }),
    { numRuns: 500 },
  );
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseAddresses(text)));
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => void parseSection(text, text)));
});

const part = '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
it.each<[string, number, (size: number) => unknown]>([
  [
    'parts in parts',
    1_000_000,
    (size) => {
      const nested = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(size / part.length)}`);
      return bodyStructureText(nested, parseStructure(nested), true);
    },
  ],
  ['comments in addresses', 200_000, (size) => parseAddresses('('.repeat(size))],
  ['begun addresses', 200_000, (size) => parseAddresses('<'.repeat(size))],
  [
    'spaces before the end of a line',
    500_000,
    (size) =>
      readableText(Buffer.from(`Content-Transfer-Encoding: quoted-printable\r\n\r\n${' '.repeat(size)}=`), true),
  ],
])('reads %s in linear time', (_, limit, read) => expectLinear(read, limit));
