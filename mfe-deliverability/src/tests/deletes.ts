/** What the deletion of a test takes with it. */
export const deletes = (runs: number): string =>
  runs === 0
    ? 'The test and its links are permanently deleted.'
    : `${runs === 1 ? 'Its run, the results' : `Its ${runs} runs, their results`} and its links are permanently deleted.`;
