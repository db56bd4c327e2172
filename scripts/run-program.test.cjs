'use strict';
// What `npm test` shows of two programs that run beside each other.
const { spawnSync } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { tmpdir } = require('node:os');
const { pathToFileURL } = require('node:url');

const runProgram = pathToFileURL(join(__dirname, 'lib', 'run-program.mjs')).href;
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-run-program-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs lines that may call `run(program, options)`, where the program is a piece of JavaScript; answers what they said. */
function tryOut(lines, complaint = '') {
  const source = `
    import { runProgram } from ${JSON.stringify(runProgram)};
    const run = (program, options) => runProgram(process.execPath, ['-e', program], options);
    ${lines}
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: complaint });
  return stdout;
}

/** A program that ends its first line when the other one has begun its own. */
const halves = (mark, other) => `
  const { existsSync, writeFileSync } = require('node:fs');
  process.stdout.write('begun ${mark}', () => writeFileSync(${JSON.stringify(join(folder, mark))}, ''));
  const look = setInterval(() => {
    if (!existsSync(${JSON.stringify(join(folder, other))})) return;
    clearInterval(look);
    process.stdout.write(', ended ${mark}\\nlast ${mark}');
  }, 10);
`;

it('marks each line with what said it, and lets no line of another into one that is begun', () => {
  const [a, b] = [halves('a', 'b'), halves('b', 'a')].map((program) => JSON.stringify(program));
  const said = tryOut(`await Promise.all([run(${a}, { label: 'a | ' }), run(${b}, { label: 'b | ' })]);`);
  expect(said.split('\n').sort()).toEqual([
    '',
    'a | begun a, ended a',
    'a | last a',
    'b | begun b, ended b',
    'b | last b',
  ]);
});

it('says as it is what runs by itself', () => {
  expect(tryOut(`await run("process.stdout.write('no end of a line')", {});`)).toBe('no end of a line');
});

it('ends what has been silent for longer than it may be', () => {
  const said = tryOut(
    `const ended = await run('setInterval(() => {}, 1_000)', { longestSilence: 600 });
    console.log(JSON.stringify([ended.code, ended.hung]));`,
    expect.stringMatching(/^Ended, because it said nothing for 0\.01 minutes/),
  );
  expect(JSON.parse(said)).toEqual([1, 'said nothing for 0.01 minutes while it ran -e']);
});
