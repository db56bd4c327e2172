'use strict';
// Where no earlier run told how long a file takes (a fresh clone), Jest goes by the size of files. The long ones begin first here,
// so that no worker is alone with one of them at the end.
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Files of half a minute and more: processes that are killed, clocks that run for weeks. What measures linear time comes before all of
 * them: it needs a process whose memory no other test has filled, or it measures the collection of garbage.
 */
const slow = [
  /[\\/]backend[\\/]src[\\/]services[\\/]linear-time\./,
  /[\\/]backend[\\/]src[\\/](?:faults|platform[\\/]embedded-postgres)[\\/]/,
  /[\\/](?:every-route|warmup-limits|inbox-sync|rules|resume-after-edits)\.test\./,
];
const rankOf = ({ path }) => {
  const place = slow.findIndex((pattern) => pattern.test(path));
  return place === -1 ? slow.length : place;
};

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const order = [...super.sort(tests)];
    return order
      .map((test) => [rankOf(test), test])
      .sort(([a], [b]) => a - b)
      .map(([, test]) => test);
  }
};
