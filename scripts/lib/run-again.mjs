// A test file that failed runs once more by itself, with nothing beside it. If it passes then, its tests count as
// passed and the file is named as flaky: a fault of the test that shows when others use the machine.
import { relative } from 'node:path';

import { root } from './install.mjs';
import { countOfJest, countOfPlaywright, jest, playwright } from './test-stages.mjs';

/** With more than these the product is broken, not a test. */
const most = 12;

const again = {
  jest: (file) => jest('again', ['--runInBand', '--runTestsByPath', file]),
  // As in the first run, a journey is a file in one window size.
  playwright: (file) => {
    const [path, project] = file.split(' ');
    return playwright('again', ['--workers=1', `--project=${project}`, `journeys/${path}`]);
  },
};
const countAgain = { jest: countOfJest, playwright: countOfPlaywright };

/**
 * @param {{ name: string, kind?: string, passed: number, failures: { file?: string, text: string }[] }[]} results
 * @returns the same results, in which what passed now is no failure
 */
export async function runAgain(results) {
  const files = results.flatMap(({ failures }) => failures.flatMap(({ file }) => file ?? []));
  if (new Set(files).size > most) return results;
  const after = [];
  for (const result of results) after.push(await runFilesAgain(result));
  return after;
}

async function runFilesAgain(result) {
  const flaky = [];
  for (const file of new Set(result.failures.flatMap((failure) => failure.file ?? []))) {
    console.log(`\n== ${result.name} again: ${file}`);
    const { code } = await again[result.kind](file);
    if (code === 0 && countAgain[result.kind]('again').failures.length === 0) flaky.push(file);
  }
  const isFlaky = ({ file }) => flaky.includes(file);
  return {
    ...result,
    flaky: flaky.map((file) => (file.startsWith(root) ? relative(root, file) : file)),
    passed: result.passed + result.failures.filter(isFlaky).length,
    failures: result.failures.filter((failure) => !isFlaky(failure)),
  };
}
