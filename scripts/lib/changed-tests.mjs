// `npm test -- changed`: lint, types and the tests that a change can affect, in a few minutes. The whole run stays what decides.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

import { Refusal, root } from './install.mjs';
import { runProgram } from './run-program.mjs';
import { jest } from './test-stages.mjs';

const require = createRequire(import.meta.url);

/**
 * @param {string | undefined} since the commit to compare with; without one, what is not committed yet
 * @param {(stage: object) => Promise<object>} timedStage runs a stage and tells its result
 * @throws Refusal where nothing changed
 */
export async function runChanged(since, timedStage) {
  const changed = changedFiles(since);
  if (changed.length === 0)
    throw new Refusal(`Nothing changed since ${since ?? 'the last commit'}: name an earlier one.`);
  const code = changed.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  const tests = testsFor(changed);
  console.log(`${changed.length} changed files, ${tests.length} test files`);
  const stages = [
    stage('format', 'oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed),
    code.length > 0 && stage('lint', 'oxlint/bin/oxlint', '--no-error-on-unmatched-pattern', ...code),
    { name: 'types', run: () => runProgram('npm', ['run', '--silent', 'types']) },
    tests.length > 0 && { name: 'jest', kind: 'jest', run: () => jest('jest', ['--runTestsByPath', ...tests]) },
  ];
  const results = [];
  for (const each of stages.filter(Boolean)) results.push(await timedStage(each));
  return results;
}

const stage = (name, program, ...parameters) => ({
  name,
  run: () => runProgram(process.execPath, [join(root, 'node_modules', program), ...parameters]),
});

/** Paths below the root of files that are there now. */
function changedFiles(since) {
  const git = (...parameters) => {
    const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Refusal(`git ${parameters.join(' ')}: ${stderr.trim()}`);
    return stdout.split('\n').filter(Boolean);
  };
  const files = [...git('diff', '--name-only', since ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => existsSync(join(root, file)));
}

/** What gathers a whole service, an area or a test world: through these, every test would reach every file. */
const gathers = /(?:generated|module|api|deps|routes)\.ts$|testing[^/]*\.ts$|\/testing\//;

/** The tests beside a changed file, and those that reach one by imports of their own subject. */
function testsFor(changed) {
  const { createImportGraph } = require('../../packages/build/jest/import-graph.cjs');
  const graph = createImportGraph(root);
  const wanted = new Set(changed.map((file) => join(root, file)));
  const folders = new Set([...wanted].map((file) => dirname(file)));
  const all = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.*'], {
    cwd: root,
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((file) => /\.test\.(?:tsx?|cjs)$/.test(file) && existsSync(join(root, file)))
    .map((file) => join(root, file));
  return all
    .filter(
      (test) =>
        folders.has(dirname(test)) ||
        [...graph.reachedFrom(test, (file) => gathers.test(file))].some((file) => wanted.has(file)),
    )
    .map((file) => relative(root, file));
}
