import { warmupHeader, warmupToken } from '#engine/warmup/warmup-identity';
import { openImap } from '#platform/mail/open-imap';
import { createSyncSteps, inboxSyncDeps } from '#inbox/inbox-sync/sync-due';
import { receiveDueWarmup } from './receive-warmup';
import { createWarmupWorld, type WarmupWorld } from './testing';

let world: WarmupWorld;
let rosa: number;
let tom: number;
const day = 86_400_000;
const count = async (sql: string, values: unknown[] = []) =>
  (await world.main.test.query<{ count: number }>(`select count(*)::int as count from ${sql}`, values))[0]?.count;

beforeAll(async () => {
  world = await createWarmupWorld();
  // A Monday, early in the morning.
  world.main.clock.set(Date.parse('2026-11-16T05:00:00Z'));
  rosa = await world.connectGood('rosa@northlight.test', { min_time_to_wait_minutes: 5 });
  tom = await world.connectGood('tom@southlight.test', { min_time_to_wait_minutes: 5 });
});
afterAll(() => world.close());

test('a day between two own mailboxes: sent within cap and gap, found, rescued from spam, read and answered', async () => {
  const junk = new Set<string>();
  world.mail.setJunkRule((raw, messageId) => {
    const isIt =
      junk.size === 0 &&
      raw.toString('latin1').includes('<rosa@northlight.test>\r\nTo:') &&
      raw.toString('latin1').includes(warmupHeader);
    if (isIt && messageId) junk.add(messageId);
    return isIt;
  });
  await world.client.switchWarmup({ body: { mailbox_ids: [rosa, tom], enabled: true } });
  await world.client.updateWarmup({ params: { mailboxId: rosa }, body: { reply_rate: 100, key_tag: 'cobalt-harbor' } });
  await world.runWarmupUntil(Date.parse('2026-11-17T12:00:00Z'));

  const view = await world.client.getWarmup({ params: { mailboxId: rosa } });
  const firstDay = view.days.find(({ date }) => date === '2026-11-16');
  expect(view).toMatchObject({ status: 'ACTIVE', blocked_reason: null, partners: { own: 1, pool: 0 } });
  expect(firstDay?.sent).toBeGreaterThan(0);
  expect(firstDay?.sent).toBeLessThanOrEqual(5);
  expect(view.last_7_days).toMatchObject({ spam: 1, rescued: 1, missing: 0, bounced: 0 });
  expect(view.reputation).toBe(Math.round((100 * view.last_7_days.inbox) / (view.last_7_days.inbox + 1)));
  expect(
    await count(
      `warmup_mail where from_mailbox_id = $1 and kind = 'OPENER' and day = '2026-11-16' and replied_at is null`,
      [rosa],
    ),
  ).toBe(0);
  expect(view.mails.some((mail) => mail.subject.endsWith('| cobalt-harbor'))).toBe(true);

  // The mail server's own record: every mail once, with the gap between two of a mailbox.
  const record = world.mail.record.find({ login: 'rosa@northlight.test' });
  expect(new Set(record.map(({ messageId }) => messageId)).size).toBe(record.length);
  const times = record.map(({ acceptedAt }) => acceptedAt).sort((one, other) => one - other);
  for (const [index, time] of times.entries())
    if (index > 0) expect(time - (times[index - 1] as number)).toBeGreaterThanOrEqual(5 * 60_000);
  expect(await count('warmup_mail where from_mailbox_id = $1 and state in ($2, $3)', [rosa, 'SENT', 'IN_DOUBT'])).toBe(
    record.length,
  );

  // The rescued mail lies in the inbox, read and marked.
  const client = await openImap(await world.deps.imapServer(world.me.workspaceId, tom), world.deps.rules);
  try {
    await client.mailboxOpen('INBOX');
    const uids = await client.search({ header: { 'message-id': [...junk][0] as string } }, { uid: true });
    expect(uids).toHaveLength(1);
    const [message] = await client.fetchAll((uids as number[]).join(','), { flags: true }, { uid: true });
    expect([...(message?.flags ?? [])]).toEqual(expect.arrayContaining(['\\Seen', '\\Flagged']));
    expect(await client.status('Junk', { messages: true })).toMatchObject({ messages: 0 });
  } finally {
    await client.logout();
  }
});

