import nodemailer from 'nodemailer';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
beforeAll(async () => {
  placement = await createPlacementWorld();
  await placement.world.connect('news@brightmoor.test', { min_time_to_wait_minutes: 5 });
});
afterAll(() => placement.world.close());

/** Another tool: it sends to these addresses by the account of its own mail server. */
async function sendByAnotherTool(to: readonly string[], subject: string, text: string, date?: Date) {
  const { smtp } = placement.world.mail;
  const tool = nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: false,
    ignoreTLS: true,
    auth: { user: 'news@brightmoor.test', pass: 'right-password' },
  });
  for (const address of to)
    await tool.sendMail({
      from: '"News" <news@brightmoor.test>',
      to: address,
      subject,
      text,
      date: date ?? new Date(placement.world.main.clock.now()),
      headers: { 'List-Unsubscribe': '<https://brightmoor.test/leave>' },
    });
  tool.close();
}

const startTest = async () => {
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: { name: 'Newsletter', type: 'manual', is_self_sent: true, regions: ['Europe'] },
  });
  const report = await client.report({ params: { placementTestId: id } });
  return { client, params: { placementTestId: id }, report };
};

test('emails of another tool are found by their code, wherever they lie and whenever they come', async () => {
  const { client, params, report } = await startTest();
  const { code, seeds } = report.self_sending as NonNullable<typeof report.self_sending>;
  expect(code).toMatch(/^PT-[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  expect(seeds).toHaveLength(8);
  expect(report).toMatchObject({ status: 'RUNNING', is_self_sent: true, self_sending: { found: 0, is_open: true } });
  const at = (index: number) => (seeds[index] as { email: string }).email;
  await sendByAnotherTool([at(0), at(1)], 'News of the docks', `Hello Sam, what is new at the docks. ${code}`);
  await sendByAnotherTool([at(2)], `News of the docks ${code}`, 'Hello Sam, the code is in the subject.');
  await placement.runFor(10);
  const first = await client.report({ params });
  expect(first.self_sending).toMatchObject({ found: 3, is_open: true });
  expect(first).toMatchObject({ status: 'RUNNING', subject: 'News of the docks' });
  expect(first.content.is_unsubscribe_offered).toBe(true);
  expect(first.by_sender.find(({ name }) => name === 'news@brightmoor.test')).toMatchObject({ mails: 3 });
  const found = first.mails.find(({ seed }) => seed === at(0));
  expect(found).toMatchObject({ sender: 'news@brightmoor.test', spf: 'pass', mailbox_id: 0 });

  // One more within the day, and one only after it: until then it counts as missing.
  placement.world.main.clock.set(placement.world.main.clock.now() + 20 * 60 * minute);
  await sendByAnotherTool([at(3)], 'News of the docks', `Late. ${code}`);
  await placement.runFor(10);
  expect((await client.report({ params })).self_sending).toMatchObject({ found: 4 });
  placement.world.main.clock.set(placement.world.main.clock.now() + 4 * 60 * minute);
  await placement.runFor(3);
  const closed = await client.report({ params });
  expect(closed).toMatchObject({ self_sending: { is_open: false }, latest: { missing: 4, waiting: 0 } });
  expect(['PASS', 'FAIL']).toContain(closed.status);
  await sendByAnotherTool([at(4)], 'News of the docks', `Very late. ${code}`);
  placement.world.main.clock.set(placement.world.main.clock.now() + 25 * 60 * minute);
  await placement.runFor(2);
  expect((await client.report({ params })).latest).toMatchObject({ missing: 3 });
});

test('a run that is closed counts what has not arrived as missing, and only people of the workspace see its code', async () => {
  const { client, params, report } = await startTest();
  const stranger = placement.clientOf({ ...(await placement.world.main.signIn()).headers });
  await expect(stranger.report({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger.closeRun({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await client.lookNow({ params });
  await client.closeRun({ params });
  expect((await client.report({ params })).latest).toMatchObject({ missing: 8, waiting: 0, score: 0 });
  await expect(client.closeRun({ params })).rejects.toMatchObject({ code: 'CONFLICT' });
  await client.runAgain({ params });
  const again = await client.report({ params });
  expect(again.self_sending?.code).not.toBe(report.self_sending?.code);
  await client.stop({ params });
  expect((await client.report({ params })).latest.waiting).toBe(0);
});

test('a test says what it needs', async () => {
  const client = placement.clientOf({ ...placement.world.me.headers });
  const own = { name: 'Own', type: 'manual' as const };
  await expect(client.addTest({ body: own })).rejects.toMatchObject({ details: [{ field: 'sender_ids' }] });
  await expect(client.addTest({ body: { ...own, is_self_sent: true, sender_ids: [1] } })).rejects.toMatchObject({
    details: [{ field: 'sender_ids' }],
  });
  await expect(
    client.addTest({ body: { ...own, type: 'auto', is_self_sent: true, every_days: 2 } }),
  ).rejects.toMatchObject({ details: [{ field: 'type' }] });
});
