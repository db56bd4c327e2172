import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';

import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createSyncSteps, inboxSyncDeps } from '#inbox/inbox-sync/sync-due';
import { claimMailboxes, renewLeases } from '#inbox/inbox-sync/sync-state.store';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readTime } from '#main/shell/sandbox/read-time';
import { nextTriggerAt } from '#sending/delivery/trigger.store';
import { nextSendingAt, runDueSending, sendingDeps } from '#sending/sending.api';
import { visitClock } from '../../server/visit-clock';
import { sandboxZone, startSandboxMail, type SandboxMail } from '../sandbox-mail';
import type { MailWorld } from '../mail-world/world';
import { endHistorySurely } from './begin-history';
import { createDemo, type Demo } from './demo';
import { ensureDemoAccount } from './demo-account';
import { historyMailboxes } from './story';

const day = 24 * 3_600_000;
const nora = { email: 'nora@getnorthlight.test', password: 'right-password' };
let main: TestMain;
let mail: SandboxMail;
let folder: string;
let demo: Demo;
let demoId: number;
let fresh: SignedIn;
/** Campaign time at which the product was started: the demo's month ends there. */
let start: number;
/** Where the demo's past ends by its mark: as soon as there is a demo, and when each of its mailboxes is made. */
let markedAtFirst: (number | null)[];
const markedAtMailboxes: (number | null)[] = [];

beforeAll(async () => {
  main = await createTestMain({ resolver: zoneResolver(sandboxZone) });
  mail = await startSandboxMail({ db: main.deps.db, clock: main.clock, origins: [] });
  folder = await mkdtemp(join(tmpdir(), 'skein-past-'));
  start = main.clock.now();
  const options = { main: main.deps, dataFolder: folder, publicUrl: 'http://localhost:3000', log: main.deps.log };
  await ensureDemoAccount({ ...options, mail });
  markedAtFirst = await marks();
  // A start that ended before the month was marked, or after it had failed.
  await main.test.query('update workspace set history_until = null');
  demo = await createDemo({ ...options, mail: { ...mail, mail: whileConnecting(mail.mail) } });
  mail.goLive();
  demoId = mail.past()?.workspaceId as number;
  fresh = await main.signIn();
  // Hours pass for everybody but the demo, whose month is being made.
  main.clock.advance(3 * 3_600_000);
});

afterAll(async () => {
  await demo.stop();
  await mail.close();
  await main.close();
  await rm(folder, { recursive: true, force: true });
});

const marks = async () =>
  (await main.test.query<{ until: Date | null }>('select history_until as until from workspace where is_demo')).map(
    ({ until }) => until && new Date(until).getTime(),
  );

const whileConnecting = (world: MailWorld): MailWorld => ({
  ...world,
  createMailbox: async (box) => {
    if (historyMailboxes.some(({ email }) => email === box.email)) markedAtMailboxes.push(...(await marks()));
    return world.createMailbox(box);
  },
});

const present = () => sendingDeps(main.deps, main.clock, () => false);
const acceptedFrom = (addresses: readonly string[]) => addresses.flatMap((login) => mail.mail.record.find({ login }));
const client = () => ({
  campaigns: main.asClient(campaignsContract, fresh),
  sequences: main.asClient(sequencesContract, fresh),
});

async function connectNora(): Promise<number> {
  await mail.mail.createMailbox({ ...nora, autoFileSent: true });
  const { mailbox } = await main.asClient(mailboxesContract, fresh).create({
    body: {
      from_name: 'Nora Brandt',
      from_email: nora.email,
      username: nora.email,
      password: nora.password,
      smtp_host: mail.mail.smtp.host,
      smtp_port: mail.mail.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: mail.mail.imap.host,
      imap_port: mail.mail.imap.port,
      imap_port_type: 'NONE',
      min_time_to_wait_minutes: 3,
      starts_gently: false,
    },
  });
  return mailbox.id;
}

async function draftCampaign(): Promise<number> {
  const { campaigns, sequences } = client();
  const { id } = await campaigns.createCampaign({ body: { name: 'First' } });
  const params = { campaignId: id };
  await sequences.saveSequence({
    params,
    body: {
      steps: [
        {
          seq_delay_details: { delayInDays: 0, delayInHours: 0, delayInMinutes: 0 },
          variants: [{ subject: 'A question', email_body: '<p>Do you read this?</p>' }],
        },
      ],
    },
  });
  await main
    .asClient(campaignMailboxesContract, fresh)
    .setCampaignMailboxes({ params, body: { mailbox_ids: [await connectNora()] } });
  await campaigns.saveSchedule({
    params,
    body: {
      timezone: 'Etc/GMT',
      days: [1, 2, 3, 4, 5, 6, 7],
      start_hour: '00:00',
      end_hour: '23:59',
      min_time_btwn_emails: 3,
      max_leads_per_day: 100,
    },
  });
  await main.asClient(campaignLeadsContract, fresh).addLeads({
    params,
    body: { leads: ['replies.ann', 'silent.bob', 'silent.cid'].map((name) => ({ email: `${name}@prospects.test` })) },
  });
  return id;
}

