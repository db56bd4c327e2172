// Which files of a stage took longest, from the reports of Jest and Playwright: where to look when the whole takes too long.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** As many of them are worth a line. */
const most = 15;

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

const longest = (files) => files.sort((a, b) => b.seconds - a.seconds).slice(0, most);

/** A group of files is named by its first one, and says how many there are. */
function nameOf(suite, root) {
  const files = new Set(suite.assertionResults.map((test) => test.ancestorTitles[0]));
  const path = relative(root, suite.name);
  return path.startsWith('generated') ? `${[...files][0]} and ${files.size - 1} more` : path;
}

/** @returns {{ name: string, seconds: number }[]} of the clock, from the start of a file's process to its end */
export const longestOfJest = (report, root = process.cwd()) =>
  longest(
    (read(report)?.testResults ?? []).map((suite) => ({
      name: nameOf(suite, root),
      seconds: (suite.endTime - suite.startTime) / 1000,
    })),
  );

/** @returns {{ name: string, seconds: number }[]} of the clock, one for each journey and size of the window */
export function longestOfPlaywright(report) {
  const found = [];
  const walk = (suite) => {
    for (const { title, file, tests } of suite.specs ?? [])
      for (const { projectName, results } of tests) {
        const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0);
        found.push({ name: `${file} [${projectName}] ${title}`.slice(0, 120), seconds: milliseconds / 1000 });
      }
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of read(report)?.suites ?? []) walk(suite);
  return longest(found);
}
