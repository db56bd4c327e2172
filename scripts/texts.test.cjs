'use strict';
// The catalogues name every text of the sources (docs/texts.md).
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const {
  areaOf,
  areas,
  catalogueOf,
  catalogueText,
  faultsOf,
  fileOf,
  languages,
  root,
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

/** Code that makes a word of a code, `Positive` of `positive`: such a word is in no catalogue. */
const madeOfCodes =
  /charAt\(0\)(?:\.toUpperCase\(\))? ?\+|\$\{[^}]*charAt\(0\)[^}]*\}|\.toLowerCase\(\)\s*\.replace(?:All)?\('_'|(?:status|state|kind|priority)\.toLowerCase\(\)[},]/;
/** Names that people gave, and what is said of a text that is in the catalogue. */
const ofOtherWords = [
  'mfe-campaigns/src/campaign-form/sequence/step-labels.ts',
  'mfe-deliverability/src/results/cause-labels.ts',
  'mfe-deliverability/src/results/verdict-card.tsx',
  'mfe-settings/src/history/history-labels.ts',
];

it('has no label that is made of a code', () => {
  const made = Object.values(areas())
    .flat()
    .filter((folder) => /^(?:mfe-|shell|packages\/(?:ui|mfe))/.test(folder))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    )
    .filter((file) => areaOf(file) && madeOfCodes.test(readFileSync(join(root, file), 'utf8')));
  expect(made.sort()).toEqual(ofOtherWords);
});

it('has no language with a translation that cannot take the place of its text', () => {
  expect(languages().flatMap(faultsOf)).toEqual([]);
});
