import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { openImap } from '#platform/mail/open-imap';
import { createWarmupWorld, type WarmupWorld } from './testing';

let world: WarmupWorld;

beforeAll(async () => {
  world = await createWarmupWorld();
  world.main.clock.set(Date.parse('2026-11-16T05:00:00Z'));
});
afterAll(() => world.close());

test('answers stay within what the ramp allows for the day', async () => {
  const fresh = await world.connectGood('fresh@northlight.test', { min_time_to_wait_minutes: 3 });
  const olds: number[] = [];
  for (let index = 0; index < 3; index += 1)
    olds.push(await world.connectGood(`old${index}@southlight.test`, { min_time_to_wait_minutes: 3 }));
  await world.client.switchWarmup({ body: { mailbox_ids: [fresh, ...olds], enabled: true } });
  for (const mailboxId of olds)
    await world.client.updateWarmup({
      params: { mailboxId },
      body: { reply_rate: 100, is_rampup_enabled: false, per_day: 50 },
    });
  await world.client.updateWarmup({ params: { mailboxId: fresh }, body: { is_rampup_enabled: true, per_day: 40 } });
  await world.runWarmupUntil(Date.parse('2026-11-17T00:00:00Z'));
  const [plan] = await world.main.test.query<{ planned_amount: number }>(
    'select planned_amount from warmup_mailbox where mailbox_id = $1',
    [fresh],
  );
  const { days } = await world.client.getWarmup({ params: { mailboxId: fresh } });
  expect(days.find(({ date }) => date === '2026-11-16')?.sent).toBe(plan?.planned_amount);
  // What follows is about other mailboxes: a few emails of these are partners enough.
  await world.client.updateWarmupOfMany({
    body: { mailbox_ids: olds, settings: { per_day: 4, min_per_day: 1, reply_rate: 0 } },
  });
});

test('a mailbox that was removed and is connected again warms up as it says', async () => {
  const email = 'again@northlight.test';
  const mailboxId = await world.connectGood(email);
  await world.client.switchWarmup({ body: { mailbox_ids: [mailboxId], enabled: true } });
  await world.runWarmupUntil(Date.parse('2026-11-17T12:00:00Z'));
  const boxes = world.main.asClient(mailboxesContract, world.me);
  await boxes.remove({ params: { mailboxId } });
  await world.runWarmupUntil(Date.parse('2026-11-18T12:00:00Z'));
  const { mailbox } = await boxes.create({
    body: {
      from_name: 'Rosa',
      from_email: email,
      username: email,
      password: 'right-password',
      smtp_host: '127.0.0.1',
      smtp_port: world.mail.smtp.port,
      smtp_port_type: 'NONE',
      imap_host: '127.0.0.1',
      imap_port: world.mail.imap.port,
      imap_port_type: 'NONE',
    },
  });
  await world.main.test.query(
    'update mailbox set dns_check = (select dns_check from mailbox where from_email = $2) where id = $1',
    [mailbox.id, 'fresh@northlight.test'],
  );
  expect((await world.client.getWarmup({ params: { mailboxId: mailbox.id } })).status).toBe('ACTIVE');
  await world.runWarmupUntil(Date.parse('2026-11-20T12:00:00Z'));
  expect(
    (
      await world.main.test.query(
        `
          select id
          from warmup_mail
          where from_mailbox_id = $1 and kind = 'OPENER' and sent_at > '2026-11-18T12:00:00Z'
        `,
        [mailboxId],
      )
    ).length,
  ).toBeGreaterThan(0);
});

