'use strict';
// Which test files take half a minute and more: processes that are killed, clocks that run for weeks. Without a package, because
// `npm test` reads it before anything is installed.
const slow = [
  /[\\/]backend[\\/]src[\\/]services[\\/]linear-time\./,
  /[\\/]backend[\\/](?:faults|src[\\/]platform[\\/]embedded-postgres)[\\/]/,
  /[\\/](?:every-route|warmup-limits|inbox-sync|rules|resume-after-edits)\.test\./,
];

/** Its place among the slow files, from 0; as many as there are patterns when it is not one of them. */
const rankOf = (path) => {
  const place = slow.findIndex((pattern) => pattern.test(path));
  return place === -1 ? slow.length : place;
};

const isSlow = (path) => slow.some((pattern) => pattern.test(path));

module.exports = { rankOf, isSlow };
