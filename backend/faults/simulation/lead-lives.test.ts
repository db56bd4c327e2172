import { table } from '#engine/enrolment/transition';
import { liveLead } from './lead-lives';
import { leadBugs } from './planted-bugs';

const lives = 2_000;

test('whatever happens to a lead, and in whichever order, keeps every rule', () => {
  const happened = new Set<string>();
  for (let seed = 1; seed <= lives; seed += 1) {
    const { events, broken } = liveLead(seed);
    if (broken) throw new Error(`Seed ${seed}: ${broken}, after ${events.join(', ')}`);
    for (const event of events) happened.add(event);
  }
  expect([...happened].sort()).toEqual(Object.keys(table).sort());
});

test.each(leadBugs)('finds a bug planted into what decides about leads: %s', (bug) => {
  const found = Array.from({ length: lives }, (_, index) => liveLead(index + 1, bug).broken);
  expect(found.filter((broken) => broken !== null).length).toBeGreaterThan(5);
});
