/** What a failure says of itself. Calls of the cache fail with plain data that has a message, and not with an Error. */
export function failureSentence(error: unknown): string {
  const message = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
  return typeof message === 'string' && message !== '' ? message : 'Something went wrong. Try again.';
}

/** Whether a call failed for now: no answer, too many calls at once, or a server in trouble. Trying again can succeed. */
export function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false;
  const { status } = error;
  return typeof status === 'number' && (status === 0 || status === 429 || status >= 500);
}
