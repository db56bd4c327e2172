// The stages of `npm test`, in the order in which a mistake is cheapest to learn.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { countJest, countPlaywright } from './count-tests.mjs';
import { installChromium } from './find-chromium.mjs';
import { writeTestGroups } from './group-tests.mjs';
import { installFromDebian, isExecutable } from './install-from-debian.mjs';
import { Refusal, root } from './install.mjs';
import { longestOfJest, longestOfPlaywright } from './longest-files.mjs';
import { installNode24 } from './node24.mjs';
import { runProgram } from './run-program.mjs';

export const reports = join(root, 'node_modules', '.cache', 'skein-test');
const reportOf = (name) => join(reports, `${name}.json`);
const jestProgram = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/** Of what they show only failures are worth reading; they count as one check each. They run beside each other, the longest first. */
const still = (name, script, { parameters = [], env = process.env } = {}) => ({
  name,
  still: true,
  run: () => runProgram(npm, ['run', '--silent', script, '--', ...parameters], { shows: false, env }),
});

/**
 * For the compiler in Go, which checks types and tells the linter of them, beside as many other programs as there are cores: a further
 * thread infers again what the first has inferred. Nearly all of its memory is the program that it checks, so that it looks for garbage
 * less often at little cost.
 */
const alone = { ...process.env, GOMAXPROCS: '1', GOGC: '400' };
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Runs Jest and leaves its report.
 * @param {string} report the report's name
 * @param {string[]} parameters what to run
 * @param {object} [how] as runProgram takes it; `program`: another Node
 */
export const jest = (report, parameters, { program = process.execPath, ...how } = {}) =>
  runProgram(
    program,
    [
      // Most of what a test makes is garbage a moment later: room for more of it saves a tenth of the time of pages.
      // Jest hands it to its workers.
      '--max-semi-space-size=32',
      jestProgram,
      // First, because an option that takes a list would take them too.
      ...parameters,
      '--json',
      `--outputFile=${reportOf(report)}`,
      '--silent=passed-only',
      '--reporters=default',
      `--reporters=${join(root, 'packages', 'build', 'jest', 'tell-progress.cjs')}`,
    ],
    how,
  );

let foundChromium;
/** Looked for once: where Debian's could not be installed, each look would try again. */
function chromium() {
  foundChromium ??= installChromium();
  return foundChromium;
}

/** Runs journeys on a product of their own and leaves Playwright's report. */
export async function playwright(report, parameters = [], how = {}) {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) throw new Refusal('e2e/playwright.config.ts is missing.');
  rmSync(productLog, { force: true });
  const ended = await runProgram(
    process.execPath,
    [
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--reporter=line,json,./support/tell-progress.ts',
      ...parameters,
    ],
    {
      ...how,
      leaves: true,
      cwd: join(root, 'e2e'),
      env: {
        ...process.env,
        CHROMIUM_PATH: chromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(report),
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(report),
      },
    },
  );
  if (ended.code !== 0) showErrors();
  return ended;
}

/** Where e2e/setup/start-product.ts lets the product of the journeys write its log. */
const productLog = join(root, 'e2e', 'product.log');

/** The last errors of the product, beside a journey that failed: often they are its cause. */
function showErrors() {
  if (!existsSync(productLog)) return;
  const errors = readFileSync(productLog, 'utf8')
    .split('\n')
    .filter((line) => /"level":"error"|"status":5\d\d/.test(line));
  console.log(`\n== Errors and answers of 500 and above in the product's log: ${errors.length}`);
  for (const line of errors.slice(-30)) console.log(line.slice(0, 1000));
}

export const countOfJest = (report) => countJest(reportOf(report));
export const countOfPlaywright = (report) => countPlaywright(reportOf(report));
export const longestFiles = {
  jest: (report) => longestOfJest(reportOf(report), root),
  playwright: (report) => longestOfPlaywright(reportOf(report)),
};

/** What Node touches itself most, and the database: the image runs on Node 24. */
const onNode24 = [
  ...['crypto', 'env', 'http', 'log', 'mail', 'storage', 'jobs', 'instance'].map(
    (name) => `backend/src/platform/${name}/`,
  ),
  'backend/src/server/',
  'packages/template/',
];

/** It compares the work of two runs, which what is beside it would distort. */
export const linearTime = 'backend/src/services/linear-time.test.ts';

/**
 * Whoever waits for campaign days takes little, and people of the product are not to wait: Jest takes a tenth of what a journey takes, and
 * whatever is left of the cores. Much less, and a test on a slow machine passes its limit while journeys run; less would not be felt
 * either: each process of PostgreSQL begins a session, and Linux shares the cores between sessions first (autogroups, sched(7)).
 */
const besideJourneys = { lane: 'services', niceness: 10 };

/** `prepare` is called before anything runs beside the stage: an install lets this process hear nothing meanwhile. */
export const stages = [
  // What a promise or a switch forgets is seen by types only: oxlint asks the compiler in Go for those.
  still('lint', 'lint', { env: alone }),
  still('types', 'types', { parameters: ['--checkers', '1'], env: alone }),
  still('imports', 'imports'),
  still('unused', 'unused'),
  still('format', 'format'),
  { name: 'linear-time', kind: 'jest', run: (how) => jest('linear-time', [linearTime], how) },
  {
    name: 'jest',
    kind: 'jest',
    ...besideJourneys,
    prepare() {
      installOldestPostgres();
      installSpamAssassin();
    },
    run(how) {
      writeTestGroups(linearTime);
      return jest('jest', ['--config=jest.grouped.config.cjs'], how);
    },
  },
  {
    name: 'node24',
    kind: 'jest',
    ...besideJourneys,
    prepare: installNode24,
    run: (how) => jest('node24', onNode24, { ...how, program: installNode24() }),
  },
  { name: 'build', lane: 'journeys', run: buildForJourneys },
  { name: 'e2e', kind: 'playwright', lane: 'journeys', prepare: chromium, run: (how) => playwright('e2e', [], how) },
];

/**
 * Backup and restore are tried on the oldest PostgreSQL that the product supports, beside the embedded one. Where it
 * cannot be installed the test that needs it fails, and says so.
 */
function installOldestPostgres() {
  if (!isExecutable('/usr/lib/postgresql/15/bin/postgres')) installFromDebian('postgresql-15');
}

/** Spam filters are asked for real: one test starts Debian's SpamAssassin, and fails with its name where it cannot be installed. */
function installSpamAssassin() {
  if (!isExecutable('/usr/sbin/spamd')) installFromDebian('spamassassin', 'spamd');
}

/** It takes minutes, and says little. */
const longestSilenceOfBuild = 30 * 60_000;

/** In a process of its own, because what runs beside it has to be heard meanwhile. */
function buildForJourneys(how) {
  return runProgram(process.execPath, [join(root, 'scripts', 'lib', 'build-for-journeys.mjs')], {
    ...how,
    longestSilence: longestSilenceOfBuild,
  });
}
