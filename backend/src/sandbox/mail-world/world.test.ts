import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { createMemoryMailStore } from './store/memory.store';
import type { MailChange, MailStore } from './store/mail-store';
import { createPostgresMailStore } from './store/postgres.store';
import { eventually, hour, sender, startTestWorld } from './testing/test-world';
import { startMailWorld } from './world';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  // The product's own pool of the role that sees all workspaces: what the sandbox is given at run time.
  pool = database.database.pools.system;
});
afterAll(async () => {
  await database.drop();
});

async function emptyTables(): Promise<void> {
  await database.query(
    'truncate sandbox.mail_account, sandbox.mail_folder, sandbox.mail_content, sandbox.mail_message, sandbox.smtp_record, sandbox.prospect_conversation, sandbox.prospect_reaction, sandbox.prospect_violation',
  );
}

describe.each([
  ['memory', () => createMemoryMailStore()],
  ['PostgreSQL', () => createPostgresMailStore(pool)],
] as const)('kept in %s', (_name, createStore) => {
  let store: MailStore;
  beforeEach(async () => {
    await emptyTables();
    store = createStore();
  });

  it('loses nothing over a restart: mails, numbers, flags, record, and reactions still to come', async () => {
    const first = await startTestWorld({ store });
    const before = await first.imap();
    await before.append(
      'INBOX',
      'Subject: =?utf-8?q?caf=C3=A9?=\r\nMessage-ID: <kept@x.test>\r\n\r\nnul \u0000 and ü\r\n',
      ['\\Seen', '$Label'],
    );
    await before.append('INBOX', 'Subject: gone\r\n\r\nx\r\n');
    await before.mailboxOpen('INBOX');
    await before.messageDelete('2', { uid: true });
    await before.mailboxCreate('Kunden');
    await before.mailboxRename('Kunden', 'Clients');
    await first.send({
      to: 'replies.anna@prospects.test',
      messageId: '<one@acme.test>',
      dsn: { id: 'e-1', return: 'headers', notify: ['failure'], recipient: 'replies.anna@prospects.test' },
    });
    const waiting = first.world.waitingReactions();
    const nextDueAt = first.world.nextDueAt();
    expect(waiting).toBeGreaterThan(0);
    await before.mailboxOpen('INBOX');
    const status = await before.status('INBOX', {
      uidNext: true,
      uidValidity: true,
      highestModseq: true,
      messages: true,
    });
    await first.close();

    const second = await startTestWorld({ store });
    try {
      expect(second.world.waitingReactions()).toBe(waiting);
      expect(second.world.nextDueAt()).toBe(nextDueAt);
      expect(second.world.record.find()).toMatchObject([
        { id: 1, messageId: '<one@acme.test>', envelopeId: 'e-1', login: sender.email },
      ]);
      const after = await second.imap();
      expect(
        await after.status('INBOX', { uidNext: true, uidValidity: true, highestModseq: true, messages: true }),
      ).toEqual(status);
      expect((await after.list()).map((folder) => folder.path)).toContain('Clients');
      await after.mailboxOpen('INBOX');
      const kept = await after.fetchOne('1', { flags: true, source: true }, { uid: true });
      expect(kept && [...(kept.flags ?? [])]).toEqual(['\\Seen', '$Label']);
      await second.world.tick(second.clock.time + 4 * hour);
      expect((await second.mails()).map((mail) => mail.uid)).toEqual([1, 3]);
      await second.send({
        to: 'replies.anna@prospects.test',
        inReplyTo: '<one@acme.test>',
        references: '<one@acme.test>',
      });
    } finally {
      await second.close();
    }
    const third = await startTestWorld({ store });
    expect(third.world.violations()).toMatchObject([{ kind: 'after-reply', certain: true }]);
    await third.close();
  });

  it('takes a campaign of thousands, each once', async () => {
    const mails = 1_500;
    const test = await startTestWorld({ store });
    try {
      let next = 0;
      const lane = async () => {
        while (next < mails) {
          next += 1;
          await test.send({
            to: `${next % 4 === 0 ? 'replies' : 'silent'}.lead${next}@prospects.test`,
            messageId: `<bulk-${next}@acme.test>`,
            html: '<p>Hello</p>',
            text: 'Hello',
          });
        }
      };
      await Promise.all(Array.from({ length: 10 }, lane));
      await test.world.tick(test.clock.time + 4 * hour);
      expect(test.world.record.count({ login: sender.email })).toMatchObject({ mails, distinctMessageIds: mails });
      expect(test.world.record.duplicates()).toEqual([]);
      const client = await test.imap();
      expect(await client.status('INBOX', { messages: true })).toMatchObject({ messages: mails / 4 });
    } finally {
      await test.close();
    }
  });

  it('lets only one process use it at a time', async () => {
    const first = await startTestWorld({ store });
    await expect(startTestWorld({ store: _name === 'memory' ? store : createPostgresMailStore(pool) })).rejects.toThrow(
      /already/,
    );
    await first.close();
    const second = await startTestWorld({ store });
    await second.close();
  });
});

