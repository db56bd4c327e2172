'use strict';
// The catalogues name every text of the sources (docs/texts.md).
const { existsSync, readFileSync } = require('node:fs');
const {
  areas,
  catalogueOf,
  catalogueText,
  faultsOf,
  fileOf,
  languages,
} = require('../packages/build/src/texts/catalogues.cjs');

it.each(Object.keys(areas()))(
  'has the catalogue of %s as the sources say it; otherwise run `npm run texts`',
  (area) => {
    const kept = existsSync(fileOf('en', area)) ? readFileSync(fileOf('en', area), 'utf8') : '';
    const found = catalogueText(catalogueOf(area));
    // Only what differs: the whole would be hundreds of lines.
    const lines = (text) => text.split('\n').map((line) => line.replace(/,$/, ''));
    const without = (some, others) => {
      const there = new Set(lines(others));
      return lines(some).filter((line) => !there.has(line));
    };
    expect({ gone: without(kept, found), new: without(found, kept) }).toEqual({ gone: [], new: [] });
    expect(kept).toBe(found);
  },
);

it('has no language with a translation that cannot take the place of its text', () => {
  expect(languages().flatMap(faultsOf)).toEqual([]);
});
