'use strict';
// Where no earlier run told how long a file takes (a fresh clone), Jest goes by the size of files. The long ones begin first here,
// groups among them, so that no worker is alone with one of them at the end.
const Sequencer = require('@jest/test-sequencer').default;
const { rankOf } = require('./slow-files.cjs');

class SlowFirst extends Sequencer {
  /**
   * Projects of one kind share an id, and with it what is translated: each keeps its own times, or the last one would
   * write over the others'.
   */
  _getCachePath({ config }) {
    return super._getCachePath({ config: { ...config, id: `${config.id}-${config.displayName?.name ?? ''}` } });
  }

  sort(tests) {
    const order = [...super.sort(tests)];
    return order
      .map((test) => [rankOf(test.path), test])
      .sort(([a], [b]) => a - b)
      .map(([, test]) => test);
  }
}

module.exports = SlowFirst;