it('goes on after PostgreSQL cut its connections', async () => {
  await emptyTables();
  const test = await startTestWorld({ store: createPostgresMailStore(pool) });
  try {
    await test.send({ to: 'silent.a@prospects.test' });
    await database.query(
      `
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
      `,
    );
    await test.send({ to: 'silent.b@prospects.test' });
    expect(await database.query('select id from sandbox.smtp_record order by id')).toHaveLength(2);
  } finally {
    await test.close();
  }
});

it('answers 451 and NO while the store fails, and repeats no answer that was delivered already', async () => {
  const inner = createMemoryMailStore();
  let refuses: (changes: MailChange[]) => boolean = () => false;
  const store: MailStore = {
    ...inner,
    commit: (changes) => (refuses(changes) ? Promise.reject(new Error('disk full')) : inner.commit(changes)),
  };
  const test = await startTestWorld({ store });
  try {
    refuses = () => true;
    await expect(test.send({ to: 'silent@prospects.test' })).rejects.toMatchObject({ responseCode: 451 });
    const client = await test.imap();
    await expect(client.append('INBOX', 'Subject: x\r\n\r\nx')).rejects.toMatchObject({
      serverResponseCode: 'UNAVAILABLE',
    });
    expect(test.world.record.count().mails).toBe(0);
    refuses = () => false;
    await test.send({ to: 'replies.gina@prospects.test' });
    refuses = (changes) => changes.some((change) => change.type === 'delete-reaction');
    await test.world.tick(test.clock.time + 3.9 * hour);
    refuses = () => false;
    await test.world.tick(test.clock.time + 8 * hour);
    expect(await test.mails()).toHaveLength(1);
    expect(test.world.record.find({ recipient: sender.email })).toHaveLength(1);
    expect(test.world.waitingReactions()).toBe(0);
  } finally {
    await test.close();
  }
});

it('does in the live mode by itself what is due', async () => {
  const test = await startTestWorld({ mode: 'live', pollMilliseconds: 5 });
  try {
    await test.send({ to: 'ooo.dora@prospects.test' });
    expect(test.world.waitingReactions()).toBe(1);
    test.clock.time += hour;
    await eventually(() => test.world.waitingReactions() === 0);
    await eventually(async () => (await test.mails()).length === 1);
  } finally {
    await test.close();
  }
});

it('says so when a port is taken, and frees what it had', async () => {
  const test = await startTestWorld();
  const store = createMemoryMailStore();
  const options = { store, clock: test.clock, seed: 'x', mode: 'stepped' } as const;
  await expect(startMailWorld({ ...options, imapPort: test.world.imap.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  const again = await startMailWorld(options);
  await again.close();
  await test.close();
});