test('rates of the sender decide what its partner does; many are changed at once and keep to their bounds', async () => {
  const { main, mail, client } = world;
  const pair = [
    await world.connectGood('unread@northlight.test', { min_time_to_wait_minutes: 3 }),
    await world.connectGood('partner@southlight.test', { min_time_to_wait_minutes: 3 }),
  ];
  const [unread = 0] = pair;
  mail.setJunkRule((raw) => raw.toString('latin1').includes('<unread@northlight.test>\r\nTo:'));
  const settings = { enabled: true, is_rampup_enabled: false, per_day: 20, open_rate: 0 };
  expect(await client.updateWarmupOfMany({ body: { mailbox_ids: pair, settings } })).toEqual({ changed: pair });
  expect(await client.updateWarmupOfMany({ body: { mailbox_ids: pair, settings } })).toEqual({ changed: [] });
  await client.updateWarmup({ params: { mailboxId: unread }, body: { spam_rescue_rate: 0, reply_rate: 100 } });
  await expect(
    client.updateWarmupOfMany({ body: { mailbox_ids: pair, settings: { is_randomised: true, min_per_day: 30 } } }),
  ).rejects.toThrow('min_per_day can be at most the 20 a day');
  await world.runWarmupUntil(main.clock.now() + 86_400_000);
  mail.setJunkRule(() => false);
  const view = await client.getWarmup({ params: { mailboxId: unread } });
  expect(view.last_7_days.spam).toBeGreaterThan(0);
  expect(view.last_7_days).toMatchObject({ inbox: 0, rescued: 0, replied: 0 });
  expect(view.mails.filter((each) => each.direction === 'out' && each.is_read)).toEqual([]);
  const [week, month] = view.evidence;
  expect(week).toMatchObject({ days: 7, reputation: 0 });
  expect(week?.by_provider).toEqual([
    expect.objectContaining({ provider: 'OTHER', sent: view.last_7_days.sent, spam: view.last_7_days.spam }),
  ]);
  expect(month).toEqual({ ...week, days: 30 });
});

test('weekdays_only and important_rate: nothing on Saturday, and every opened email marked or none', async () => {
  const { main, client } = world;
  await main.test.query(`update mailbox set warmup = warmup || '{"enabled": false}'`);
  const pair = [
    await world.connectGood('weekday@northlight.test', { min_time_to_wait_minutes: 3 }),
    await world.connectGood('always@southlight.test', { min_time_to_wait_minutes: 3 }),
  ];
  const [weekday = 0, always = 0] = pair;
  const settings = {
    enabled: true,
    is_rampup_enabled: false,
    per_day: 3,
    min_per_day: 1,
    open_rate: 100,
    reply_rate: 0,
  };
  await client.updateWarmupOfMany({ body: { mailbox_ids: pair, settings } });
  await client.updateWarmup({ params: { mailboxId: weekday }, body: { weekdays_only: true, important_rate: 100 } });
  await client.updateWarmup({ params: { mailboxId: always }, body: { weekdays_only: false, important_rate: 0 } });
  const day = 86_400_000;
  const today = Math.floor(main.clock.now() / day) * day;
  const saturday = today + ((6 - new Date(today).getUTCDay() + 7) % 7 || 7) * day;
  const sentOn = async (at: number) => {
    main.clock.set(at);
    await world.runWarmupUntil(at + day);
    const found = [];
    for (const mailboxId of pair) {
      const { days } = await client.getWarmup({ params: { mailboxId } });
      found.push((days.find(({ date }) => date === new Date(at).toISOString().slice(0, 10))?.sent ?? 0) > 0);
    }
    return found;
  };
  expect(await sentOn(saturday)).toEqual([false, true]);
  expect(await sentOn(saturday + 2 * day)).toEqual([true, true]);
  const marked = async (mailboxId: number) =>
    (await client.getWarmup({ params: { mailboxId } })).mails
      .filter((mail) => mail.direction === 'out' && mail.is_read)
      .map((mail) => mail.is_important);
  expect(new Set(await marked(weekday))).toEqual(new Set([true]));
  expect(new Set(await marked(always))).toEqual(new Set([false]));
});

