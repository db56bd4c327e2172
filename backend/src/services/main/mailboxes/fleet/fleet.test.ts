import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  other = await main.signIn();
});
afterAll(() => main.close());

async function insertMailbox(email: string, type = 'SMTP'): Promise<number> {
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, type, signature, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username, is_smtp_success, is_imap_success, checked_at
      )
      values ($1, 'Rosa Hale', $2, $3, '<p>Rosa Hale</p>', 'x', 1, 'rosa', 'x', 1, 'rosa', true, true, now())
      returning id
    `,
    [me.workspaceId, email, type],
  );
  return (row as { id: number }).id;
}

const roll = (mailboxId: number, daysAgo: number, kind: string, count: number) =>
  main.test.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      values ($1, 'mailbox', $2, 'sent', $3, $4, $5, $5)
    `,
    [me.workspaceId, mailboxId, new Date(main.clock.now() - daysAgo * 86_400_000), kind, count],
  );

test('a mailbox that burns out is ranked first with its reasons, and rests until a day by its own clock', async () => {
  const well = await insertMailbox('well@northlight.test', 'GMAIL');
  const burnt = await insertMailbox('burnt@northlight.test', 'OUTLOOK');
  await main.test.query(`update mailbox set signature = null where id = $1`, [burnt]);
  for (const [id, bounced, refused, replied] of [
    [well, 1, 0, 12],
    [burnt, 30, 20, 1],
  ] as const) {
    await roll(id, 3, 'SENT', 300);
    await roll(id, 3, 'BOUNCE', bounced);
    await roll(id, 3, 'SENDER_BOUNCE', refused);
    await roll(id, 3, 'REPLY', replied);
    await roll(id, 20, 'SENT', 300);
    await roll(id, 20, 'REPLY', 12);
  }
  const client = main.asClient(fleetContract, me);
  const before = await client.getFleet({});
  expect(before.totals).toMatchObject({ mailboxes: 2, sending: 2, resting: 0, per_day: 80, high: 1 });
  expect(before.mailboxes.map(({ id, level }) => [id, level])).toEqual([
    [burnt, 'HIGH'],
    [well, 'FINE'],
  ]);
  expect(before.mailboxes[0]?.reasons.map(({ text }) => text)).toEqual([
    'Bounced 10%',
    'Refused as a sender 6.7%',
    'Replies 4% to 0.3%',
  ]);
  expect(before.mix).toEqual([
    { provider: 'GMAIL', mailboxes: 1, leads: 0 },
    { provider: 'OUTLOOK', mailboxes: 1, leads: 0 },
    { provider: 'OTHER', mailboxes: 0, leads: 0 },
  ]);
  expect(before.checks).toEqual({
    total: 1,
    rows: [{ id: burnt, from_email: 'burnt@northlight.test', text: 'No signature.' }],
  });

  expect(await client.restMailboxes({ body: { mailbox_ids: [burnt, burnt], days: 7 } })).toEqual({ changed: [burnt] });
  const rested = await client.getFleet({});
  const until = Date.parse(rested.mailboxes[0]?.resting_until ?? '');
  expect(until - main.clock.now()).toBeGreaterThan(6 * 86_400_000);
  expect(until - main.clock.now()).toBeLessThanOrEqual(7 * 86_400_000);
  expect(rested.totals).toMatchObject({ sending: 1, resting: 1, per_day: 40 });
  expect(await client.restMailboxes({ body: { mailbox_ids: [burnt, well], days: 0 } })).toEqual({ changed: [burnt] });
  expect((await client.getFleet({})).totals).toMatchObject({ sending: 2, resting: 0 });
});

test('another workspace sees none of it and rests none of it', async () => {
  const mine = await insertMailbox('mine@northlight.test');
  const client = main.asClient(fleetContract, other);
  expect((await client.getFleet({})).totals.mailboxes).toBe(0);
  await expect(client.restMailboxes({ body: { mailbox_ids: [mine], days: 7 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
