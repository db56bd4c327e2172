'use strict';
// Pages in the pseudo language, before they are compiled: every text that a catalogue names is shown in marks (docs/texts.md).
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const swc = require('./transform.cjs');
const { areaOf, root } = require('../src/texts/catalogues.cjs');
const { pseudo } = require('../src/texts/pseudo.cjs');
const { translateSource } = require('../src/texts/translate-source.cjs');

const texts = path.join(__dirname, '..', 'src', 'texts');
const version = createHash('sha1');
for (const name of fs.readdirSync(texts).sort()) version.update(fs.readFileSync(path.join(texts, name)));
const versionOfRules = version.digest('hex');
// Without accents: tests find the words that they know once the marks are taken away.
const language = pseudo({ accented: false });

exports.createTransformer = (options) => {
  const inner = swc.createTransformer(options);
  const marked = (source, file) => {
    const name = path.relative(root, file).replaceAll(path.sep, '/');
    return areaOf(name) ? translateSource(name, source, language) : source;
  };
  return {
    ...inner,
    getCacheKey: (source, file, how) => `${inner.getCacheKey(source, file, how)}-${versionOfRules}`,
    process: (source, file, how) => inner.process(marked(source, file), file, how),
    processAsync: undefined,
  };
};
