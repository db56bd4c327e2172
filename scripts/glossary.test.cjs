'use strict';
// Words that docs/glossary.md replaced: refused in identifiers, comments, texts and the names of files.
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

/** Each word of the glossary's table, by the first cell of its row. */
const refused = {
  redue: /\bre-?due/i,
  insist: /\binsist/i,
  'take back': /\b(?:take|takes|taken|taking|took)[ -]back\b|tak(?:e|es|en|ing)Back|tookBack/i,
  'give back': /\b(?:give|gives|given|giving|gave)[ -]back\b|giv(?:e|es|en|ing)Back|gaveBack/i,
  'by hand': /\bby[ -]hand\b|byHand/i,
  'gather-work': /gather-?work|gatherer/i,
};
/** Files whose name says what is done with them, and not what they hold. */
const emptyName = /(?:^|\/)(?:manage-[^/]*|[^/]*-words)\.(?:test\.)?tsx?$/;

/** What a browser that is open or a stored row holds already. */
const onTheWire = /\/deletion\/take-back\b|`by-hand:\$\{/g;
/** Texts of other people, of the past, and this table. */
const isLeftOut = (file) =>
  /^(?:CHANGELOG\.md|content\/|docs\/glossary\.md|scripts\/(?:glossary|denied-phrases)\.test\.cjs)|^backend\/prisma\/migrations\/|inbox-sync\/labelled\//.test(
    file,
  );

const files = execFileSync(
  'git',
  ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.mts', '*.prisma', '*.sql', '*.md'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)) && !isLeftOut(file) && file !== 'ROUTES.md');

test('the glossary names each word that is refused here', () => {
  const table = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Words we replaced')[1];
  const rows = table.split('\n').map((line) => line.split('|')[1]?.trim());
  expect(Object.keys(refused).filter((word) => !rows.includes(word))).toEqual([]);
});

test('code, comments, texts and documents use no word that was replaced', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        Object.entries(refused)
          .filter(([, pattern]) => pattern.test(line.replace(onTheWire, '')) || (index === 0 && pattern.test(file)))
          .map(([word]) => `${file}:${index + 1} ${word}: ${line.trim().slice(0, 120)}`),
      ),
  );
  expect(found).toEqual([]);
});

test('files are named after what they hold', () => {
  expect(files.filter((file) => emptyName.test(file))).toEqual([]);
});
