import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { createSendingWorld, type SendingWorld } from '../delivery/testing';
import { createTestProvider, type TestProvider } from './testing';

const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
let provider: TestProvider;

beforeAll(async () => {
  world = await createSendingWorld();
  provider = await createTestProvider(world.main);
  world.deps.linkedIn = world.main.deps.linkedIn = provider.linkedIn;
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await provider.close();
  await world.close();
});

const run = (time: number) => world.runUntil(world.main.clock.now() + time);
/** Nine in the morning of the day after. */
const morning = () => world.runUntil(Math.floor(world.main.clock.now() / day) * day + day + 9 * hour);
const linkedIn = () => world.main.asClient(linkedInContract, world.me);
const connect = (name: string) => provider.connect(world.me, name);
const action = async (campaignId: number) =>
  (
    await world.main.test.query<{ state: string; note: string | null; performed_at: Date | null }>(
      'select * from linkedin_action where campaign_id = $1',
      [campaignId],
    )
  )[0];

/** Until the message was sent and nobody knows. */
async function untilActing(campaignId: number): Promise<void> {
  while ((await action(campaignId))?.state !== 'ACTING') await run(hour / 2);
}

/** A campaign that messages one connection of every account. */
async function campaign(name: string): Promise<number> {
  const campaignId = await world.campaign({
    mailboxIds: [await world.connect(`${name}@northlight.test`)],
    leads: [`silent.${name}@prospects.test`],
    steps: [
      { days: 0, kind: 'LINKEDIN', subject: '', body: '<p>Hello</p>', detail: { linkedin_type: 'MESSAGE' } },
      { days: 0, subject: 'Hello', body: '<p>Hi</p>' },
    ],
    settings: { min_time_btwn_emails: 60 },
  });
  provider.known.add(name);
  await world.main.test.query('update lead set linkedin_profile = $2 where email = $1', [
    `silent.${name}@prospects.test`,
    `https://linkedin.com/in/${name}`,
  ]);
  return campaignId;
}

test('what LinkedIn takes none of for now waits without using up the cap, and an answer that was lost is no second message', async () => {
  await connect('abe');
  provider.fault = () => Response.json({ type: 'errors/limit_exceeded', status: 422 }, { status: 422 });
  const campaignId = await campaign('abe');
  await morning();
  expect(await action(campaignId)).toMatchObject({
    state: 'WAITING',
    note: 'LinkedIn’s own limit for the account is reached.',
    performed_at: null,
  });
  provider.reset();
  provider.known.add('abe');
  provider.losesAnswers = true;
  await untilActing(campaignId);
  provider.losesAnswers = false;
  await run(day);
  expect(await action(campaignId)).toMatchObject({ state: 'DONE' });
  expect(provider.asked).toHaveLength(1);
});

test('what may have been done in the name of an account is done by no other when it is signed out', async () => {
  for (const { id } of (await linkedIn().listLinkedInAccounts({})).accounts)
    await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: id } });
  const id = await connect('amy');
  provider.losesAnswers = true;
  const campaignId = await campaign('amy');
  await untilActing(campaignId);
  provider.losesAnswers = false;
  await world.main.test.query(`update linkedin_account set state = 'INVALID' where id = $1`, [id]);
  await connect('other');
  await run(hour);
  expect(await action(campaignId)).toMatchObject({ state: 'ACTING', note: 'Its LinkedIn account is signed out.' });
  await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: id } });
  await run(2 * hour);
  expect(await action(campaignId)).toMatchObject({
    state: 'FAILED',
    note: 'Its LinkedIn account is gone, and it may have been done.',
  });
  expect(provider.asked).toHaveLength(1);
});
