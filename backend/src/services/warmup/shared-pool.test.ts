import { createClient } from '@skein/contracts/client';
import { auditContract } from '@skein/contracts/main/audit.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { warmupPolicyContract } from '@skein/contracts/warmup/warmup-policy.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createSyncSteps, inboxSyncDeps } from '#inbox/inbox-sync/sync-due';
import type { SignedIn } from '#main/testing';
import { createWarmupWorld, type WarmupWorld } from './testing';

let world: WarmupWorld;
let other: SignedIn;
let ours: number;
let theirs: number;
const monday = Date.parse('2026-11-16T05:00:00Z');
const query = <Row extends object>(text: string, values: unknown[] = []) => world.main.test.query<Row>(text, values);

const policy = (who: Pick<SignedIn, 'headers'>) =>
  createClient(
    warmupPolicyContract,
    serviceTransport(
      () => world.app,
      () => ({ ...who.headers }),
    ),
  );
const warmup = (who: Pick<SignedIn, 'headers'>) =>
  createClient(
    warmupContract,
    serviceTransport(
      () => world.app,
      () => ({ ...who.headers }),
    ),
  );

/** A warming mailbox of the other workspace. */
async function connectTheirs(email: string): Promise<number> {
  await world.mail.createMailbox({ email, password: 'right-password' });
  const { mailbox } = await world.main.asClient(mailboxesContract, other).create({
    body: {
      from_name: 'Theo Stranger',
      from_email: email,
      username: email,
      password: 'right-password',
      smtp_host: '127.0.0.1',
      smtp_port: world.mail.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: world.mail.imap.port,
      imap_port_type: 'NONE',
      min_time_to_wait_minutes: 5,
      starts_gently: false,
    },
  });
  await query('update mailbox set dns_check = (select dns_check from mailbox where id = $2) where id = $1', [
    mailbox.id,
    ours,
  ]);
  return mailbox.id;
}

beforeAll(async () => {
  world = await createWarmupWorld();
  world.main.clock.set(monday);
  other = await world.main.signIn();
  ours = await world.connectGood('rosa@northlight.test', { min_time_to_wait_minutes: 5 });
  theirs = await connectTheirs('theo@elsewhere.test');
  await world.client.switchWarmup({ body: { mailbox_ids: [ours], enabled: true } });
  await world.client.updateWarmup({ params: { mailboxId: ours }, body: { reply_rate: 100 } });
  await warmup(other).switchWarmup({ body: { mailbox_ids: [theirs], enabled: true } });
});
afterAll(() => world.close());

test('workspaces that did not join are strangers: one mailbox alone has nobody to write to, and is told how many the pool has', async () => {
  await policy(other).updatePolicy({ body: { shares_pool: true } });
  await world.runWarmupUntil(monday + 8 * 3_600_000);
  expect(await query('select from warmup_mail')).toHaveLength(0);
  expect((await world.client.getWarmup({ params: { mailboxId: ours } })).partners).toMatchObject({
    own: 0,
    shared: 0,
    shared_offered: 1,
    shares_pool: false,
  });
});

test('two that joined exchange email and answer it; neither sees the other’s address or workspace', async () => {
  await policy(world.me).updatePolicy({ body: { shares_pool: true } });
  await world.runWarmupUntil(monday + 32 * 3_600_000);
  const mine = await world.client.getWarmup({ params: { mailboxId: ours } });
  const his = await warmup(other).getWarmup({ params: { mailboxId: theirs } });
  for (const view of [mine, his]) {
    expect(view.partners).toMatchObject({ own: 0, shared: 1, shared_offered: 0, shares_pool: true });
    expect(view.last_7_days.sent).toBeGreaterThan(1);
    expect(view.last_7_days.received).toBeGreaterThan(1);
    expect(view.last_7_days.inbox).toBeGreaterThan(1);
    expect(new Set(view.mails.map(({ partner }) => partner))).toEqual(new Set(['a mailbox of the shared pool']));
    expect(view.mails.map(({ direction }) => direction)).toEqual(expect.arrayContaining(['in', 'out']));
  }
  expect(mine.last_7_days.replied).toBeGreaterThan(0);
  expect(JSON.stringify(mine)).not.toMatch(/elsewhere|Theo/);
  expect(JSON.stringify(his)).not.toMatch(/northlight/);
  // The row of who receives is of the receiver's workspace alone.
  const seen = await world.main.deps.db.tenantSql(world.me.workspaceId, async (sql) => ({
    shared: (await sql.query('select from warmup_shared where mailbox_id = $1', [theirs])).rowCount,
    mails: (await sql.query('select from warmup_mail where from_email = $1', ['theo@elsewhere.test'])).rowCount,
  }));
  expect(seen).toEqual({ shared: 0, mails: 0 });
});