test('nothing of it is in the inbox, in replies without a lead, in figures, events, webhooks or the mailbox’s campaign count', async () => {
  const steps = createSyncSteps(inboxSyncDeps(world.main.deps));
  const counts = await steps.syncDueMailboxes({ everyFolder: true });
  await steps.close();
  expect(Object.keys(counts).filter((kind) => kind !== 'warmup')).toEqual([]);
  for (const table of ['message', 'intent', 'event', 'webhook_delivery'])
    expect({ table, count: await count(table) }).toEqual({ table, count: 0 });
});

test('a forged mail without our token is taken in as any other; a bounce of a warmup mail is noted with it and stays out of the inbox', async () => {
  const { main, me } = world;
  const steps = createSyncSteps(inboxSyncDeps(main.deps));
  await world.mail.createMailbox({ email: 'stranger@elsewhere.test', password: 'secret-word', sendAsAny: true });
  const { submitMail } = await import('#platform/mail/submit-mail');
  const send = (from: string, headers: string[], body: string) =>
    submitMail({
      server: {
        host: '127.0.0.1',
        port: world.mail.smtp.port,
        portType: 'NONE',
        username: 'stranger@elsewhere.test',
        credential: { kind: 'password', password: 'secret-word' },
      },
      rules: world.deps.rules,
      envelope: { from, to: ['rosa@northlight.test'], envelopeId: 'x' },
      content: Buffer.from([`From: ${from}`, 'To: rosa@northlight.test', ...headers, '', body].join('\r\n')),
      beforeFinalDot: async () => undefined,
    });
  const wrongKey = warmupToken(new Uint8Array(32), {
    messageId: '<x@elsewhere.test>',
    from: 'stranger@elsewhere.test',
    to: 'rosa@northlight.test',
  });
  const [sent] = await main.test.query<{ id: string; message_id: string }>(
    `
      select id, message_id
      from warmup_mail
      where from_mailbox_id = $1 and state = 'SENT'
      order by id desc
      limit 1
    `,
    [rosa],
  );
  await send(
    'stranger@elsewhere.test',
    [
      'Subject: Hello',
      'Message-ID: <x@elsewhere.test>',
      `In-Reply-To: ${sent?.message_id}`,
      `${warmupHeader}: ${wrongKey}`,
    ],
    'Hello there',
  );
  await send(
    'mailer-daemon@elsewhere.test',
    [
      'Subject: Undelivered Mail Returned to Sender',
      'Message-ID: <bounce@elsewhere.test>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    ],
    [
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.test',
      '',
      'Final-Recipient: rfc822; tom@southlight.test',
      'Action: failed',
      'Status: 5.1.1',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${sent?.message_id}`,
      '--b--',
      '',
    ].join('\r\n'),
  );
  expect(await steps.syncDueMailboxes({ workspaceId: me.workspaceId })).toEqual({ untracked: 1, warmup: 1 });
  await steps.close();
  expect(await count('warmup_mail where id = $1 and bounced_at is not null', [sent?.id])).toBe(1);
  // A mail of somebody else with the Message-ID of a warmup mail is not that mail.
  const [awaited] = await main.test.query<{ id: string; message_id: string; landed: string; read_at: Date }>(
    `
      select id, message_id, landed, read_at
      from warmup_mail
      where to_mailbox_id = $1 and landed is not null
      order by id desc
      limit 1
    `,
    [rosa],
  );
  await main.test.query(
    `
      update warmup_mail
      set message_id = '<x@elsewhere.test>', landed = null, read_at = null, looks = 0, look_at = $2
      where id = $1
    `,
    [awaited?.id, new Date(main.clock.now())],
  );
  expect(await receiveDueWarmup(world.warmupDeps)).toBe(1);
  expect(await count('warmup_mail where id = $1 and landed is null and looks = 1', [awaited?.id])).toBe(1);
  await main.test.query(
    'update warmup_mail set message_id = $2, landed = $3, read_at = $4, look_at = null where id = $1',
    [awaited?.id, awaited?.message_id, awaited?.landed, awaited?.read_at],
  );
});

test('the pool takes and answers mails; an address that is a lead is never written to', async () => {
  const { main } = world;
  await world.registerSandboxPool();
  await main.test.query(
    "insert into lead (workspace_id, email, domain) values ($1, 'ada.holm@warmup-pool.test', 'warmup-pool.test')",
    [world.me.workspaceId],
  );
  await world.client.updateWarmup({ params: { mailboxId: rosa }, body: { is_rampup_enabled: false, per_day: 20 } });
  await world.runWarmupUntil(main.clock.now() + 2 * day);
  expect(
    await count(
      `warmup_mail where from_mailbox_id = $1 and to_email like '%@warmup-pool.test' and landed is not null`,
      [rosa],
    ),
  ).toBeGreaterThan(5);
  expect(
    await count(
      `warmup_mail where to_mailbox_id = $1 and from_email like '%@warmup-pool.test' and kind = 'REPLY' and landed is not null`,
      [rosa],
    ),
  ).toBeGreaterThan(3);
  expect(await count(`warmup_mail where to_email = 'ada.holm@warmup-pool.test'`)).toBe(0);
  const perDay = await main.test.query<{ day: string; sent: number }>(
    `select day, count(*)::int as sent from warmup_mail where from_mailbox_id = $1 and state = 'SENT' group by 1`,
    [rosa],
  );
  for (const each of perDay) expect(each.sent).toBeLessThanOrEqual(20);
  expect((await world.client.getWarmup({ params: { mailboxId: rosa } })).partners).toMatchObject({
    pool: 12,
    is_sandbox: true,
  });
});

test('a lost final answer is counted as sent, found at the receiver and never sent again', async () => {
  const { main } = world;
  const now = main.clock.now();
  const [mail] = await main.test.query<{ id: string; message_id: string }>(
    `
      select id, message_id
      from warmup_mail
      where from_mailbox_id = $1 and state = 'SENT' and landed = 'INBOX'
      order by id desc
      limit 1
    `,
    [rosa],
  );
  // As a worker leaves it that died between the final dot and its record.
  await main.test.query(
    `
      update warmup_mail
      set state = 'SUBMITTING', landed = null, read_at = null, look_at = $2, looks = 0,
        leased_until = clock_timestamp() - interval '1 second'
      where id = $1
    `,
    [mail?.id, new Date(now)],
  );
  await world.runWarmupUntil(now + 3_600_000);
  expect(await count(`warmup_mail where id = $1 and state = 'SENT' and landed = 'INBOX'`, [mail?.id])).toBe(1);
  expect(world.mail.record.find({ messageId: mail?.message_id as string })).toHaveLength(1);
});

test('a connection that breaks after the mail was taken: counted once, found at the receiver, never sent again', async () => {
  const { main } = world;
  await world.client.updateWarmup({ params: { mailboxId: rosa }, body: { per_day: 30 } });
  const broken = new Set<string>();
  world.mail.setSmtpFaults(({ stage, login, messageId }) => {
    if (stage !== 'accepted' || login !== 'rosa@northlight.test' || messageId === null || broken.size >= 2) return null;
    broken.add(messageId);
    return { drop: true };
  });
  await world.runWarmupUntil(main.clock.now() + 2 * day);
  world.mail.setSmtpFaults(null);
  expect(broken.size).toBe(2);
  for (const messageId of broken) {
    expect(world.mail.record.find({ messageId })).toHaveLength(1);
    expect(
      await count(`warmup_mail where message_id = $1 and state = 'SENT' and landed is not null`, [messageId]),
    ).toBe(1);
  }
});

test('a mailbox that fails stops with its reason; switching off cancels what was planned; the first step of warmup is done', async () => {
  const { main } = world;
  const published = world.zone.txt['*.test'];
  world.zone.txt['*.test'] = ['v=spf1 ip4:127.0.0.1 -all'];
  await world.client.checkWarmup({ params: { mailboxId: tom }, body: {} });
  await world.runWarmupUntil(main.clock.now() + 60_000);
  expect(await world.client.getWarmup({ params: { mailboxId: tom } })).toMatchObject({
    status: 'INACTIVE',
    blocked_reason: expect.stringMatching(/^DMARC: /),
    today: { planned: 0 },
  });
  // A record that was published since counts at once, not with the look-up of the night.
  world.zone.txt['*.test'] = published;
  expect(await world.client.checkWarmup({ params: { mailboxId: tom }, body: {} })).toMatchObject({
    status: 'ACTIVE',
    blocked_reason: null,
  });
  expect((await world.client.switchWarmup({ body: { mailbox_ids: [rosa, tom], enabled: false } })).changed).toEqual([
    rosa,
    tom,
  ]);
  expect((await world.client.switchWarmup({ body: { mailbox_ids: [rosa, tom], enabled: false } })).changed).toEqual([]);
  expect(await count(`warmup_mail where state = 'PLANNED' and from_mailbox_id is not null`)).toBe(0);
});
