// `npm test`: everything, in the order in which a mistake is cheapest to learn. It goes on after a failure, prints how long each
// stage took, and ends with the line "N passed, N failed". `npm test -- types lint` runs some stages only.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { countJest, countPlaywright } from './lib/count-tests.mjs';
import { installChromium } from './lib/find-chromium.mjs';
import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

const reports = join(root, 'node_modules', '.cache', 'skein-test');
const jestReport = join(reports, 'jest.json');
const playwrightReport = join(reports, 'playwright.json');

/** A stage runs a program; it counts as one check unless it counts its own tests. */
const stages = [
  { name: 'types', run: () => node('node_modules/typescript7/bin/tsc', '-p', 'tsconfig.json', '--noEmit') },
  { name: 'lint', run: () => node('node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0', '--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/') },
  { name: 'imports', run: () => npmScript('imports') },
  {
    name: 'jest',
    run: () => node('node_modules/jest/bin/jest.js', '--json', `--outputFile=${jestReport}`, '--silent=passed-only'),
    count: () => countJest(jestReport),
  },
  { name: 'build', run: () => build().then(() => 0) },
  {
    name: 'e2e',
    before: () => ({ CHROMIUM_PATH: installChromium() }),
    run: (environment) => playwright(environment),
    count: () => countPlaywright(playwrightReport),
  },
];

async function main() {
  checkNode();
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Refusal(`There is no stage ${unknown.join(', ')}: the stages are ${stages.map((stage) => stage.name).join(', ')}.`);
  await timed('install', async () => void installIfNeeded());
  await timed('generate', async () => void generateIfNeeded());
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const results = [];
  for (const stage of stages) {
    if (wanted.length > 0 && !wanted.includes(stage.name)) continue;
    console.log(`\n== ${stage.name}`);
    const begin = Date.now();
    const result = await runStage(stage);
    const seconds = (Date.now() - begin) / 1000;
    console.log(`== ${stage.name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`);
    results.push({ ...result, name: stage.name, seconds });
  }
  summarise(results);
}

async function runStage(stage) {
  try {
    const code = await stage.run({ ...process.env, ...stage.before?.() });
    if (!stage.count) return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`exit code ${code}`] };
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

function summarise(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log('\n== Summary');
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`);
  }
  for (const { name, failures } of results) for (const failure of failures) console.log(`FAILED ${name}: ${failure}`);
  console.log(`${sum('seconds').toFixed(0)} s in all`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

async function timed(name, work) {
  const begin = Date.now();
  await work();
  const seconds = (Date.now() - begin) / 1000;
  if (seconds > 0.5) console.log(`== ${name}: ${seconds.toFixed(1)} s`);
}

const node = (script, ...parameters) => run(process.execPath, [join(root, script), ...parameters]);
const npmScript = (name) => run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', name]);

function playwright(environment) {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) throw new Refusal('e2e/playwright.config.ts is missing.');
  return run(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=line,json'], {
    cwd: join(root, 'e2e'),
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  });
}

/** No stage takes a third of this on two quiet cores: what is still running then hangs. */
const hangs = 30 * 60_000;

/** Output goes straight to the screen. @returns the exit code */
function run(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    const limit = setTimeout(() => {
      console.error(`Ended, because it was not done after ${hangs / 60_000} minutes.`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    }, hangs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(limit);
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
