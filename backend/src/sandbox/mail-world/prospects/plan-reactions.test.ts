import fc from 'fast-check';
import { behaviourWord, behaviourWords, isProspectAddress, personalityOf, prospectRefusal } from './behaviour';
import { planReactions } from './plan-reactions';
import { seededRandom } from './seeded-random';

const hour = 3_600_000;

it('chooses by the word before the first dot or plus, in any case', () => {
  expect(behaviourWord('Replies.Anna@prospects.test')).toBe('replies');
  expect(behaviourWord('ooo+17@prospects.test')).toBe('ooo');
  expect(behaviourWord('silent@prospects.test')).toBe('silent');
  expect(behaviourWord('repliesanna@prospects.test')).toBeNull();
  expect(behaviourWord('anna.replies@prospects.test')).toBeNull();
  expect(prospectRefusal('rejects.x@prospects.test')).toContain('5.1.1');
  expect(prospectRefusal('replies.x@prospects.test')).toBeNull();
  expect(isProspectAddress('a@people.prospects.test')).toBe(true);
  expect(isProspectAddress('a@notprospects.test')).toBe(false);
});

it('reacts within four hours, the same for the same seed, and does the once-only things once', () => {
  const address = fc.oneof(
    fc.constantFrom(...behaviourWords).map((word) => `${word}.x@prospects.test`),
    fc.nat().map((number) => `person${number}@prospects.test`),
  );
  fc.assert(
    fc.property(address, fc.integer({ min: 1, max: 5 }), fc.string(), (who, mails, seed) => {
      const counts = new Map<string, number>();
      for (let mailNumber = 1; mailNumber <= mails; mailNumber += 1) {
        const plan = () =>
          planReactions({
            personality: personalityOf(who, seed),
            mailNumber,
            automaticReplySent: mailNumber > 1,
            notify: [],
            random: seededRandom(seed, who, mailNumber),
          });
        const reactions = plan();
        expect(plan()).toEqual(reactions);
        for (const reaction of reactions) {
          expect(reaction.delay).toBeGreaterThan(0);
          expect(reaction.delay).toBeLessThanOrEqual(4 * hour);
          counts.set(reaction.kind, (counts.get(reaction.kind) ?? 0) + 1);
        }
      }
      for (const once of ['reply', 'unsubscribe', 'automatic-reply'])
        expect(counts.get(once) ?? 0).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

it('writes to nobody who asked for no report', () => {
  const plan = (notify: string[]) =>
    planReactions({
      personality: personalityOf('bounces.x@prospects.test', 's'),
      mailNumber: 1,
      automaticReplySent: false,
      notify,
      random: seededRandom('s'),
    }).map((reaction) => reaction.kind);
  expect(plan(['NEVER'])).toEqual([]);
  expect(plan(['DELAY'])).toEqual([]);
  expect(plan(['FAILURE', 'DELAY'])).toEqual(['bounce']);
  expect(plan([])).toEqual(['bounce']);
});
