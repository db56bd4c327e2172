// `npm test`: everything, in the order in which a mistake is cheapest to learn. It goes on after a failure, prints how long each
// stage took, and ends with the line "N passed, N failed". `npm test -- types lint` runs some stages only.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { countJest, countPlaywright } from './lib/count-tests.mjs';
import { installChromium } from './lib/find-chromium.mjs';
import { installFromDebian, isExecutable } from './lib/install-from-debian.mjs';
import { writeTestGroups } from './lib/group-tests.mjs';
import { installNode24 } from './lib/node24.mjs';
import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

const reports = join(root, 'node_modules', '.cache', 'skein-test');
const jestReport = join(reports, 'jest.json');
const node24Report = join(reports, 'node24.json');
const linearTimeReport = join(reports, 'linear-time.json');
const playwrightReport = join(reports, 'playwright.json');

/** It compares the CPU of two runs, which the storm of faults beside it would distort. */
const linearTime = 'backend/src/services/linear-time.test.ts';

/**
 * A stage runs a program; it counts as one check unless it counts its own tests. The `still` ones use one core each and tell nothing
 * but mistakes: they run beside each other, the longest first.
 */
const stages = [
  {
    name: 'lint',
    still: true,
    run: (environment, stdio) =>
      node(
        stdio,
        'node_modules/eslint/bin/eslint.js',
        '.',
        '--max-warnings',
        '0',
        '--cache',
        '--cache-strategy',
        'content',
        '--cache-location',
        'node_modules/.cache/eslint/',
      ),
  },
  {
    name: 'types',
    still: true,
    run: (environment, stdio) => npmScript(stdio, 'types'),
  },
  // What a promise or a switch forgets is seen by types only; oxlint asks the compiler in Go, in a tenth of the time of ESLint.
  { name: 'lint:types', still: true, run: (environment, stdio) => npmScript(stdio, 'lint:types') },
  { name: 'imports', still: true, run: (environment, stdio) => npmScript(stdio, 'imports') },
  { name: 'unused', still: true, run: (environment, stdio) => npmScript(stdio, 'unused') },
  { name: 'format', still: true, run: (environment, stdio) => npmScript(stdio, 'format') },
  {
    name: 'linear-time',
    run: () =>
      node('inherit', 'node_modules/jest/bin/jest.js', linearTime, '--json', `--outputFile=${linearTimeReport}`),
    count: () => countJest(linearTimeReport),
  },
  {
    name: 'jest',
    before: () => {
      installPackages();
      writeTestGroups(linearTime);
    },
    run: () =>
      node(
        'inherit',
        'node_modules/jest/bin/jest.js',
        '--config=jest.grouped.config.cjs',
        '--json',
        `--outputFile=${jestReport}`,
        '--silent=passed-only',
      ),
    count: () => countJest(jestReport),
  },
  {
    // The image runs on Node 24; what is tried on it again is what touches Node itself most, and the database.
    name: 'node24',
    run: () =>
      run(installNode24(), [
        join(root, 'node_modules/jest/bin/jest.js'),
        ...['crypto', 'env', 'http', 'log', 'mail', 'storage', 'jobs', 'instance'].map(
          (name) => `backend/src/platform/${name}/`,
        ),
        'backend/src/server/',
        'packages/template/',
        '--json',
        `--outputFile=${node24Report}`,
        '--silent=passed-only',
      ]),
    count: () => countJest(node24Report),
  },
  { name: 'build', run: buildForJourneys },
  {
    name: 'e2e',
    before: () => ({ CHROMIUM_PATH: installChromium() }),
    run: (environment) => playwright(environment),
    count: () => countPlaywright(playwrightReport),
  },
];

/**
 * Backup and restore are tried on the oldest PostgreSQL that the product supports, beside the embedded one. Where it cannot be installed the
 * test that needs it fails, and says so.
 */
function installOldestPostgres() {
  if (!isExecutable('/usr/lib/postgresql/15/bin/postgres')) installFromDebian('postgresql-15');
}

/** Spam filters are asked for real: one test starts Debian's SpamAssassin, and fails with its name where it cannot be installed. */
function installSpamAssassin() {
  if (!isExecutable('/usr/sbin/spamd')) installFromDebian('spamassassin', 'spamd');
}

