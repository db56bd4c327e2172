'use strict';
// Which test files take half a minute and more: processes that are killed, clocks that run for weeks. Without a package, because
// `npm test` reads it before anything is installed.
const slow = [
  /[\\/]backend[\\/]src[\\/]services[\\/]linear-time\./,
  /[\\/]backend[\\/](?:faults|src[\\/]platform[\\/]embedded-postgres)[\\/]/,
  /[\\/](?:every-route|warmup-limits|inbox-sync|rules|resume-after-edits)\.test\./,
];

/** Many files in one process (groups.cjs): the slowest kind beside these, however short the list of their names is. */
const group = /[\\/]generated[\\/]tests[\\/](server|pure|browser)[\\/]/;

/** Its place in the order of beginning: the slow ones from 0, then groups, those with a database first, then all others. */
const rankOf = (path) => {
  const place = slow.findIndex((pattern) => pattern.test(path));
  if (place !== -1) return place;
  const kind = group.exec(path)?.[1];
  return slow.length + (kind ? ['server', 'pure', 'browser'].indexOf(kind) : 3);
};

const isSlow = (path) => slow.some((pattern) => pattern.test(path));

module.exports = { rankOf, isSlow };
