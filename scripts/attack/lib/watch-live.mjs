/** Asks `/health/live` again and again. @returns `stop()`, which tells the longest answer in milliseconds */
export function watchLive(url) {
  let isOn = true;
  let longest = 0;
  const done = (async () => {
    while (isOn) {
      const begin = performance.now();
      await fetch(`${url}/health/live`).then((answer) => answer.text());
      longest = Math.max(longest, performance.now() - begin);
    }
  })();
  return {
    async stop() {
      isOn = false;
      await done;
      return longest;
    },
  };
}
