import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('what DNS says does not change a mailbox: its archive stays equal', async () => {
  const { main, me } = world;
  const mailboxId = await world.connect('rosa@northlight.test');
  await main.test.query(`update mailbox set updated_at = '2026-01-01', dns_checked_at = null where id = $1`, [
    mailboxId,
  ]);
  await main.asClient(mailboxesContract, me).checkDns({ params: { mailboxId }, body: {} });
  const [row] = await main.test.query(
    `select updated_at = '2026-01-01' as is_unchanged, dns_checked_at is not null as is_looked_up from mailbox where id = $1`,
    [mailboxId],
  );
  expect(row).toEqual({ is_unchanged: true, is_looked_up: true });
});
