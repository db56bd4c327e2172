import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import { startMailWorld, type MailWorld, type MailWorldOptions } from '#sandbox/mail-world/world';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { mailboxDeps } from '#mailboxes/connections/mailboxes.deps';
import { openAttachment } from './open-attachment';
import { nextSendingAt, runDueSending, type SendingWorkerDeps } from '../sending-worker/sending-worker';
import { submitReserved } from './submit.store';

/** A step of a test's campaign; `others` are the texts of variants B, C ...; with a `metric` they are compared (AI_EQUAL). */
export interface TestStep {
  days: number;
  hours?: number;
  minutes?: number;
  subject: string;
  body: string;
  kind?: 'EMAIL' | 'MANUAL' | 'LINKEDIN';
  detail?: Record<string, unknown>;
  others?: string[];
  metric?: string;
}

/** A workspace with real mail servers around it, whose time moves only when the test says so. */
export interface SendingWorld {
  main: TestMain;
  me: SignedIn;
  mail: MailWorld;
  deps: SendingWorkerDeps;
  /** Reads the inboxes of mailboxes that have follow-ups to send, as the product does. */
  reading: SyncSteps;
  connect(
    email: string,
    settings?: { message_per_day?: number; min_time_to_wait_minutes?: number; time_zone?: string },
  ): Promise<number>;
  /** A running campaign of e-mail steps with these leads. */
  campaign(options: {
    mailboxIds: MailboxId[];
    leads: string[];
    steps?: TestStep[];
    settings?: Record<string, unknown>;
  }): Promise<number>;
  /** Jumps from one due instant to the next until the given campaign time. */
  runUntil(instant: number): Promise<void>;
  close(): Promise<void>;
}

