'use strict';
// The catalogues: `texts/en/<area>.json` names every text of an area, `texts/<language>/<area>.json` says it in another
// language. An area is a remote; the shell with the packages that it shares with all areas; the services with the
// contracts whose messages they answer.
const fs = require('node:fs');
const path = require('node:path');
const { messagesOf } = require('./read-messages.cjs');
const { isSound } = require('./translate-source.cjs');

const root = path.join(__dirname, '..', '..', '..', '..');
const textsFolder = path.join(root, 'texts');

const foldersOf = {
  shell: ['shell/src', 'packages/ui/src', 'packages/mfe/src'],
  services: ['backend/src', 'packages/contracts/src', 'packages/template/src'],
};
const remotes = () =>
  fs
    .readdirSync(root)
    .filter((name) => name.startsWith('mfe-') && fs.existsSync(path.join(root, name, 'manifest.json')));
const areas = () => ({
  ...Object.fromEntries(remotes().map((name) => [name.slice(4), [`${name}/src`]])),
  ...foldersOf,
});

/** Tools of developers, made-up data, emails of other people, and what only machines read. */
const leftOut =
  /\.test\.|\.d\.ts$|\/(?:testing|faults|gallery|generated|test-support)\/|testing\.tsx?$|\/sandbox\/|engine\/inbox-sync\/|outside-texts|every-route-fixtures|warmup-texts|make-prompt|sort-prompt|draft-prompt|ask-why|relay-setup|test-support|\.store\.ts$|backend\/src\/server\/|\/migrat|\/postgres/;

/** The area whose catalogue a file's texts stand in; null when it has none. */
function areaOf(file) {
  if (!/\.tsx?$/.test(file) || leftOut.test(file)) return null;
  return (
    Object.entries(areas()).find(([, folders]) => folders.some((folder) => file.startsWith(`${folder}/`)))?.[0] ?? null
  );
}

function* filesIn(folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(file);
    else if (/\.tsx?$/.test(file) && !leftOut.test(file)) yield file;
  }
}

/** Texts of manifests: how an area is called, and where the navigation leads. */
const namesOfManifest = ({ title, nav = [] }) => [title, ...nav.map(({ label }) => label)].filter(Boolean);

const sorted = (texts) => Object.fromEntries(Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The catalogue of an area as its sources say it: `texts`, and `errors` by their codes. */
function catalogueOf(area) {
  const texts = {};
  const errors = {};
  for (const folder of areas()[area])
    for (const file of filesIn(folder))
      for (const { kind, key, forms, code } of messagesOf(file, fs.readFileSync(path.join(root, file), 'utf8'))) {
        if (kind === 'locale') continue;
        if (code) (errors[code] ??= {})[key] = key;
        else texts[key] = forms ?? key;
      }
  const manifest = path.join(root, `mfe-${area}`, 'manifest.json');
  if (fs.existsSync(manifest)) for (const name of namesOfManifest(readJson(manifest))) texts[name] = name;
  return {
    texts: sorted(texts),
    errors: sorted(Object.fromEntries(Object.entries(errors).map(([code, said]) => [code, sorted(said)]))),
  };
}

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const fileOf = (language, area) => path.join(textsFolder, language, `${area}.json`);
const catalogueText = (catalogue) => `${JSON.stringify(catalogue, null, 2)}\n`;

/** The languages that have a folder beside English. */
const languages = () =>
  fs.existsSync(textsFolder)
    ? fs
        .readdirSync(textsFolder)
        .filter((name) => name !== 'en' && fs.statSync(path.join(textsFolder, name)).isDirectory())
    : [];

/** Every text of a catalogue with where it stands: `[errors.CONFLICT, key, text]`. */
const entriesOf = ({ texts = {}, errors = {} }) => [
  ...Object.entries(texts).map(([key, text]) => ['texts', key, text]),
  ...Object.entries(errors).flatMap(([code, said]) =>
    Object.entries(said).map(([key, text]) => [`errors.${code}`, key, text]),
  ),
];

/** What is wrong with a language, in sentences; what it has no translation for yet is no fault. */
function faultsOf(language) {
  return Object.keys(areas()).flatMap((area) => {
    const file = fileOf(language, area);
    if (!fs.existsSync(file)) return [];
    const known = new Map(
      entriesOf(readJson(fileOf('en', area))).map(([place, key, text]) => [`${place} ${key}`, text]),
    );
    return entriesOf(readJson(file)).flatMap(([place, key, text]) => {
      const english = known.get(`${place} ${key}`);
      const at = `texts/${language}/${area}.json, ${place}: “${key}”`;
      if (english === undefined) return [`${at} is no text of the product any more.`];
      if (typeof english !== typeof text)
        return [`${at} is ${typeof english === 'string' ? 'one text' : 'a text with forms'}.`];
      const [whole, forms] = typeof text === 'string' ? [key, [text]] : [english.other, Object.values(text)];
      if (typeof text !== 'string' && typeof text.other !== 'string') return [`${at} has no form “other”.`];
      // What is empty is not translated yet.
      const isWrong = forms.some((form) => form !== '' && !isSound(whole, form));
      return isWrong ? [`${at}: its translation names other values.`] : [];
    });
  });
}

/** What a language has no translation for: where it stands, and its English. */
const missingIn = (language) =>
  Object.keys(areas()).flatMap((area) => {
    const file = fileOf(language, area);
    const there = new Set(
      fs.existsSync(file)
        ? entriesOf(readJson(file)).flatMap(([place, key, text]) => (text ? [`${place} ${key}`] : []))
        : [],
    );
    return entriesOf(readJson(fileOf('en', area)))
      .filter(([place, key]) => !there.has(`${place} ${key}`))
      .map(([place, key]) => `${area}, ${place}: ${key}`);
  });

module.exports = {
  areaOf,
  areas,
  catalogueOf,
  catalogueText,
  faultsOf,
  fileOf,
  languages,
  missingIn,
  readJson,
  root,
  textsFolder,
};
