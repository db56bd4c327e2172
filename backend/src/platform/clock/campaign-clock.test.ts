import { createManualClock } from '../testing/manual-clock';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { openCampaignClock, type CampaignClockOptions } from './campaign-clock';
import type { CampaignClock } from './clock';

const START = Date.parse('2026-03-02T10:00:00Z');
const HOUR = 3_600_000;

let test: TestDatabase;
let real: ReturnType<typeof createManualClock>;
let open: CampaignClock[];

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

beforeEach(() => {
  real = createManualClock(START);
  open = [];
});

afterEach(async () => {
  for (const clock of open) await clock.close();
  await test.query('delete from instance_clock');
});

async function start(more: Partial<CampaignClockOptions> = {}): Promise<CampaignClock> {
  const clock = await openCampaignClock({
    database: test.database,
    mode: 'sandbox',
    firstScale: 60,
    real,
    onError: (error) => {
      throw error;
    },
    ...more,
  });
  open.push(clock);
  return clock;
}

it('runs at the scale', async () => {
  const clock = await start();
  real.advance(60_000);
  expect(clock.now()).toBe(START + HOUR);
});

it('does not jump when the scale changes', async () => {
  const clock = await start();
  real.advance(60_000);
  await clock.setScale(1);
  expect(clock.now()).toBe(START + HOUR);
  real.advance(1000);
  expect(clock.now()).toBe(START + HOUR + 1000);
});

it("goes on where it was after a restart, at the machine's pace for the time nothing ran", async () => {
  const before = await start();
  real.advance(60_000);
  await before.close();
  real.advance(10 * HOUR);
  const after = await start();
  expect(after.now()).toBe(START + HOUR + 10 * HOUR);
  expect(after.scale()).toBe(60);
});

it("never goes back when the machine's clock does", async () => {
  const clock = await start();
  real.advance(60_000);
  const reached = clock.now();
  real.set(START - HOUR);
  expect(clock.now()).toBe(reached);
  await clock.close();
  const after = await start();
  expect(after.now()).toBeGreaterThanOrEqual(reached);
});

it('moves forward at once and refuses to move back', async () => {
  const clock = await start({ firstInstant: START - 720 * HOUR });
  await clock.advanceTo(START);
  expect(clock.now()).toBe(START);
  await clock.advanceTo(START - HOUR);
  expect(clock.now()).toBe(START);
});

it('tells the other processes of a change', async () => {
  const one = await start();
  const other = await start();
  const heard = new Promise<void>((resolve) => other.onChange(resolve));
  await one.setScale(1440);
  await heard;
  expect(other.scale()).toBe(1440);
});

it('wakes a sleeper when the clock jumps over its instant, and gives up when aborted', async () => {
  const clock = await start();
  const sleeping = clock.sleepUntil(START + 100 * HOUR);
  await clock.advanceTo(START + 101 * HOUR);
  await sleeping;
  const controller = new AbortController();
  const aborted = clock.sleepUntil(START + 1000 * HOUR, controller.signal);
  controller.abort(new Error('stopping'));
  await expect(aborted).rejects.toThrow('stopping');
});

it('follows SKEIN_TIME_SCALE over the stored scale', async () => {
  await (await start()).close();
  expect((await start({ givenScale: 7 })).scale()).toBe(7);
});

it("keeps the machine's time in production and lets nobody change it", async () => {
  const clock = await start({ mode: 'production', firstScale: 1 });
  real.advance(HOUR);
  expect(clock.now()).toBe(START + HOUR);
  await expect(clock.setScale(2)).rejects.toThrow(/In production/);
  await expect(clock.advanceTo(START + 9 * HOUR)).rejects.toThrow(/In production/);
});

it('refuses a database in production whose time a sandbox ran fast', async () => {
  const sandbox = await start();
  await sandbox.advanceTo(START + 100 * HOUR);
  await sandbox.close();
  await expect(start({ mode: 'production' })).rejects.toThrow(/needs a database of its own/);
});
