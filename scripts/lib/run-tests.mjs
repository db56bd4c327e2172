// Runs the stages of `npm test`, tries again what failed, and counts. It goes on after a failure and ends with the line
// "N passed, N failed".
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

import { runChanged } from './changed-tests.mjs';
import { Refusal } from './install.mjs';
import { generateIfNeeded } from './prepare.mjs';
import { runAgain } from './run-again.mjs';
import { coreSeconds } from './run-program.mjs';
import { countOfJest, countOfPlaywright, longestFiles, reports, stages } from './test-stages.mjs';

/**
 * @param {string[]} wanted names of stages, or `changed` with a commit to compare with; none for everything
 * @returns {Promise<number>} the exit code
 * @throws Refusal
 */
export async function runTests(wanted) {
  generateIfNeeded();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const begin = Date.now();
  if (wanted[0] === 'changed') return summarise(await runChanged(wanted[1], timedStage), secondsSince(begin));

  const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Refusal(
      `There is no stage ${unknown.join(', ')}: the stages are ${stages.map((stage) => stage.name).join(', ')}, changed.`,
    );
  const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const results = await runStill(chosen.filter((stage) => stage.still));
  for (const stage of chosen.filter((one) => !one.still && !one.lane)) results.push(await timedStage(stage));
  results.push(...(await runLanes(chosen.filter((stage) => stage.lane))));
  return summarise(await runAgain(results), secondsSince(begin));
}

const secondsSince = (begin) => (Date.now() - begin) / 1000;

/** Two lanes, one for each of two cores. */
async function runStill(stagesLeft) {
  const results = [];
  const lane = async () => {
    for (let stage = stagesLeft.shift(); stage; stage = stagesLeft.shift()) results.push(await timedStage(stage));
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/** Journeys, Jest's workers and their databases take 7 GB together; one lane after the other takes half of that. */
const enoughMemory = 11 * 1024 ** 3;

/** A single core is not shared. A container may have less memory than its machine. */
const hasRoom = () =>
  availableParallelism() > 1 && Math.min(totalmem(), process.constrainedMemory?.() || Infinity) >= enoughMemory;

/**
 * Jest waits for PostgreSQL, journeys wait for campaign days: beside each other they keep the cores busy. Stages of one lane run one after
 * another, in any case. What they need is installed before, one after the other.
 */
export async function runLanes(chosen) {
  const ready = chosen.map(prepared);
  const lanes = [...new Set(ready.map((stage) => stage.lane))].map((name) => ready.filter((one) => one.lane === name));
  const beside = lanes.length > 1 && hasRoom();
  const runLane = async (lane) => {
    const results = [];
    for (const stage of lane)
      results.push(
        await timedStage(stage, beside ? { label: `${stage.name.padEnd(6)} | `, niceness: stage.niceness } : {}),
      );
    return results;
  };
  if (beside) return (await Promise.all(lanes.map(runLane))).flat();
  const results = [];
  for (const lane of lanes) results.push(...(await runLane(lane)));
  return results;
}

/** The stage; it fails where what it needs could not be installed. */
function prepared(stage) {
  try {
    stage.prepare?.();
    return stage;
  } catch (error) {
    return { ...stage, run: () => Promise.reject(error) };
  }
}

async function timedStage(stage, how) {
  console.log(`\n== ${stage.name}`);
  const begin = Date.now();
  const result = { ...(await runStage(stage, how)), name: stage.name, kind: stage.kind, seconds: secondsSince(begin) };
  console.log(
    `== ${stage.name}: ${result.passed} passed, ${result.failures.length} failed, ${result.seconds.toFixed(1)} s`,
  );
  return result;
}

const counts = { jest: countOfJest, playwright: countOfPlaywright };

async function runStage(stage, how) {
  try {
    const { code, hung, cores } = await stage.run(how);
    const counted = stage.kind ? counts[stage.kind](stage.name) : { passed: code === 0 ? 1 : 0, failures: [] };
    if (hung) counted.failures.push({ text: hung });
    // A program that failed although each of its tests passed (a crash at the end, say) has not passed.
    else if (code !== 0 && counted.failures.length === 0) counted.failures.push({ text: `exit code ${code}` });
    return { ...counted, cores };
  } catch (error) {
    const text = error instanceof Refusal ? error.message : (error.stack ?? String(error));
    console.error(text);
    return { passed: 0, failures: [{ text: text.split('\n')[0] }] };
  }
}

/** @returns {number} the exit code */
function summarise(results, seconds) {
  for (const { name, kind } of results.filter((one) => one.kind)) {
    console.log(`\n== What took longest in ${name}`);
    for (const file of longestFiles[kind](name)) console.log(`${file.seconds.toFixed(1).padStart(7)} s  ${file.name}`);
  }
  console.log('\n== Summary');
  for (const { name, passed, failures, seconds: taken, cores } of results) {
    const used = cores === undefined ? '' : `${cores.toFixed(0).padStart(7)} core s`;
    console.log(
      `${name.padEnd(11)} ${String(passed).padStart(5)} passed ${String(failures.length).padStart(4)} failed ${taken.toFixed(1).padStart(7)} s${used}`,
    );
  }
  for (const { flaky = [] } of results) for (const file of flaky) console.log(`FLAKY ${file}`);
  for (const { name, failures } of results) for (const { text } of failures) console.log(`FAILED ${name}: ${text}`);
  const [passed, failed] = [sum(results.map((one) => one.passed)), sum(results.map((one) => one.failures.length))];
  const used = coreSeconds();
  console.log(`${seconds.toFixed(0)} s in all${used === undefined ? '' : `, ${used.toFixed(0)} core seconds`}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
