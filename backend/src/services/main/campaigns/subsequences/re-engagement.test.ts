import { createSubsequenceWorld, type SubsequenceWorld } from './testing';
import { recordOpen } from '#lifecycle/outcomes/record-visits';

const day = 24 * 3_600_000;
let it_: SubsequenceWorld;

beforeAll(async () => {
  it_ = await createSubsequenceWorld({
    leads: ['quiet@alder.test', 'answers@alder.test', 'gone@alder.test'],
    steps: [{ days: 0, subject: 'Yard time', body: '<p>Hi</p>' }],
  });
});
afterAll(async () => {
  await it_.close();
});

test('whoever was silent for the days after the last email is pushed at that moment of campaign time, once, and nobody else', async () => {
  const id = await it_.start('Once more', [{ kind: 'RE_ENGAGEMENT', silence_days: 10 }], { subject: 'Once more' });
  await it_.sendFirst(24);
  await it_.reply('answers@alder.test', 'Not for us.');
  await it_.query(`update lead set is_unsubscribed = true where email = 'gone@alder.test'`);
  const sent = await it_.sentIntent('quiet@alder.test');
  await it_.world.runUntil((sent?.sent_at as Date).getTime() + 10 * day - 60_000);
  expect(await it_.pushes(id)).toEqual([]);
  await it_.world.runUntil(it_.world.main.clock.now() + 30 * day);
  const pushes = await it_.pushes(id);
  expect(pushes.map((push) => [push.email, push.kind, push.outcome])).toEqual(
    expect.arrayContaining([
      ['quiet@alder.test', 'RE_ENGAGEMENT', 'PUSHED'],
      ['gone@alder.test', 'RE_ENGAGEMENT', 'SKIPPED'],
    ]),
  );
  expect(pushes).toHaveLength(2);
  expect(pushes.find((push) => push.email === 'quiet@alder.test')?.at.getTime()).toBe(
    (sent?.sent_at as Date).getTime() + 10 * day,
  );
  expect(await it_.sentIntent('quiet@alder.test', id)).toMatchObject({ subject: 'Once more', in_reply_to: null });
  expect(await it_.enrolment('quiet@alder.test', id)).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
});

test('an open after an answer begins nothing: a machine does not write again to somebody who has answered', async () => {
  const id = await it_.start('Opened', [{ kind: 'OPEN', seq_number: null }]);
  const intent = await it_.sentIntent('answers@alder.test');
  await it_.world.main.deps.db.systemSql((sql) =>
    recordOpen(sql, {
      intentId: BigInt(intent?.id as string),
      at: new Date(it_.world.main.clock.now()),
      isMachine: false,
      evidence: {},
    }),
  );
  expect(await it_.pushes(id)).toEqual([]);
});
