import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { claimMailboxes } from './sync-state.store';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('a mailbox that came with an archive is read once it has a password again', async () => {
  const { main } = world;
  const box = await world.connect('rosa@northlight.test');
  // As it is after an import: the reason that its owner reads stays until they reconnect it.
  await main.test.query('create table kept as select * from mailbox_secret where mailbox_id = $1', [box]);
  await main.test.query('delete from mailbox_secret where mailbox_id = $1', [box]);
  expect(await claimMailboxes(main.deps.db, 'worker', 100)).toEqual([]);
  await main.test.query('insert into mailbox_secret select * from kept');
  expect(await claimMailboxes(main.deps.db, 'worker', 100)).toMatchObject([{ id: box }]);
});
