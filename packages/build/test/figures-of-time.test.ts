import { Linter } from 'eslint';
import { noFiguresOfTime, noOwnLimits } from '../eslint/figures-of-time.mjs';

const linter = new Linter();
const findings = (code: string): number =>
  linter.verify(code, {
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    rules: { 'no-restricted-syntax': ['error', ...noFiguresOfTime, ...noOwnLimits] },
  }).length;

test.each([
  'const began = performance.now();',
  'const used = process.cpuUsage();',
  'const began = process.hrtime.bigint();',
  "import { monitorEventLoopDelay } from 'node:perf_hooks';",
  'expect(Date.now() - began()).toBeLessThan(5);',
  'const took = Date.now() - began;',
  'while (Date.now() < end) look();',
  'if (end <= Date.now()) fail();',
  "it('works', () => {}, 30_000);",
  "test('works', async () => {}, limit);",
  "it.each([1, 2])('works %s', () => {}, 30_000);",
  'it.each`a`("works", () => {}, 30_000);',
  'beforeAll(async () => {}, 120_000);',
  'afterEach(() => {}, 120_000);',
  'jest.setTimeout(60_000);',
  'test.setTimeout(60_000);',
  'test.slow();',
  'page.setDefaultTimeout(1);',
  'waitFor(() => {}, { timeout: 5_000 });',
  "screen.findByRole('button', { name: 'Save' }, { timeout: 5_000 });",
  'expect(button).toBeVisible({ timeout: 5_000 });',
  'expect.poll(look, { timeout: 5_000 }).toBe(1);',
])('refuses %s', (code) => {
  expect(findings(code)).toBeGreaterThan(0);
});

test.each([
  "it('works', () => {});",
  "test('works', { tag: '@slow' }, async () => {});",
  "it.each([1, 2])('works %s', () => {});",
  'beforeAll(async () => {});',
  'const clock = { now: () => Date.now() };',
  'const anHourAgo = new Date(Date.now() - 3_600_000);',
  'const server = start({ port: 1, timeouts: { timeout: 5_000 } });',
  'await new Promise((resolve) => setTimeout(resolve, 20));',
])('allows %s', (code) => {
  expect(findings(code)).toBe(0);
});