export async function createSendingWorld(
  options: {
    after?: (world: SendingWorld) => Promise<void>;
    mail?: Pick<MailWorldOptions, 'tls' | 'verifyToken'>;
  } = {},
): Promise<SendingWorld> {
  const main = await createTestMain();
  const me = await main.signIn();
  const mail = await startMailWorld({
    store: createMemoryMailStore(),
    clock: main.clock,
    seed: 'sending',
    mode: 'stepped',
    concurrency: 1,
    ...options.mail,
  });
  const boxes = mailboxDeps(main.deps);
  const reading = createSyncSteps(inboxSyncDeps(main.deps));
  // In real time, whatever the test's clock says.
  let isReadOld = false;
  const ageing = setInterval(() => (isReadOld = true), 60_000);
  /** The instant for which reads count. */
  let readFor = main.clock.now();
  const deps: SendingWorkerDeps = {
    readInboxes: reading.readInboxes,
    db: main.deps.db,
    live: main.deps.live,
    clock: main.clock,
    now: () => main.clock.now(),
    realNow: () => main.realClock.now(),
    isSendingHeld: () => false,
    concurrency: 8,
    identityKey: derivePurposeKey(main.deps.masterKey, 'message-identity'),
    trackingKey: derivePurposeKey(main.deps.masterKey, 'tracking'),
    trackingBase: 'http://localhost:3000',
    smtpServer: boxes.servers.smtp,
    imapServer: boxes.servers.imap,
    readAttachment: (file) => openAttachment(main.deps.files, file),
    rules: boxes.rules,
    serverTimeout: 1000,
    log: main.deps.log,
  };
  const world: SendingWorld = {
    main,
    me,
    mail,
    deps,
    reading,
    async connect(email, settings = {}) {
      await mail.createMailbox({ email, password: 'right-password' });
      const { mailbox, report } = await main.asClient(mailboxesContract, me).create({
        body: {
          from_name: 'Rosa Kessler',
          from_email: email,
          username: email,
          password: 'right-password',
          smtp_host: '127.0.0.1',
          smtp_port: mail.smtp.port,
          smtp_port_type: 'NONE',
          imap_host: '127.0.0.1',
          imap_port: mail.imap.port,
          imap_port_type: 'NONE',
          // The caps of these tests hold from the first day.
          starts_gently: false,
          ...settings,
        },
      });
      if (!report.smtp.ok || !report.imap.ok) throw new Error(JSON.stringify(report));
      await reading.readInboxes([mailbox.id], 0);
      return mailbox.id;
    },
    async campaign({
      mailboxIds,
      leads,
      steps = [{ days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi {{first_name}}</p>' }],
      settings = {},
    }) {
      const one = async (sql: string, values: unknown[]) =>
        (await main.test.query<{ id: number }>(sql, values))[0]?.id as number;
      const given = {
        status: 'ACTIVE',
        sending_days: [1, 2, 3, 4, 5, 6, 7],
        window_start: '08:00',
        window_end: '18:00',
        min_time_btwn_emails: 10,
        next_trigger_at: new Date(main.clock.now()),
        ...settings,
      };
      const names = Object.keys(given);
      const id = await one(
        `insert into campaign (workspace_id, ${names.join(', ')})
          values ($1, ${names.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
        [me.workspaceId, ...Object.values(given)],
      );
      for (const mailboxId of mailboxIds)
        await main.test.query(
          'insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)',
          [me.workspaceId, id, mailboxId],
        );
      for (const [index, step] of steps.entries()) {
        const stepId = await one(
          `
            insert into sequence_step (
              workspace_id, campaign_id, seq_number, delay_days, delay_hours, delay_minutes, seq_type, detail,
                distribution, winning_metric, sample_percentage
            )
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            returning id
          `,
          [
            me.workspaceId,
            id,
            index + 1,
            step.days,
            step.hours ?? 0,
            step.minutes ?? 0,
            step.kind ?? 'EMAIL',
            JSON.stringify(step.detail ?? {}),
            step.metric ? 'AI_EQUAL' : 'MANUAL_EQUAL',
            step.metric ?? null,
            step.metric ? 20 : null,
          ],
        );
        for (const [place, body] of [step.body, ...(step.others ?? [])].entries())
          await main.test.query(
            `
              insert into step_variant (workspace_id, step_id, label, subject, email_body)
              values ($1, $2, $3, $4, $5)
            `,
            [me.workspaceId, stepId, String.fromCharCode(65 + place), step.subject, body],
          );
      }
      for (const email of leads) {
        const leadId = await one(
          `
            insert into lead (workspace_id, email, first_name, domain)
            values ($1, $2, $3, $4)
            on conflict (workspace_id, email)
            do update set first_name = excluded.first_name
            returning id
          `,
          [me.workspaceId, email, email.split(/[.+@]/)[0], email.split('@')[1]],
        );
        await main.test.query('insert into enrolment (workspace_id, campaign_id, lead_id) values ($1, $2, $3)', [
          me.workspaceId,
          id,
          leadId,
        ]);
      }
      return id;
    },
    async runUntil(instant) {
      for (;;) {
        if (isReadOld) {
          await reading.syncDueMailboxes();
          isReadOld = false;
        }
        // The test moved time, and what it put into the mailboxes has lain there for as long.
        if (main.clock.now() !== readFor) {
          await reading.outdateReads();
          readFor = main.clock.now();
        }
        await runDueSending(deps, 'test-worker');
        await mail.tick(main.clock.now());
        await options.after?.(world);
        const next = [await nextSendingAt(deps), mail.nextDueAt()].filter(
          (time): time is number => time !== null && time > main.clock.now(),
        );
        const target = Math.min(instant, ...next);
        if (target <= main.clock.now() || main.clock.now() >= instant) return;
        main.clock.set(target);
      }
    },
    async close() {
      clearInterval(ageing);
      await reading.close();
      await mail.close();
      await main.close();
    },
  };
  return world;
}

/** The campaign's next mail is SUBMITTING and its worker is gone. @returns how many mails that were */
export const dieBeforeTheDot = (world: SendingWorld, campaignId: CampaignId): Promise<number> =>
  dieAt(world, 'campaign_id', campaignId);
/** The same of a mailbox's next mail, whatever it belongs to. */
export const dieInMailbox = (world: SendingWorld, mailboxId: MailboxId): Promise<number> =>
  dieAt(world, 'mailbox_id', mailboxId);

async function dieAt(world: SendingWorld, column: 'campaign_id' | 'mailbox_id', id: number): Promise<number> {
  const smtpServer = world.deps.smtpServer;
  let died = 0;
  // Lands in the moment at which SUBMITTING is committed and nothing has reached the server.
  world.deps.smtpServer = async (workspaceId, mailboxId) => {
    const [held] = await world.main.test.query<{ id: string; fencing_token: string }>(
      `select id, fencing_token from intent where ${column} = $1 and mailbox_id = $2 and state = 'RESERVED'`,
      [id, mailboxId],
    );
    if (!held) return smtpServer(workspaceId, mailboxId);
    const mail = {
      subject: 'Hello',
      html: null,
      text: 'Hi',
      inReplyTo: null,
      references: [],
      links: [],
      spinChoice: 0,
    };
    const [refusal] = await submitReserved(
      world.deps.db,
      [{ claim: { intentId: held.id, token: held.fencing_token, mailboxId, workspaceId }, mail }],
      world.deps.now(),
      { isSendingHeld: false, mayWait: true },
    );
    if (refusal !== null) throw new Error(`The email may not leave: ${refusal}`);
    died += 1;
    throw new Error('The process is gone.');
  };
  for (let turns = 0; turns < 48 && died === 0; turns += 1) await world.runUntil(world.main.clock.now() + 1_800_000);
  world.deps.smtpServer = smtpServer;
  return died;
}

/** What left in the campaign's name and has no outcome is nobody's any more, and a server has had the time to take it. */
export async function endLeases(world: SendingWorld, campaignId: CampaignId): Promise<void> {
  await world.main.test.query(
    `
      update intent
      set leased_until = now() - interval '1 minute', submitting_at = now() - interval '1 day'
      where campaign_id = $1 and state = 'SUBMITTING'
    `,
    [campaignId],
  );
  await world.main.test.query(
    `
      update mailbox
      set lane_owner = null, lane_leased_until = null
      where id in (select mailbox_id from intent where campaign_id = $1)
    `,
    [campaignId],
  );
}

/** Until so many connections of the database wait for a lock. */
export async function waitingForLocks(world: SendingWorld, count: number): Promise<void> {
  for (let now = 0; now < count;) {
    const [row] = await world.main.test.query<{ count: number }>(
      `
        select count(*)::int as count
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `,
    );
    now = row?.count ?? 0;
  }
}
