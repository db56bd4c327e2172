import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { eventually } from '#sandbox/mail-world/testing/test-world';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { startInboxSync } from './inbox-sync.worker';
import { inboxSyncDeps } from './sync-due';

let world: SendingWorld;
let box: number;
let enrolments: { id: number; email: string; message_id: string }[];
const workers: { stop: () => Promise<void> }[] = [];

beforeAll(async () => {
  world = await createSendingWorld();
  box = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({
    mailboxIds: [box],
    leads: [1, 2, 3, 4].map((number) => `lead${number}@elsewhere.test`),
    settings: { min_time_btwn_emails: 3 },
  });
  await world.runUntil(world.main.clock.now() + 3_600_000);
  enrolments = await world.main.test.query(
    `
      select e.id, l.email, e.last_message_id as message_id
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.campaign_id = $1
      order by e.id
    `,
    [campaignId],
  );
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await world.close();
});

function start() {
  const worker = startInboxSync({
    ...inboxSyncDeps(world.main.deps),
    clock: { scale: () => 60 },
    // Never while a test runs: what comes is read because the server tells of it, or not at all.
    fullReadEvery: () => 24 * 3_600_000,
  });
  workers.push(worker);
  return worker;
}

async function answer(index: number): Promise<void> {
  const lead = enrolments[index] as { email: string; message_id: string };
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  await transport.sendMail({
    from: lead.email,
    to: 'rosa@northlight.test',
    subject: 'Re: Hello',
    text: 'Fine.',
    inReplyTo: lead.message_id,
  });
  transport.close();
}

/** Waits until the reply is recorded. */
const recorded = (index: number): Promise<void> =>
  eventually(
    async () =>
      (
        await world.main.test.query('select 1 from enrolment where id = $1 and reply_count > 0', [
          enrolments[index]?.id,
        ])
      ).length === 1,
  );

const owner = async () =>
  (await world.main.test.query<{ sync_owner: string | null }>('select sync_owner from mailbox where id = $1', [box]))[0]
    ?.sync_owner;

test('what came during an outage is read at the start, and what comes then is told by the server', async () => {
  await answer(0);
  start();
  await recorded(0);
  // Connected and waiting: the server tells of the next one.
  await eventually(
    async () =>
      (await world.main.test.query('select 1 from mailbox where id = $1 and last_synced_at is not null', [box]))
        .length === 1,
  );
  await answer(1);
  await recorded(1);
});

test('a broken connection is made again without a word', async () => {
  world.mail.dropImapConnections();
  await answer(2);
  await recorded(2);
  expect(await world.main.test.query('select sync_error from mailbox where id = $1', [box])).toEqual([
    { sync_error: null },
  ]);
});

test('a mailbox is synced by one worker, and by another when that one stops', async () => {
  const [first] = workers as [ReturnType<typeof start>];
  const second = start();
  await eventually(async () => (await owner()) === first.worker);
  await first.stop();
  await eventually(async () => (await owner()) === second.worker);
  await answer(3);
  await recorded(3);
});

test('a worker that is stopped while it claims mailboxes gives them back', async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const holder = new Client({ connectionString: world.main.test.url });
  await holder.connect();
  await holder.query('begin; lock table mailbox in access exclusive mode');
  const worker = start();
  await eventually(async () => {
    const waiting = await world.main.test.query(
      `
        select 1
        from pg_stat_activity
        where datname = current_database()
          and wait_event_type = 'Lock'
          and query like '%set sync_owner = $1, sync_leased_until%'
      `,
    );
    return waiting.length === 1;
  });
  const stopped = worker.stop();
  await holder.query('rollback');
  await holder.end();
  await stopped;
  expect(await owner()).toBeNull();
});