test('uses_tracking_domain puts the verified domain of the mailbox into its warmup emails, and no other', async () => {
  const { main, client } = world;
  await main.test.query(`update mailbox set warmup = warmup || '{"enabled": false}'`);
  const pair = [
    await world.connectGood('own@northlight.test', { min_time_to_wait_minutes: 3 }),
    await world.connectGood('plain@southlight.test', { min_time_to_wait_minutes: 3 }),
  ];
  const [own = 0] = pair;
  // Switched on as a change of many mailboxes does it: what is not named keeps its default, also the number a day.
  for (const mailboxId of pair)
    await main.test.query('select write_warmup_settings($1, $2, $3, $4)', [
      world.me.workspaceId,
      mailboxId,
      JSON.stringify({ enabled: true }),
      new Date(main.clock.now()),
    ]);
  await client.updateWarmup({ params: { mailboxId: own }, body: { uses_tracking_domain: true } });
  await main.test.query('update mailbox set custom_tracking_domain = $2 where id = any($1)', [
    pair,
    'go.northlight.test',
  ]);
  const sentOf = async (mailboxId: number, since: number) =>
    (
      await main.test.query<{ message_id: string }>(
        `select message_id from warmup_mail where from_mailbox_id = $1 and state = 'SENT' and sent_at > $2`,
        [mailboxId, new Date(since)],
      )
    ).map(({ message_id: id }) => id);
  const carriers = async (mailboxId: number, since: number) => {
    const sent = await sentOf(mailboxId, since);
    expect(sent.length).toBeGreaterThan(0);
    let carrying = 0;
    for (const messageId of sent) {
      const contentId = world.mail.record.find({ messageId })[0]?.contentId ?? 0;
      const text = (await world.mail.readMail(contentId)).toString('latin1').replace(/=\r?\n/g, '');
      if (text.includes('https://go.northlight.test/o/')) carrying += 1;
    }
    return carrying / sent.length;
  };
  const before = main.clock.now();
  await world.runWarmupUntil(before + 86_400_000);
  expect([await carriers(own, before), await carriers(pair[1] ?? 0, before)]).toEqual([0, 0]);
  await main.test.query('update tracking_domain set verified_at = now() where domain = $1', ['go.northlight.test']);
  const after = main.clock.now();
  await world.runWarmupUntil(after + 86_400_000);
  expect([await carriers(own, after), await carriers(pair[1] ?? 0, after)]).toEqual([1, 0]);
});

/** The newest code in the inbox of a mailbox. */
async function codeIn(mailboxId: number): Promise<string> {
  const client = await openImap(await world.deps.imapServer(world.me.workspaceId, mailboxId), world.deps.rules);
  try {
    await client.mailboxOpen('INBOX');
    const mails = await client.fetchAll('1:*', { envelope: true });
    const subjects = mails.map(({ envelope }) => envelope?.subject ?? '').filter((each) => each.includes('unblock'));
    return /^\d{6}/.exec(subjects.at(-1) ?? '')?.[0] ?? '';
  } finally {
    await client.logout();
  }
}

