'use strict';
// Where no earlier run told how long a file takes (a fresh clone), Jest goes by the size of files. The long ones begin first here,
// groups among them, so that no worker is alone with one of them at the end.
const Sequencer = require('@jest/test-sequencer').default;
const { rankOf } = require('./slow-files.cjs');

class SlowFirst extends Sequencer {
  sort(tests) {
    const order = [...super.sort(tests)];
    return order
      .map((test) => [rankOf(test.path), test])
      .sort(([a], [b]) => a - b)
      .map(([, test]) => test);
  }
}

module.exports = SlowFirst;
