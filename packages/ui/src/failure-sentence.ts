/** What a failure says of itself. Calls of the cache fail with plain data that has a message, and not with an Error. */
export function failureSentence(error: unknown): string {
  const message = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  return typeof message === 'string' && message !== '' ? message : 'Something went wrong. Try again.';
}
