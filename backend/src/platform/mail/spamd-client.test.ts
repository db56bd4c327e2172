import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createSpamChecker, readVerdict } from './spamd-client';

/** Debian's; `npm test` installs it where it is missing. */
const program = '/usr/sbin/spamd';
let spamd: ChildProcess;
let port: number;
let words = '';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => resolve(found));
    });
  });
const answers = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });

beforeAll(async () => {
  if (!existsSync(program)) throw new Error('spamd is missing: apt-get install spamassassin, or run npm test.');
  port = await freePort();
  spamd = spawn(
    program,
    ['--local', '--nouser-config', '--max-children', '1', '--listen', `127.0.0.1:${port}`, '--syslog', 'stderr'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    spamd.stderr?.on('data', (part: Buffer) => {
      words += part.toString();
      if (/server started|server pid/.test(words)) resolve();
    });
    spamd.on('exit', () => reject(new Error(`spamd ended: ${words.slice(-500)}`)));
  });
  expect(await answers()).toBe(true);
});
afterAll(() => void spamd?.kill('SIGTERM'));

const mail = (subject: string, text: string) =>
  Buffer.from(
    [
      'Received: from mail.northlight.test (mail.northlight.test [198.51.100.17]) by mx.test with ESMTPS; Mon, 16 Nov 2026 08:00:00 +0000',
      'From: Rosa <rosa@northlight.test>',
      'To: sam@prospects.test',
      `Subject: ${subject}`,
      'Message-ID: <one@northlight.test>',
      'Date: Mon, 16 Nov 2026 08:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n'),
  );

test('a real SpamAssassin names each rule with its points and its text', async () => {
  // 0: it may take its time.
  const check = createSpamChecker({ host: '127.0.0.1', port }, 0);
  // The test string that every SpamAssassin scores with 1000 points (GTUBE).
  const spam = await check(mail('Hello', 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'));
  expect(spam).toMatchObject({ isSpam: true, threshold: 5 });
  expect(spam.rules).toContainEqual({
    name: 'GTUBE',
    points: 1000,
    description: expect.stringMatching(/Unsolicited Bulk Email/),
  });
  const sum = spam.rules.reduce((total, { points }) => total + points, 0);
  expect(Math.abs(sum - spam.score)).toBeLessThan(0.5);

  const plain = await check(mail('A question about your docks', 'Hello Sam, do you plan the docks yourself?'));
  expect(plain).toMatchObject({ isSpam: false });
  expect(plain.score).toBeLessThan(5);
  for (const { name, description } of [...spam.rules, ...plain.rules]) {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/);
    expect(description).not.toBe('');
  }
});

test('an answer that is none is refused in plain words', () => {
  expect(() => readVerdict('HTTP/1.1 400 Bad Request\r\n\r\n')).toThrow('What answered is no spamd.');
  expect(() => readVerdict('SPAMD/1.1 76 Bad header line\r\n\r\n')).toThrow('SpamAssassin refused the mail: Bad.');
});