it('a workspace that signs up while the demo’s month is made tests, sends and hears replies, in its own time', async () => {
  const params = { campaignId: await draftCampaign() };
  const { campaigns, sequences } = client();
  const test = await sequences.sendTest({ params, body: { seq_number: 1, to: 'me@company.test' } });
  await main.runJobs();
  await runDueSending(present(), 'present');
  expect(await sequences.getTestMail({ params: { ...params, testMailId: test.id } })).toMatchObject({ state: 'SENT' });

  await campaigns.setStatus({ params, body: { action: 'START' } });
  while ((await sentOf(fresh.workspaceId)).length < 4) {
    await runDueSending(present(), 'present');
    main.clock.advance(60_000);
  }
  expect(mail.past()).not.toBeNull();
  for (const { acceptedAt } of acceptedFrom([nora.email])) expect(acceptedAt).toBeGreaterThan(start);

  main.clock.advance(2 * day);
  const reading = createSyncSteps(inboxSyncDeps(main.deps));
  while (!(await hasReplied())) await reading.syncDueMailboxes({ workspaceId: fresh.workspaceId });
  await reading.close();
});

it('the month is made meanwhile, in its own time, and the engine of the present leaves the demo alone', async () => {
  while ((await sentOf(demoId)).length < 5) await turn();
  for (const at of await sentOf(demoId)) expect(at).toBeLessThan(start);
  for (const { acceptedAt } of acceptedFrom(historyMailboxes.map(({ email }) => email)))
    expect(acceptedAt).toBeLessThan(start);
  // What is due in the demo is long past for the present, and still not its own to do, or to wake for.
  expect((await nextSendingAt(present())) ?? Infinity).toBeGreaterThan(start);
  const claimed = await claimMailboxes(main.deps.db, 'present', 100);
  expect(claimed.map(({ workspace_id: id }) => id)).toEqual([fresh.workspaceId]);
});

it('the demo is in its past before it has a mailbox', () => {
  expect(markedAtFirst).toEqual([start]);
  expect(markedAtMailboxes).toEqual(historyMailboxes.map(() => start));
});

it('a process of the present that holds mailboxes of the demo lets go of them', async () => {
  await main.test.query(`update mailbox set sync_owner = 'present'`);
  const held = await main.test.query<{ id: number; workspace_id: number }>('select id, workspace_id from mailbox');
  const kept = await renewLeases(
    main.deps.db,
    'present',
    held.map(({ id }) => id),
  );
  const ours = held.filter(({ workspace_id: id }) => id === fresh.workspaceId);
  expect(kept).toEqual(new Set(ours.map(({ id }) => id)));
});

it('what is due elsewhere for ages is not planned in the past', async () => {
  await main.test.query(
    `update campaign set status = 'ACTIVE', next_trigger_at = 'epoch', updated_at = now() where workspace_id = $1`,
    [fresh.workspaceId],
  );
  const clock = mail.past()?.clock as { now: () => number };
  expect(await nextTriggerAt(main.deps.db, clock.now())).not.toBe(0);
  expect(await nextTriggerAt(main.deps.db, main.clock.now())).toBe(0);
});

it('what a killed process left of the month is settled in the month', async () => {
  const intentId = await intentOf(demoId);
  await main.test.query(
    `
      update intent
      set state = 'SUBMITTING', sent_at = null, leased_until = now() - interval '1 minute',
        submitting_at = now() - interval '1 day'
      where id = $1
    `,
    [intentId],
  );
  const left = async () =>
    (
      await main.test.query<{ state: string; last_send_at: Date }>(
        'select i.state, m.last_send_at from intent i join mailbox m on m.id = i.mailbox_id where i.id = $1',
        [intentId],
      )
    )[0] as { state: string; last_send_at: Date };
  while ((await left()).state !== 'SENT') await turn();
  expect(new Date((await left()).last_send_at).getTime()).toBeLessThan(start);
});

it('opens and clicks are noted in the time of the email that they are of', async () => {
  const now = visitClock(main.deps.db, main.clock, mail);
  expect(await now(await intentOf(demoId))).toBeLessThan(start);
  expect(await now(await intentOf(fresh.workspaceId))).toBe(main.clock.now());
});

it('the demo is told what it waits for, nobody else is', async () => {
  const deps = { ...main.deps, sandbox: mail.world };
  const state = async (workspaceId: number) => (await readTime(deps, workspaceId)).history.state;
  expect([await state(demoId), await state(fresh.workspaceId)]).toEqual(['running', 'none']);
});

it('the end of the past is noted until it stands', async () => {
  await main.test.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger refuse before update of history_until on workspace for each row execute function refuse()
  `);
  await demo.stop();
  const troubles: unknown[] = [];
  await endHistorySurely({
    main: main.deps,
    mail,
    workspaceId: demoId,
    isStopped: () => false,
    onTrouble: (error) => {
      troubles.push(error);
      void main.test.query('drop trigger refuse on workspace');
    },
  });
  expect(troubles).toHaveLength(1);
  expect(await marks()).toEqual([null]);
});

async function sentOf(workspaceId: number): Promise<number[]> {
  const rows = await main.test.query<{ sent_at: Date }>(
    `select sent_at from intent where workspace_id = $1 and state = 'SENT'`,
    [workspaceId],
  );
  return rows.map((row) => new Date(row.sent_at).getTime());
}

const intentOf = async (workspaceId: number): Promise<bigint> =>
  BigInt(
    (
      await main.test.query<{ id: string }>('select max(id) as id from intent where workspace_id = $1', [workspaceId])
    )[0]?.id as string,
  );

const hasReplied = async (): Promise<boolean> =>
  (
    await main.test.query('select from enrolment where workspace_id = $1 and first_reply_at is not null', [
      fresh.workspaceId,
    ])
  ).length > 0;
