/** A moment as operators read it, in the time zone of the browser. */
export const shortTime = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
