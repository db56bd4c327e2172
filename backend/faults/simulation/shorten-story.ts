import { runStory } from './run-story';
import type { Bug } from './planted-bugs';
import type { Story } from './story';

/** A shorter story that still breaks the same rule: parts are left out for as long as it fails without them. */
export function shortenStory(story: Story, kind: string, bug: Bug | null = null): Story {
  const fails = (candidate: Story): boolean =>
    runStory(candidate, bug).violations.some((violation) => violation.kind === kind);
  let shortest = story;
  const attempt = (candidate: Story): boolean => {
    const isShorter = fails(candidate);
    if (isShorter) shortest = candidate;
    return isShorter;
  };
  const shortenList = (key: 'troubles' | 'incidents' | 'mailboxes' | 'steps' | 'holidays', least: number) => {
    for (let size = Math.ceil(shortest[key].length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = shortest[key].length - size; at >= 0 && shortest[key].length - size >= least; at -= 1) {
        attempt({ ...shortest, [key]: [...shortest[key].slice(0, at), ...shortest[key].slice(at + size)] });
        at = Math.min(at, shortest[key].length - size + 1);
      }
    }
  };
  for (let before = ''; before !== JSON.stringify(shortest);) {
    before = JSON.stringify(shortest);
    shortenList('incidents', 0);
    shortenList('troubles', 0);
    shortenList('holidays', 0);
    // An earlier submission needs fewer leads and steps before it.
    for (const [place, { dialogue }] of shortest.troubles.entries())
      for (const earlier of [0, 1, 2, Math.floor(dialogue / 2)])
        if (
          earlier < dialogue &&
          attempt({
            ...shortest,
            troubles: shortest.troubles.map((trouble, index) =>
              index === place ? { ...trouble, dialogue: earlier } : trouble,
            ),
          })
        )
          break;
    shortenList('steps', 1);
    shortenList('mailboxes', 1);
    for (const leads of [1, 2, 3, Math.floor(shortest.leads / 2), shortest.leads - 1])
      if (leads >= 1 && leads < shortest.leads && attempt({ ...shortest, leads })) break;
  }
  return shortest;
}

/** The story as somebody would tell it. */
export function tellStory(story: Story): string {
  const time = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const windows = story.windows.map(({ days, start, end }) => `${start} to ${end} on days ${days.join('')}`).join(', ');
  return [
    `seed ${story.seed}: from ${time(story.startAt)}, ${story.timeZone}, ${windows}, every ${story.intervalMinutes} min, at most ${story.maxLeadsPerDay} new leads a day${story.holidays.length > 0 ? `, not on ${story.holidays.join(', ')}` : ''}`,
    `  ${story.leads} leads, steps after ${story.steps.map((step) => `${step.hours} h${step.inThread ? ' (in the thread)' : ''}`).join(', ')}`,
    ...story.mailboxes.map(
      (mailbox) =>
        `  ${mailbox.name}: ${mailbox.dailyCap} a day in ${mailbox.timeZone}, gap ${mailbox.gapMinutes} min${mailbox.filesSent ? ', keeps sent mail' : ''}`,
    ),
    ...story.incidents.map(({ at, kind, ...rest }) => `  ${time(at)} ${kind} ${JSON.stringify(rest)}`),
    ...story.troubles.map(({ dialogue, what }) => `  submission ${dialogue}: ${what}`),
  ].join('\n');
}
