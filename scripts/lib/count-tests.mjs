// Reads the machine-readable reports of Jest and Playwright into the same figures: { passed, failed, failures: [name] }.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A report that is missing or holds no test counts as one failure: nothing may pass by not running. */
export function countJest(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: ['Jest wrote no report'] };
  const failures = [];
  let passed = 0;
  for (const suite of report.testResults) {
    const name = suite.name.replace(`${process.cwd()}/`, '');
    if (suite.assertionResults.length === 0 && suite.status === 'failed')
      failures.push(`${name}: ${firstLine(suite.message)}`);
    for (const test of suite.assertionResults) {
      if (test.status === 'passed') passed++;
      else
        failures.push(
          `${name}: ${test.fullName}${test.status === 'failed' ? why(test.failureMessages ?? []) : ` (${test.status})`}`,
        );
    }
  }
  if (passed === 0 && failures.length === 0) failures.push('Jest found no test');
  return { passed, failed: failures.length, failures };
}

/** A test that passed at a retry has passed; one that was skipped counts as a failure, because no test is optional here. */
export function countPlaywright(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: ['Playwright wrote no report'] };
  const failures = report.errors.map((error) => firstLine(error.message ?? 'an error outside every test'));
  let passed = 0;
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected' || test.status === 'flaky') passed++;
        else
          failures.push(
            `${[...path, spec.title].join(' > ')} [${test.projectName}]${test.status === 'skipped' ? ' (skipped)' : why(test.results.flatMap((result) => result.errors.map((error) => error.message ?? '')))}`,
          );
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  if (passed === 0 && failures.length === 0) failures.push('Playwright found no test');
  return { passed, failed: failures.length, failures };
}

const plain = (text) => text.replace(/\u001b\[[0-9;]*m/g, '').trim();
const firstLine = (text) => plain(text).split('\n')[0];

/** The reasons, without their stacks: where only the end of a log is kept, a name alone does not tell what happened. */
const why = (messages) =>
  messages
    .map((message) => {
      const lines = plain(message)
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
      return lines
        .slice(0, 20)
        .map((line) => `\n    ${line.slice(0, 300)}`)
        .join('');
    })
    .join('');
