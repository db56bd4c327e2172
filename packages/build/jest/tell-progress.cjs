'use strict';
// A reporter that tells the process that started Jest (scripts/lib/run-program.mjs) which test files run. A group names the file inside it.
const path = require('node:path');

class TellProgress {
  constructor() {
    this.running = new Map();
  }

  onTestFileStart(test) {
    this.running.set(test.path, path.relative(process.cwd(), test.path));
    this.tell();
  }

  onTestCaseStart(test, { ancestorTitles }) {
    if (/\.test\.[cm]?tsx?$/.test(ancestorTitles[0] ?? '')) this.running.set(test.path, ancestorTitles[0]);
    this.tell();
  }

  onTestCaseResult() {
    this.tell();
  }

  onTestFileResult(test) {
    this.running.delete(test.path);
    this.tell();
  }

  tell() {
    process.send?.({ running: [...this.running.values()] });
  }
}

module.exports = TellProgress;