test('what a server says of a refused email tells nobody whose mailbox it was', async () => {
  const [refused] = await query<{ id: string }>(
    `
      update warmup_mail
      set state = 'FAILED', bounced_at = sent_at, failure_text = $2
      where id = (
        select id from warmup_mail where is_shared and from_mailbox_id = $1 and landed = 'INBOX' order by id limit 1
      )
      returning id
    `,
    [
      ours,
      '550 5.1.1 <Theo@Elsewhere.test>: rosa@northlight.test may not send to it (mx1.elsewhere.test, orig_to=theo@elsewhere.test)',
    ],
  );
  const { mails } = await world.client.getWarmup({ params: { mailboxId: ours } });
  expect(mails.find(({ id }) => id === refused?.id)?.failure_text).toBe(
    '550 5.1.1 <a mailbox of the shared pool>: rosa@northlight.test may not send to it (a mailbox of the shared pool, orig_to=a mailbox of the shared pool)',
  );
  await query(`update warmup_mail set state = 'SENT', bounced_at = null, failure_text = null where id = $1`, [
    refused?.id,
  ]);
});

test('a client of the agency sees its own mailbox, and neither the pool nor who is at the other end', async () => {
  const client = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['full_access'] },
  });
  await query('update mailbox set client_id = $1 where id = $2', [client.clientId, ours]);
  await query(`update warmup_mail set failure_text = '550 <theo@elsewhere.test> unknown' where from_mailbox_id = $1`, [
    ours,
  ]);
  const view = await warmup(client).getWarmup({ params: { mailboxId: ours } });
  expect(view.last_7_days.sent).toBeGreaterThan(1);
  expect(view.partners).toEqual({
    is_shown: false,
    own: 0,
    pool: 0,
    pool_name: null,
    is_sandbox: false,
    shared: 0,
    shared_offered: 0,
    shares_pool: false,
    put_out_reason: null,
  });
  expect(new Set(view.mails.map(({ partner }) => partner))).toEqual(new Set(['another mailbox']));
  expect(view.mails.map(({ failure_text: text }) => text)).toContain('550 <another mailbox> unknown');
  expect(JSON.stringify(view)).not.toMatch(/elsewhere|pool of|shared pool/);
  expect((await policy(client).getPolicy({})).pool).toEqual({
    is_shown: false,
    is_joined: false,
    joined_at: null,
    mailboxes: 0,
    sent: 0,
    received: 0,
    put_out: null,
  });
  await query('update mailbox set client_id = null where id = $1', [ours]);
  await query('update warmup_mail set failure_text = null where from_mailbox_id = $1', [ours]);
});

test('nothing of it reaches an inbox, on either side', async () => {
  const steps = createSyncSteps(inboxSyncDeps(world.main.deps));
  const counts = await steps.syncDueMailboxes({ everyFolder: true });
  await steps.close();
  expect(Object.keys(counts).filter((kind) => kind !== 'warmup')).toEqual([]);
  expect(await query('select from message')).toHaveLength(0);
});

test('nobody gets more openers in 24 hours than it may send itself', async () => {
  const [got] = await query<{ count: number; amount: number }>(
    `
      select max(planned_amount) as amount, (
          select count(*)::int
          from warmup_shared r
          join warmup_mail o on o.id = r.mail_id
          where r.mailbox_id = $1 and r.kind = 'OPENER' and o.day = $2 and o.state <> 'CANCELLED'
        ) as count
      from warmup_mailbox
      where mailbox_id = $1
    `,
    [theirs, '2026-11-16'],
  );
  expect(got?.count).toBeGreaterThan(0);
  expect(got?.count).toBeLessThanOrEqual(got?.amount as number);
});

