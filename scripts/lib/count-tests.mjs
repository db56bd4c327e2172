// Reads the machine-readable reports of Jest and Playwright into the same figures: { passed, failures: [{ file, text }]
// }. `file` is what runs again by itself; a failure without one belongs to the whole run.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A report that is missing or holds no test counts as one failure: nothing may pass by not running. */
export function countJest(report, root = process.cwd()) {
  const found = read(report);
  if (!found) return { passed: 0, failures: [{ text: 'Jest wrote no report' }] };
  const failures = [];
  let passed = 0;
  for (const suite of found.testResults) {
    if (suite.assertionResults.length === 0 && suite.status === 'failed')
      failures.push({ file: suite.name, text: `${relative(root, suite.name)}: ${firstLine(suite.message)}` });
    for (const test of suite.assertionResults) {
      if (test.status === 'passed') passed++;
      else {
        const file = fileOf(suite, test, root);
        const reason = test.status === 'failed' ? why(test.failureMessages ?? []) : ` (${test.status})`;
        failures.push({
          file,
          text: `${relative(root, file)}: ${test.fullName.replace(`${relative(root, file)} `, '')}${reason}`,
        });
      }
    }
  }
  if (passed === 0 && failures.length === 0) failures.push({ text: 'Jest found no test' });
  return { passed, failures };
}

/** A group of files (packages/build/jest/groups.cjs) holds each of them in a block that bears its path. */
function fileOf(suite, test, root) {
  const path = join(root, test.ancestorTitles[0] ?? '');
  return /\.test\.[cm]?[jt]sx?$/.test(path) && existsSync(path) ? path : suite.name;
}

/** A test that was skipped counts as a failure, because no test is optional here. */
export function countPlaywright(report) {
  const found = read(report);
  if (!found) return { passed: 0, failures: [{ text: 'Playwright wrote no report' }] };
  const failures = found.errors.map((error) => ({ text: firstLine(error.message ?? 'an error outside every test') }));
  let passed = 0;
  const countTest = (test, spec, path) => {
    if (test.status === 'expected') passed++;
    else {
      const reason =
        test.status === 'skipped'
          ? ' (skipped)'
          : why(test.results.flatMap((result) => result.errors.map((error) => error.message ?? '')));
      failures.push({
        file: `${basename(spec.file)} ${test.projectName}`,
        text: `${[...path, spec.title].join(' > ')} [${test.projectName}]${reason}`,
      });
    }
  };
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) for (const test of spec.tests) countTest(test, spec, path);
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
  };
  for (const suite of found.suites) walk(suite, [suite.title]);
  if (passed === 0 && failures.length === 0) failures.push({ text: 'Playwright found no test' });
  return { passed, failures };
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
