import { bugs } from './planted-bugs';
import { runStory } from './run-story';
import { shortenStory, tellStory } from './shorten-story';
import { incidents, makeStory, troubles } from './story';

/**
 * Enough for every trouble and every incident to come up several times. `npm run soak -- --seeds 300` runs the stories
 * that were run here before, and as many more as asked.
 */
const seeds = 60;

test(`${seeds} seeded stories of months with faults keep every invariant; a failing seed tells its shortest story`, () => {
  let [mails, days] = [0, 0];
  const happened = new Set<string>();
  for (let seed = 1; seed <= seeds; seed += 1) {
    const story = makeStory(seed);
    const result = runStory(story);
    mails += result.mails;
    days += result.days;
    for (const { what } of story.troubles) happened.add(what);
    for (const { kind } of story.incidents) happened.add(kind);
    const [first] = result.violations;
    if (first) throw new Error(`${first.kind}: ${first.text}\n${tellStory(shortenStory(story, first.kind))}`);
  }
  process.stdout.write(`Simulation: ${JSON.stringify({ seeds, mails, days })}\n`);
  expect([...happened].sort()).toEqual([...troubles, ...incidents].sort());
  expect(mails).toBeGreaterThan(1_500);
  expect(days).toBeGreaterThan(seeds * 20);
});

test.each([
  ['spring', Date.UTC(2027, 2, 22)],
  ['autumn', Date.UTC(2027, 9, 25)],
])('delays of days over the change of clocks in %s keep every invariant, and the time of day', (_, startAt) => {
  const story = makeStory(5);
  const steps = [0, 72, 72, 73].map((hours, index) => ({ hours, inThread: index > 0 }));
  const { violations, mails } = runStory({
    ...story,
    ...{ startAt, steps, timeZone: 'Europe/Berlin', holidays: [], troubles: [], incidents: [] },
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' }],
  });
  expect(violations).toEqual([]);
  expect(mails).toBe(story.leads * steps.length);
});

test('the same seed always runs the same way', () => {
  for (const seed of [3, 17, 40]) expect(runStory(makeStory(seed)).record).toEqual(runStory(makeStory(seed)).record);
});

/** Where bugs that few stories can show are found soon; every other story is tried after these. */
const soonest: Partial<Record<(typeof bugs)[number], number>> = {
  'naive change of clocks': 11,
  'lost fence': 12,
  'window not looked at when sending': 79,
  'move forgotten': 240,
  'inbox not looked at': 111,
};

test.each(bugs)('finds a bug planted into the engine: %s', (bug) => {
  const first = soonest[bug] ?? 1;
  let kind: string | undefined;
  for (let tried = 0; kind === undefined && tried < 400; tried += 1)
    kind = runStory(makeStory(((first - 1 + tried) % 400) + 1), bug).violations[0]?.kind;
  expect(kind).toBeDefined();
});

test('a failing story is told without anything that does not matter', () => {
  const failing = Array.from({ length: 400 }, (_, index) => makeStory(index + 1)).find((story) =>
    runStory(story, 'resend on time-out').violations.some(({ kind }) => kind === 'ACCEPTED_TWICE'),
  );
  if (!failing) throw new Error('No story breaks.');
  const shortest = shortenStory(failing, 'ACCEPTED_TWICE', 'resend on time-out');
  expect({
    troubles: shortest.troubles.map(({ what }) => what),
    incidents: shortest.incidents.length,
    leads: shortest.leads,
    steps: shortest.steps.length,
    mailboxes: shortest.mailboxes.length,
  }).toEqual({ troubles: ['reply lost, taken'], incidents: 0, leads: 1, steps: 1, mailboxes: 1 });
  expect(tellStory(shortest).split('\n')).toHaveLength(4);
});
