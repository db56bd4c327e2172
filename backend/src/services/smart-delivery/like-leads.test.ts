import fc from 'fast-check';
import { likeLeads } from './like-leads';

const seedsOf = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([provider, count], group) =>
    Array.from({ length: count }, (_, index) => ({ id: group * 1_000 + index, provider })),
  );

test('every provider of leads has its share of the seeds, as far as there are seeds', () => {
  const seeds = seedsOf({ GMAIL: 10, OUTLOOK: 10, OTHER: 20 });
  const chosen = likeLeads(
    seeds,
    new Map([
      ['GMAIL', 70],
      ['OUTLOOK', 20],
      ['OTHER', 10],
    ]),
  );
  const of = (provider: string) =>
    seeds.filter((seed) => seed.provider === provider && chosen.includes(seed.id)).length;
  expect([of('GMAIL'), of('OUTLOOK'), of('OTHER')]).toEqual([10, 3, 1]);
  expect(likeLeads(seeds, new Map())).toEqual([]);
  expect(likeLeads(seeds, new Map([['ZOHO', 5]]))).toEqual([]);
});

test('whatever the leads: no seed twice, none of a provider without leads, shares within one seed', () => {
  const count = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(
      fc.record({ a: count, b: count, c: count }),
      fc.record({ a: count, b: count, c: count }),
      (has, wants) => {
        const seeds = seedsOf(has);
        const chosen = likeLeads(seeds, new Map(Object.entries(wants)));
        expect(new Set(chosen).size).toBe(chosen.length);
        const followed = (['a', 'b', 'c'] as const).filter((each) => has[each] > 0 && wants[each] > 0);
        const total = followed.reduce((sum, each) => sum + wants[each], 0);
        const most = Math.min(...followed.map((each) => (has[each] * total) / wants[each]));
        for (const each of ['a', 'b', 'c'] as const) {
          const own = seeds.filter(({ id, provider }) => provider === each && chosen.includes(id)).length;
          if (!followed.includes(each)) expect(own).toBe(0);
          else expect(Math.abs(own - (most * wants[each]) / total)).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});
