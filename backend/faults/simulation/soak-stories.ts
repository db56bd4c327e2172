import { runStory } from './run-story';
import { shortenStory, tellStory } from './shorten-story';
import { makeStory } from './story';

/** Runs stories from a seed on and tells each failing one as short as it gets. @returns how many broke a rule */
export function soakStories(first: number, count: number, say: (line: string) => void): number {
  if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1)
    throw new Error('--seeds and --seed must be whole numbers.');
  const begin = Date.now();
  let [mails, days, broken, said] = [0, 0, 0, begin];
  for (let seed = first; seed < first + count; seed += 1) {
    const story = makeStory(seed);
    const result = runStory(story);
    mails += result.mails;
    days += result.days;
    const [violation] = result.violations;
    if (violation) {
      broken += 1;
      say(
        `VIOLATION ${violation.kind}: ${violation.text}\n${tellStory(shortenStory(story, violation.kind))}\nReplay with: npm run soak -- --seeds 1 --seed ${seed}`,
      );
    }
    if (Date.now() - said > 10_000) {
      said = Date.now();
      say(`${seed - first + 1} of ${count} stories, ${mails} mails, ${days} virtual days, ${broken} broken`);
    }
  }
  say(
    `${count} stories from seed ${first} on: ${mails} mails, ${days} virtual days, ${broken} broken, ${Math.round((Date.now() - begin) / 1000)} s.`,
  );
  return broken;
}
