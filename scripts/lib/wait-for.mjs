export const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));

/** Asks until the answer is right. @throws Error with the words after that many seconds */
export async function waitFor(what, seconds, look, every = 250) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(every)) {
    const found = await look().catch(() => undefined);
    if (found) return found;
  }
  throw new Error(`${what} did not happen within ${seconds} s.`);
}
