import { templateWords } from '@skein/contracts/plain-template';
import { fieldNames } from '../import/mapping';
import type { DraftStep } from './draft-step';

const minutesOf = (step: DraftStep): number =>
  (step.delay.delayInDays * 24 + step.delay.delayInHours) * 60 + step.delay.delayInMinutes;

/** Day on which a step is due at the earliest, counted from the first. */
export const dayOf = (steps: readonly DraftStep[], index: number): number =>
  Math.floor(steps.slice(1, index + 1).reduce((sum, step) => sum + minutesOf(step), 0) / (24 * 60));

/** A wait in words: `3 days`, `1 day 4 h`, `30 min`. */
export function delayText({ delayInDays, delayInHours, delayInMinutes }: DraftStep['delay']): string {
  return (
    [
      delayInDays > 0 ? `${delayInDays} ${delayInDays === 1 ? 'day' : 'days'}` : '',
      delayInHours > 0 ? `${delayInHours} h` : '',
      delayInMinutes > 0 ? `${delayInMinutes} min` : '',
    ]
      .filter(Boolean)
      .join(' ') || 'no time'
  );
}

/** The name of a custom field as people say it: `warehouse_city` is "Warehouse city". */
function fieldLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field as people say it, whether every lead has it or only some. */
export const nameOfField = (name: string): string => fieldNames[name as keyof typeof fieldNames] ?? fieldLabel(name);

/** A body as text, with its constructs as they are written and its paragraphs kept. */
export function templateText(body: string): string {
  return (
    body
      .split(/<\/(?:p|div|li|h[1-6])>|<br\s*\/?>/i)
      .map((part) =>
        part
          .replace(/<[^<>]*>/g, '')
          .replace(/&nbsp;/g, ' ')
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&amp;/g, '&')
          .trim(),
      )
      .filter(Boolean)
      .join('\n\n') || templateWords(body)
  );
}
