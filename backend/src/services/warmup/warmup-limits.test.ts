import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
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
  ).rejects.toThrow('min_per_day may be at most the 20 a day');
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