test('a mailbox of the pool that is a lead of the workspace is not written to', async () => {
  await query(
    `insert into lead (workspace_id, email, domain, first_name) values ($1, 'theo@elsewhere.test', 'elsewhere.test', 'Theo')`,
    [world.me.workspaceId],
  );
  const before = (await query(`select from warmup_mail where from_mailbox_id = $1 and state = 'SENT'`, [ours])).length;
  await world.runWarmupUntil(monday + 50 * 3_600_000);
  expect((await query(`select from warmup_mail where from_mailbox_id = $1 and state = 'SENT'`, [ours])).length).toBe(
    before,
  );
  await query('delete from lead');
});

test('who leaves gets and sends nothing more, and its mailbox is looked into no longer', async () => {
  await world.runWarmupUntil(monday + 53 * 3_600_000);
  expect(await query(`select from warmup_mail where is_shared and state = 'PLANNED'`)).not.toHaveLength(0);
  await policy(other).updatePolicy({ body: { shares_pool: false } });
  await world.runWarmupUntil(monday + 72 * 3_600_000);
  const [late] = await query<{ count: number }>(
    `select count(*)::int as count from warmup_mail where is_shared and sent_at > $1 and state <> 'CANCELLED'`,
    [new Date(monday + 53 * 3_600_000)],
  );
  expect(late?.count).toBe(0);
  expect((await world.client.getWarmup({ params: { mailboxId: ours } })).partners).toMatchObject({ shared: 0 });
});

test('a workspace whose emails land in spam is put out with its numbers, and can join again after 30 days', async () => {
  await policy(other).updatePolicy({ body: { shares_pool: true } });
  for (let place = 0; place < 25; place += 1)
    await query(
      `
        insert into warmup_mail (
          workspace_id, from_mailbox_id, from_email, to_email, day, send_at, sent_at, message_id, envelope_id,
            subject, body_text, state, landed, is_shared
        )
        values ($1, $2, 'rosa@northlight.test', 'x@y.test', 'd', $3, $3, $4, $4, 's', 't', 'SENT', 'SPAM', true)
      `,
      [world.me.workspaceId, ours, new Date(world.main.clock.now()), `<spam-${place}@x.test>`],
    );
  await world.client.checkWarmup({ params: { mailboxId: ours }, body: {} });
  await world.runWarmupUntil(world.main.clock.now() + 3_600_000);
  const view = await policy(world.me).getPolicy({});
  expect(view.pool).toMatchObject({ is_joined: false, put_out: { reason: expect.stringContaining('landed in spam') } });
  expect((await world.client.getWarmup({ params: { mailboxId: ours } })).partners.put_out_reason).toContain('limit');
  await expect(policy(world.me).updatePolicy({ body: { shares_pool: true } })).rejects.toThrow(
    /can join again on \w{3} \d+, 2026/,
  );
  world.main.clock.set(world.main.clock.now() + 31 * 86_400_000);
  expect((await policy(world.me).updatePolicy({ body: { shares_pool: true } })).pool).toMatchObject({
    is_joined: true,
    put_out: null,
  });
  const { rows } = await world.main.asClient(auditContract, world.me).listEntries({ query: { kind: 'warmup-policy' } });
  expect(rows.map(({ via }) => via)).toEqual(['session', 'system', 'session']);
});

test('a client reads the age gate with the count of its own mailboxes only', async () => {
  const client = await world.main.signIn({
    workspaceId: world.me.workspaceId,
    client: { permissions: ['full_access'] },
  });
  await policy(world.me).updatePolicy({ body: { age_gate: 'WARN', age_days: 30 } });
  expect((await policy(world.me).getPolicy({})).young.mailboxes).toBeGreaterThan(0);
  expect((await policy(client).getPolicy({})).young).toEqual({ mailboxes: 0, in_campaigns: 0 });
});
