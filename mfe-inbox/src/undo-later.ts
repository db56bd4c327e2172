/** Seconds for which Ctrl or Cmd Z undoes what the inbox did, also after its message is gone. */
const keySeconds = 3600;

/** Undo of something that the server keeps: offered with the message, and by the key for an hour. What it refuses is told in its own words. */
export const undoLater = (run: () => Promise<unknown>) => ({
  seconds: 10,
  keySeconds,
  run: async () => void (await run()),
});
