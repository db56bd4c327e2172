'use strict';
// Pages in the pseudo language: after each test it tells which texts of the page are neither in a catalogue nor given by the test.
const matchers = require('@testing-library/dom/dist/matches.js');
const { closes, opens } = require('../src/texts/pseudo.cjs');
const { fixedCategories, systemCategories } = require('@skein/contracts/constants');
const { hearGivenData } = require('@skein/testing/given-data');
const { UntranslatedTexts } = require('@skein/testing/untranslated');

const marks = new RegExp(`[${opens}${closes}]`, 'g');
const plain = (text) => (typeof text === 'string' ? text.replaceAll(marks, '') : text);

// Tests look for English.
for (const name of ['matches', 'fuzzyMatches']) {
  const find = matchers[name];
  matchers[name] = (text, node, matcher, normalise) => find(plain(text), node, plain(matcher), normalise);
}

// What the platform says belongs to the language: names of months and days, of countries, “3 days ago”, “and”.
const mark = (text) => (/\p{L}/u.test(text) ? `${opens}${text}${closes}` : text);
for (const [prototype, names] of [
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [Intl.RelativeTimeFormat.prototype, ['format']],
  [Intl.DateTimeFormat.prototype, ['formatRange']],
  [Intl.DisplayNames.prototype, ['of']],
])
  for (const name of names) {
    const say = prototype[name];
    prototype[name] = function said(...given) {
      return mark(say.apply(this, given) ?? '');
    };
  }
for (const format of [Intl.DateTimeFormat, Intl.NumberFormat]) {
  const { get } = Object.getOwnPropertyDescriptor(format.prototype, 'format');
  Object.defineProperty(format.prototype, 'format', {
    configurable: true,
    get() {
      const say = get.call(this);
      return (value) => mark(say(value));
    },
  });
}

const texts = new UntranslatedTexts(document, { opens, closes });
hearGivenData((value, schema) => texts.given(value, schema));
// Names of records with which a workspace begins.
texts.given([...fixedCategories, ...systemCategories].map(({ name }) => name));

afterEach(() => expect(texts.take()).toEqual([]));
