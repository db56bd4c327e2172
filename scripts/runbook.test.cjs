// What the runbook tells people to type exists: commands of package.json, commands of the operator, files, and the pages it leads to.
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = join(__dirname, '..');
const pages = ['operating.md', ...readdirSync(join(root, 'docs/operating')).map((name) => `operating/${name}`)];
const texts = pages.map((page) => ({ page, text: readFileSync(join(root, 'docs', page), 'utf8') }));
const found = (expression) =>
  texts.flatMap(({ page, text }) => [...text.matchAll(expression)].map((match) => ({ page, name: match[1] })));

it('names only commands that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = found(/npm run ([a-z][a-z:]*)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

it('names only commands that an operator has', () => {
  const folder = join(root, 'backend/src/server/operator');
  const source = readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .concat(readFileSync(join(folder, '..', 'operator.ts'), 'utf8'))
    .join('\n');
  const named = [...found(/npm run operator -- ([a-z][a-z-]+)/g), ...found(/skein-operator ([a-z][a-z-]+)/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(
    named.filter(({ name }) => !new RegExp(`(?:npm run operator -- |['"\`]|^  )${name}\\b`, 'm').test(source)),
  ).toEqual([]);
});

it('names only programs, units and pages that are there', () => {
  const files = [...found(/\bnode ((?:deploy|scripts)\/[\w.-]+)/g), ...found(/`(deploy\/[\w./-]+)`/g)];
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
  const links = found(/\]\(([^)#:]+\.md)/g);
  expect(links.filter(({ page, name }) => !existsSync(join(root, 'docs', dirname(page), name)))).toEqual([]);
});

it('keeps each chapter short enough to be read on a bad day', () => {
  for (const { page, text } of texts) expect([page, text.split('\n').length < 300]).toEqual([page, true]);
});

it('names every variable of .env.example', () => {
  const all = texts.map(({ text }) => text).join('\n');
  const variables = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)];
  expect(variables.length).toBeGreaterThan(40);
  expect(variables.map(([, name]) => name).filter((name) => !all.includes(name))).toEqual([]);
});
