import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { SmtpFailure } from './smtp-failure';
import { defaultRules } from './mail-server';
import { submitMail } from './submit-mail';

/** What the server took, by recipient. */
const taken: string[][] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onAuth: (_, __, done) => done(null, { user: 'x' }),
  onRcptTo: ({ address }, _, done) =>
    address.startsWith('gone')
      ? done(Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 }))
      : done(),
  onData(stream, session, done) {
    stream.resume().on('end', () => {
      taken.push(session.envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise<void>((done) => server.close(done)));
beforeEach(() => {
  taken.length = 0;
});

const submit = (to: string[]) =>
  submitMail({
    server: {
      host: '127.0.0.1',
      port: (server.server.address() as AddressInfo).port,
      portType: 'NONE',
      username: 'rosa@northlight.test',
      credential: { kind: 'password', password: 'right-password' },
    },
    rules: { ...defaultRules, allowPrivateAddresses: true },
    envelope: { from: 'rosa@northlight.test', to, envelopeId: 'e1' },
    content: Buffer.from('From: rosa@northlight.test\r\nTo: x@lead.test\r\nSubject: x\r\n\r\nHello\r\n'),
    beforeFinalDot: () => Promise.resolve(),
  });

test('an email whose lead is refused is a refusal, and its copies do not leave alone', async () => {
  const failure = await submit(['gone@lead.test', 'crm@bcc.test']).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SmtpFailure);
  expect(failure).toMatchObject({ failureClass: 'refused', stage: 'rcpt', code: 550 });
  expect(taken).toEqual([]);
});

test('a copy that is refused holds nothing up', async () => {
  expect(await submit(['ada@lead.test', 'gone@bcc.test'])).toMatchObject({
    response: expect.stringMatching(/^250/) as string,
  });
  expect(taken).toEqual([['ada@lead.test']]);
});
