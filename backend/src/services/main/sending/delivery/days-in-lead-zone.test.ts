import { createSendingWorld, type SendingWorld } from './testing';

const hour = 3_600_000;
const body = '<p>Hi {{first_name}}</p>';
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test("a delay of days keeps the time of day of the lead's own zone, whose clocks are not those of the campaign", async () => {
  // The Friday before New York's clocks go back; Berlin's went back the week before.
  const start = Date.UTC(2027, 10, 5, 15, 30);
  world.main.clock.set(start - 10 * 60_000);
  const campaignId = await world.campaign({
    mailboxIds: [await world.connect('zoe@northlight.test')],
    leads: ['silent.zoe@prospects.test'],
    steps: [
      { days: 0, subject: 'Hello', body },
      { days: 3, subject: '', body },
    ],
    settings: {
      time_zone: 'America/New_York',
      time_zone_mode: 'LEAD',
      window_start: '16:25',
      window_end: '17:00',
      min_time_btwn_emails: 5,
    },
  });
  await world.main.test.query(`update lead set time_zone = 'Europe/Berlin' where email = 'silent.zoe@prospects.test'`);
  await world.main.test.query('update campaign set next_trigger_at = $2 where id = $1', [campaignId, new Date(start)]);
  await world.runUntil(start + hour);
  const [lead] = await world.main.test.query<{ last_sent_at: Date; next_due_at: Date }>(
    'select last_sent_at, next_due_at from enrolment where campaign_id = $1',
    [campaignId],
  );
  expect(lead?.next_due_at.getTime()).toBe((lead?.last_sent_at.getTime() ?? 0) + 3 * 24 * hour);
});
