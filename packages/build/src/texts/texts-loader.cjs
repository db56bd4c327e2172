'use strict';
// Source in another language, before it is compiled. A build without a language has no such loader.
const path = require('node:path');
const { areaOf, root } = require('./catalogues.cjs');
const { languageOf } = require('./language.cjs');
const { translateSource } = require('./translate-source.cjs');

/** @this {import('webpack').LoaderContext<{ language: string }>} */
module.exports = function inLanguage(source) {
  const file = path.relative(root, this.resourcePath).replaceAll(path.sep, '/');
  const area = areaOf(file);
  if (!area) return source;
  const { tag, translate } = languageOf(this.getOptions().language);
  return translateSource(file, source, { language: tag, translate: (message) => translate(area, message) });
};
