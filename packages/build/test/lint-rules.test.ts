import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const refused = [
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
  "it.skip('works', () => {});",
  "describe.only('a page', () => {});",
  "xit('works', () => {});",
  "jest.mock('./send', () => ({}));",
  "jest.mock('@skein/contracts/paging', () => ({}));",
  "const text = 'select id from lead where id = $1';",
  `const text = \`\n  select \${columns} from lead\`;`,
  `const text = \`update enrolment set \${assignment} where id = $1\`;`,
  'const text = `\n  insert into lead (id) values ($1)`;',
  "const text = 'DELETE FROM lead';",
  'const text = `with gone as (delete from lead returning id) select 1`;',
  "const text = 'select pg_advisory_xact_lock($1)';",
  `const condition = \`\${column} in (select id from campaign)\`;`,
  'await sql.query(text);',
  "export { findLeads } from './leads.store';",
  "export { findLeads, type LeadRecord } from './leads.store';",
  "export { findLeads as readLeads } from '../people/leads.store';",
  "export * from './leads.store';",
  `// ${'word '.repeat(28)}`,
  `/**\n * ${'word '.repeat(28)}\n */`,
  `const text = \`select id from lead where ${'true and '.repeat(14)} true\`;`,
];

const allowed = [
  "it('works', () => {});",
  "test('works', { tag: '@slow' }, async () => {});",
  "it.each([1, 2])('works %s', () => {});",
  'beforeAll(async () => {});',
  'const clock = { now: () => Date.now() };',
  'const anHourAgo = new Date(Date.now() - 3_600_000);',
  'const server = start({ port: 1, timeouts: { timeout: 5_000 } });',
  'await new Promise((resolve) => setTimeout(resolve, 20));',
  "jest.mock('node:dns', () => ({}));",
  "const text = 'Select leads from a list, then update them.';",
  "const tag = 'select';",
  "const answer = 'SELECT completed';",
  "await client.query({ text: 'leads' });",
  "export type { LeadRecord } from './leads.store';",
  "export { type LeadRecord } from './leads.store';",
  "export { listLeads } from './list-leads';",
  `// oxlint-disable-next-line no-console -- ${'word '.repeat(28)}`,
  `const sentence = '${'word '.repeat(28)}';`,
  `const sentence = \`\${lead} ${'word '.repeat(28)}\`;`,
  `const phrases = /${'word|'.repeat(28)}last/;`,
];

const root = resolve(__dirname, '../../..');
let folder: string;
let found: Set<string>;

/** The name under which oxlint reads a sample. */
const fileOf = (code: string): string => `${[...refused, ...allowed].indexOf(code)}.test.ts`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-lint-'));
  const rules = [
    'no-figures-of-time',
    'no-own-limits',
    'no-skipped-tests',
    'no-mocked-modules',
    'no-sql',
    'no-store-handed-on',
    'line-length',
  ];
  writeFileSync(
    join(folder, 'rules.json'),
    JSON.stringify({
      categories: { correctness: 'off' },
      jsPlugins: [join(root, 'packages/build/lint/skein.mjs')],
      rules: Object.fromEntries(rules.map((rule) => [`skein/${rule}`, 'warn'])),
    }),
  );
  for (const code of [...refused, ...allowed]) writeFileSync(join(folder, fileOf(code)), code);
  const answer = execFileSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'rules.json', '-f', 'json', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(answer) as { diagnostics: { filename: string }[] };
  found = new Set(diagnostics.map(({ filename }) => filename));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(refused)('refuses %s', (code) => {
  expect(found).toContain(fileOf(code));
});

test.each(allowed)('allows %s', (code) => {
  expect(found).not.toContain(fileOf(code));
});
