/** The part of an email that is written next. */
type Part = 'subject' | 'body';

let wanted: Part | null = null;

/** The editor that opens next takes the cursor: who adds a step or a variant goes on writing, without a click. */
export const focusNext = (part: Part): void => {
  wanted = part;
};

/** Whether the cursor is wanted in this part of the email that has just opened; asked once. */
export function takesFocus(part: Part): boolean {
  const isWanted = wanted === part;
  if (isWanted) wanted = null;
  return isWanted;
}