test('bounces block warmup; a code that arrives in the mailbox ends that once, and only once nothing else is in the way', async () => {
  const mailboxId = await world.connectGood('blocked@northlight.test');
  const params = { mailboxId };
  await world.client.switchWarmup({ body: { mailbox_ids: [mailboxId], enabled: true } });
  const bounce = (count: number) =>
    world.main.test.query(
      `
        insert into warmup_mail (
          workspace_id, from_mailbox_id, from_email, to_email, day, send_at, sent_at, message_id, envelope_id,
            subject, body_text, state, bounced_at
        )
        select $1, $2, 'blocked@northlight.test', 'x@y.test', 'd', $3, $3, gen_random_uuid(), 'e', 's', 't', 'SENT', $3
        from generate_series(1, $4)
      `,
      [world.me.workspaceId, mailboxId, new Date(world.main.clock.now()), count],
    );
  await expect(world.client.mailUnblockCode({ params, body: {} })).rejects.toThrow(/Bounces do not block/);
  await bounce(4);
  await world.main.test.query('update mailbox set is_suspended = true where id = $1', [mailboxId]);
  expect(await world.client.getWarmup({ params })).toMatchObject({
    status: 'INACTIVE',
    unblock: { is_open: false, first: 'Connection', code_until: null },
  });
  await expect(world.client.mailUnblockCode({ params, body: {} })).rejects.toThrow(/Fix this before.*Connection/);
  await world.main.test.query('update mailbox set is_suspended = false where id = $1', [mailboxId]);
  await world.runWarmupUntil(world.main.clock.now() + 60_000);

  const mailed = await world.client.mailUnblockCode({ params, body: {} });
  expect(mailed).toMatchObject({ mailed_to: 'blocked@northlight.test' });
  await expect(world.client.mailUnblockCode({ params, body: {} })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const code = await codeIn(mailboxId);
  await expect(world.client.unblockWarmup({ params, body: { code: '12345' } })).rejects.toThrow(/six digits/);
  await expect(
    world.client.unblockWarmup({ params, body: { code: code === '000000' ? '000001' : '000000' } }),
  ).rejects.toThrow(/not the one/);
  // Too late: a code works for 10 minutes.
  world.main.realClock.set(world.main.realClock.now() + 10 * 60_000);
  expect((await world.client.getWarmup({ params })).unblock).toMatchObject({ is_open: true, code_until: null });
  await expect(world.client.unblockWarmup({ params, body: { code } })).rejects.toThrow(/expired/);

  await world.client.mailUnblockCode({ params, body: {} });
  const second = await codeIn(mailboxId);
  expect(await world.client.unblockWarmup({ params, body: { code: second } })).toMatchObject({
    status: 'ACTIVE',
    blocked_reason: null,
    unblock: null,
  });
  // New bounces block it again, and the code does not work twice.
  world.main.clock.set(world.main.clock.now() + 3_600_000);
  await bounce(4);
  expect((await world.client.getWarmup({ params })).blocked_reason).toContain('4 of 4 warmup emails');
  await expect(world.client.unblockWarmup({ params, body: { code: second } })).rejects.toThrow(/expired/);
});

test('warmup ends with the plan and goes on when it is renewed', async () => {
  const { main, me } = world;
  const one = await world.connectGood('plan1@northlight.test', { min_time_to_wait_minutes: 3 });
  const two = await world.connectGood('plan2@northlight.test', { min_time_to_wait_minutes: 3 });
  await world.client.switchWarmup({ body: { mailbox_ids: [one, two], enabled: true } });
  const blocked = async () =>
    (await main.test.query('select blocked_reason from warmup_mailbox where mailbox_id = $1', [one]))[0];
  const dates = 'update workspace set is_subscribed = $2, subscription_end_at = $3, trial_end_at = $3 where id = $1';
  await world.runWarmupUntil(main.clock.now() + 24 * 3_600_000);
  await main.test.query(dates, [me.workspaceId, false, new Date(main.realClock.now() - 2 * 86_400_000)]);
  await main.test.query('update warmup_mailbox set next_plan_at = $1', [new Date(main.clock.now())]);
  const sent = () =>
    main.test.query(`select from warmup_mail where state = 'SENT' and from_mailbox_id = any($1)`, [[one, two]]);
  const before = (await sent()).length;
  expect(before).toBeGreaterThan(0);
  await world.runWarmupUntil(main.clock.now() + 24 * 3_600_000);
  expect(await sent()).toHaveLength(before);
  expect(await blocked()).toEqual({ blocked_reason: 'The plan or trial has ended. Renew the plan.' });
  await main.test.query(dates, [me.workspaceId, true, null]);
  await world.runWarmupUntil(main.clock.now() + 24 * 3_600_000);
  expect((await sent()).length).toBeGreaterThan(before);
  expect(await blocked()).toEqual({ blocked_reason: null });
});
