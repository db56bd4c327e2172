import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { createSpamChecker, readVerdict } from '#platform/mail/spamd-client';
import { readyCampaign } from '../setup/testing';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

/** Speaks what spamd speaks on its socket: reads a REPORT of the length it names, answers once and hangs up. */
function startSpamd(report: (mail: string) => string): Promise<Server> {
  const server = createServer((socket) => {
    let got = Buffer.alloc(0);
    socket.on('data', (part) => {
      got = Buffer.concat([got, part]);
      const head = got.indexOf('\r\n\r\n');
      const length = Number(
        /content-length: (\d+)/i.exec(got.toString('latin1', 0, Math.max(0, head)))?.[1] ?? Infinity,
      );
      if (head < 0 || got.length < head + 4 + length) return;
      if (!got.toString('latin1').startsWith('REPORT SPAMC/1.5\r\n')) socket.end('SPAMD/1.0 76 Bad header line\r\n');
      else socket.end(report(got.toString('utf8', head + 4)));
    });
    socket.on('error', () => undefined);
  });
  return once(server.listen(0, '127.0.0.1'), 'listening').then(() => server);
}

const answerOf = (mail: string): string => {
  const hot = mail.includes('million dollars');
  const text = [
    'Spam detection software, running on the system "filter",',
    'has NOT identified this incoming email as spam.',
    '',
    `Content analysis details:   (${hot ? '6.3' : '0.8'} points, 5.0 required)`,
    '',
    ' pts rule name              description',
    '---- ---------------------- --------------------------------------------------',
    '-0.0 NO_RELAYS              Informational: message was not relayed via SMTP',
    ...(hot
      ? [' 5.5 MILLION_USD            BODY: Talks about millions of', '                            dollars']
      : []),
    ' 0.8 HTML_IMAGE_ONLY_08     BODY: HTML: images with 400-800 bytes of words',
    '',
  ].join('\n');
  return `SPAMD/1.1 0 EX_OK\r\nContent-length: ${Buffer.byteLength(text)}\r\nSpam: ${hot ? 'True ; 6.3' : 'False ; 0.8'} / 5.0\r\n\r\n${text}`;
};

let main: TestMain;
let me: SignedIn;
let spamd: Server;
let campaignId: number;
const spamAddress = () => ({ host: '127.0.0.1', port: (spamd.address() as AddressInfo).port });

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  spamd = await startSpamd(answerOf);
  campaignId = (await readyCampaign(main, me, ['ada@spam.test'])).id;
});
afterAll(async () => {
  spamd.close();
  await main.close();
});

const check = (body: string) =>
  main
    .asClient(sequencesContract, me)
    .checkSpam({ params: { campaignId }, body: { seq_number: 1, draft: { subject: 'Docks', email_body: body } } });

it('says what SpamAssassin found in the text as the lead gets it, rule by rule', async () => {
  main.deps.spamChecker = createSpamChecker(spamAddress());
  expect(await check('<p>Hello {{first_name}}</p>')).toMatchObject({
    checker: 'SPAMASSASSIN',
    score: 0.8,
    threshold: 5,
    is_spam: false,
  });
  expect(await check('<p>{million dollars|million dollars}</p>')).toMatchObject({
    score: 6.3,
    is_spam: true,
    rules: [
      { name: 'NO_RELAYS', points: 0 },
      { name: 'MILLION_USD', points: 5.5, description: 'BODY: Talks about millions of dollars' },
      { name: 'HTML_IMAGE_ONLY_08', points: 0.8 },
    ],
  });
});

it('stands aside where no filter is set up, or where it is away', async () => {
  main.deps.spamChecker = null;
  expect(await check('<p>Hi</p>')).toEqual({ checker: null, score: null, threshold: null, is_spam: null, rules: [] });
  const gone = await startSpamd(() => '');
  const { port } = gone.address() as AddressInfo;
  await new Promise((done) => gone.close(done));
  main.deps.spamChecker = createSpamChecker({ host: '127.0.0.1', port });
  expect(await check('<p>Hi</p>')).toMatchObject({ checker: null });
});

it('tells an answer of spamd from others, and a refusal from a verdict', () => {
  expect(() => readVerdict('220 mail ESMTP\r\n')).toThrow('What answered is no spamd.');
  expect(() => readVerdict('SPAMD/1.0 74 EX_IOERR\r\n\r\n')).toThrow('SpamAssassin refused the mail: EX_IOERR.');
  expect(readVerdict('SPAMD/1.1 0 EX_OK\r\nSpam: False ; -1.5 / 5.0\r\n\r\n')).toEqual({
    score: -1.5,
    threshold: 5,
    isSpam: false,
    rules: [],
  });
});
