'use strict';
// A language as builds take it: a folder of `texts`, or the pseudo language that is made up.
const fs = require('node:fs');
const path = require('node:path');
const { areas, faultsOf, fileOf, languages, readJson, textsFolder } = require('./catalogues.cjs');
const { pseudo } = require('./pseudo.cjs');

const loaded = new Map();

function load(language) {
  if (language === 'pseudo') {
    const { language: tag, translate } = pseudo({ accented: true });
    return { tag, translate: (_area, message) => translate(message) };
  }
  if (!languages().includes(language))
    throw new Error(`There is no folder texts/${language}. Copy texts/en and translate its values.`);
  const faults = faultsOf(language);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const catalogues = Object.fromEntries(
    Object.keys(areas())
      .filter((area) => fs.existsSync(fileOf(language, area)))
      .map((area) => [area, readJson(fileOf(language, area))]),
  );
  const translate = (area, { key, code }) => {
    const said = code ? catalogues[area]?.errors?.[code]?.[key] : catalogues[area]?.texts?.[key];
    return said === '' ? undefined : said;
  };
  return { tag: language, translate };
}

/**
 * A language by its name.
 * @returns `tag`, in which dates and figures are written, and `translate(area, message)`: undefined for what stays English
 * @throws Error when there is none, or a translation cannot take the place of its text
 */
function languageOf(language) {
  if (!loaded.has(language)) loaded.set(language, load(language));
  return loaded.get(language);
}

/** A manifest in another language: the name of the area, and of its places in the navigation. */
function translateManifest(manifest, language) {
  const { translate } = languageOf(language);
  const say = (text) => text && (translate(manifest.name, { kind: 'string', key: text }) ?? text);
  return {
    ...manifest,
    title: say(manifest.title),
    nav: manifest.nav?.map((item) => ({ ...item, label: say(item.label) })),
  };
}

/** What a build in a language depends on, beside its sources. */
const filesOfLanguage = (language) =>
  language && language !== 'pseudo' ? [path.relative(path.dirname(textsFolder), path.join(textsFolder, language))] : [];

module.exports = { filesOfLanguage, languageOf, translateManifest };
