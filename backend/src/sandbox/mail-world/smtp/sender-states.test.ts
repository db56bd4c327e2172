import { createTransport } from 'nodemailer';
import { sender, startTestWorld, type TestWorld } from '../testing/test-world';
import { everySenderState, senderStatePlan, senderStates } from './sender-states';

let test: TestWorld;
beforeAll(async () => {
  test = await startTestWorld();
});
afterAll(() => test.close());

/** On a connection of its own, as the product sends. */
async function send(): Promise<unknown> {
  const transport = createTransport({ ...test.world.smtp, auth: { user: sender.email, pass: sender.password } });
  try {
    return await transport.sendMail({ from: sender.email, to: 'silent.anna@prospects.test', text: 'Hello' });
  } finally {
    transport.close();
  }
}

it.each(everySenderState)('tells %s at %s to the mailboxes that are meant', async (state, stage) => {
  const before = test.world.record.count().mails;
  test.world.setSmtpFaults(senderStatePlan(state, { stage, isMeant: (mailbox) => mailbox === sender.email }));
  const [code, text] = senderStates[state][stage]!;
  await expect(send()).rejects.toEqual(
    expect.objectContaining({ responseCode: code, response: expect.stringContaining(text) as string }),
  );
  test.world.setSmtpFaults(senderStatePlan(state, { stage, isMeant: (mailbox) => mailbox !== sender.email }));
  await send();
  test.world.setSmtpFaults(null);
  expect(test.world.record.count().mails).toBe(before + 1);
});

it('refuses a stage at which no server tells a state', () => {
  expect(() => senderStatePlan('relay-denied', { stage: 'login' })).toThrow('does not tell relay-denied at login');
});
