'use strict';
// Comments cite documents of this repository, by path and section, so that whoever must keep a rule can read it.
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const root = join(__dirname, '..');
const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.prisma', '*.sql', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)) && basename(file) !== 'citations.test.cjs');

/** The titles of a document's sections. */
function sectionsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, title]) => title);
}

test('every cited document of docs/ exists, with the section that is named', () => {
  const wrong = [];
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, document, section] of text.matchAll(/\b(docs\/[\w/-]+\.md)(?:, ([A-Z][\w ,]*?)(?=[).:;]|$))?/gm)) {
      if (!existsSync(join(root, document))) wrong.push(`${file}: ${document}`);
      else if (section && !sectionsOf(document).some((title) => section.startsWith(title)))
        wrong.push(`${file}: ${document}, ${section}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no comment cites a document that is not in the repository', () => {
  const wrong = sources.filter((file) =>
    /(?<![/\w])(?:market|goals|interface|words)\.md|\bspecification, section|public API catalogue/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(wrong).toEqual([]);
});