function installPackages() {
  installOldestPostgres();
  installSpamAssassin();
}

/** Journeys try what was built: where somebody's choice keeps an earlier version in its place, they would try that one. */
async function buildForJourneys() {
  const notes = await build();
  for (const note of notes) console.error(note);
  return notes.length > 0 ? 1 : 0;
}

async function main() {
  checkNode();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Refusal(
      `There is no stage ${unknown.join(', ')}: the stages are ${stages.map((stage) => stage.name).join(', ')}.`,
    );
  await timed('install', async () => void installIfNeeded());
  await timed('generate', async () => void generateIfNeeded());
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const begin = Date.now();
  const results = [];
  const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const still = chosen.filter((stage) => stage.still);
  const lane = async () => {
    for (let stage = still.shift(); stage; stage = still.shift()) results.push(await timedStage(stage, 'pipe'));
  };
  await Promise.all([lane(), lane()]);
  for (const stage of chosen.filter((one) => !one.still)) results.push(await timedStage(stage, 'inherit'));
  summarise(results, (Date.now() - begin) / 1000);
}

async function timedStage(stage, stdio) {
  console.log(`\n== ${stage.name}`);
  const begin = Date.now();
  const result = await runStage(stage, stdio);
  const seconds = (Date.now() - begin) / 1000;
  console.log(`== ${stage.name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`);
  return { ...result, name: stage.name, seconds };
}

async function runStage(stage, stdio) {
  try {
    const code = await stage.run({ ...process.env, ...stage.before?.() }, stdio);
    if (!stage.count)
      return code === 0
        ? { passed: 1, failed: 0, failures: [] }
        : { passed: 0, failed: 1, failures: [`exit code ${code}`] };
    const counted = stage.count();
    // A program that failed although each of its tests passed (a crash at the end, say) has not passed.
    if (code !== 0 && counted.failed === 0) return { ...counted, failed: 1, failures: [`exit code ${code}`] };
    return counted;
  } catch (error) {
    const text = error instanceof Refusal ? error.message : (error.stack ?? String(error));
    console.error(text);
    return { passed: 0, failed: 1, failures: [text.split('\n')[0]] };
  }
}

function summarise(results, seconds) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log('\n== Summary');
  for (const { name, passed, failed, seconds: taken } of results) {
    console.log(
      `${name.padEnd(11)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${taken.toFixed(1).padStart(7)} s`,
    );
  }
  for (const { name, failures } of results) for (const failure of failures) console.log(`FAILED ${name}: ${failure}`);
  console.log(`${seconds.toFixed(0)} s in all`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

async function timed(name, work) {
  const begin = Date.now();
  await work();
  const seconds = (Date.now() - begin) / 1000;
  if (seconds > 0.5) console.log(`== ${name}: ${seconds.toFixed(1)} s`);
}

const node = (stdio, script, ...parameters) => run(process.execPath, [join(root, script), ...parameters], {}, stdio);
const npmScript = (stdio, name) =>
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', name], {}, stdio);

function playwright(environment) {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) throw new Refusal('e2e/playwright.config.ts is missing.');
  return run(
    process.execPath,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=line,json'],
    {
      cwd: join(root, 'e2e'),
      env: {
        ...environment,
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      },
    },
  );
}

/** The longest test says nothing for eight minutes on two busy cores: what is silent for so long (ms) hangs. */
const hangs = 20 * 60_000;

/**
 * @param stdio `inherit`: output goes straight to the screen; `pipe`: in one piece when the program has ended
 * @returns the exit code
 */
function run(program, parameters, options = {}, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const said = [];
    const limit = setTimeout(() => {
      console.error(`Ended, because it said nothing for ${hangs / 60_000} minutes.`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    }, hangs);
    for (const [stream, screen] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      stream.on('data', (text) => {
        limit.refresh();
        if (stdio === 'inherit') screen.write(text);
        else said.push(text);
      });
    child.on('error', reject);
    // Not `exit` alone: what a program said last may come after it. What it started and left behind may hold its output for ever.
    child.on('exit', () =>
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), 5_000).unref(),
    );
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      process.stdout.write(Buffer.concat(said));
      if (signal === 'SIGINT') process.exit(130);
      resolve(code ?? 1);
    });
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
