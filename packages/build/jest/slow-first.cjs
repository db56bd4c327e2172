'use strict';
// Where no earlier run told how long a file takes (a fresh clone), Jest goes by the size of files. The long ones begin first here,
// so that no worker is alone with one of them at the end.
const Sequencer = require('@jest/test-sequencer').default;

/** Files of half a minute and more: processes that are killed, clocks that run for weeks. */
const slow =
  /[\\/]backend[\\/]src[\\/](?:faults[\\/]|platform[\\/]embedded-postgres[\\/]|services[\\/]main[\\/]features[\\/](?:sending[\\/]rules|inbox-sync[\\/]inbox-sync)\.)/;

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const order = [...super.sort(tests)];
    return [...order.filter(({ path }) => slow.test(path)), ...order.filter(({ path }) => !slow.test(path))];
  }
};
