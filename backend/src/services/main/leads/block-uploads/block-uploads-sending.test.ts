import { Readable } from 'node:stream';
import { blockUploadsContract } from '@skein/contracts/main/block-uploads.contract';
import { whoIs } from '#campaigns/setup/testing';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createBlockUpload } from './create-block-upload';
import { blockNow } from './testing';

const hour = 3_600_000;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const begin = async (text: string) => {
  const view = await createBlockUpload(world.main.deps, whoIs(world.me), {
    fileName: 'blocked.txt',
    content: Readable.from([Buffer.from(text)]),
  });
  await world.main
    .asClient(blockUploadsContract, world.me)
    .startBlockUpload({ params: { blockUploadId: view.id }, body: { column: 0 } });
  return view.id;
};
const states = async (campaignId: number) =>
  (
    await world.main.test.query<{ state: string }>('select state from intent where campaign_id = $1 order by id', [
      campaignId,
    ])
  ).map((row) => row.state);
const statuses = async (campaignId: number) =>
  (
    await world.main.test.query<{ status: string }>('select status from enrolment where campaign_id = $1 order by id', [
      campaignId,
    ])
  ).map((row) => row.status);

test('a mail that is on its way to the server does not leave once its address is on the list, even before its lead is stopped', async () => {
  const mailboxId = await world.connect('rosa@northlight.test');
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['silent.race@prospects.test'] });
  const before = world.mail.record.count().mails;
  const smtpServer = world.deps.smtpServer;
  // The process of the upload dies between its commit and the stop of the leads, while the connection to the mail server is being opened.
  let published = 0;
  const { main } = world;
  const dying = {
    ...main.deps,
    live: {
      ...main.deps.live,
      publish: async (...given: Parameters<typeof main.deps.live.publish>) => {
        if (++published === 2) throw new Error('killed');
        return main.deps.live.publish(...given);
      },
    },
  };
  const job = await begin('silent.race@prospects.test\n');
  let died: unknown;
  world.deps.smtpServer = async (...given) => {
    if (died === undefined) died = await blockNow(main, job, dying).catch((error: Error) => error.message);
    return smtpServer(...given);
  };
  await world.runUntil(main.clock.now() + 2 * hour);
  world.deps.smtpServer = smtpServer;
  expect(died).toBe('killed');
  expect(world.mail.record.count().mails).toBe(before);
  expect(await states(campaignId)).toEqual(['CANCELLED']);
  await blockNow(main, job);
  expect(await statuses(campaignId)).toEqual(['BLOCKED']);
});

test('what is reserved for a domain of an upload is cancelled in a running campaign, and nothing leaves to it from then on', async () => {
  const mailboxId = await world.connect('dan@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [1, 2, 3].map((index) => `silent.dom${index}@prospects.test`),
  });
  let now: string[] = [];
  // Until one mail has left and the next one is reserved.
  for (let turns = 0; turns < 60 && !['SENT', 'RESERVED'].every((state) => now.includes(state)); turns += 1) {
    await world.runUntil(world.main.clock.now() + 4 * 60_000);
    now = await states(campaignId);
  }
  const open = (await statuses(campaignId)).filter((status) => status !== 'COMPLETED').length;
  const before = world.mail.record.count().mails;
  const job = await begin('prospects.test\n');
  await blockNow(world.main, job);
  const view = await world.main
    .asClient(blockUploadsContract, world.me)
    .getBlockUpload({ params: { blockUploadId: job } });
  expect(view).toMatchObject({ status: 'COMPLETED', leads_blocked: open, emails_cancelled: 1 });
  expect(open).toBeGreaterThan(0);
  await world.runUntil(world.main.clock.now() + 24 * hour);
  expect(world.mail.record.count().mails).toBe(before);
  expect(await states(campaignId)).not.toContain('RESERVED');
  expect(await statuses(campaignId)).toEqual([
    ...Array.from({ length: 3 - open }, () => 'COMPLETED'),
    ...Array.from({ length: open }, () => 'BLOCKED'),
  ]);
});
