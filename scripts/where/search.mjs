// Words of the screen or of the trade ("permanent bounce"), a code, a SQL function: the files that say it, the likeliest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../load-contracts.mjs';
import { readRecorded } from './recorded.mjs';
import { findRules } from './rules.mjs';
import { askedWords, beginningsOf, stemOf, stemsIn, withJoined } from './stem.mjs';

const fromRoot = (file) => relative(root, file);
const isSource = (name) => /\.(?:tsx?|sql)$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name);

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/node_modules|\/dist\/|\/generated\//.test(file));
}

/** Null where somebody moved or deleted the file since its folder was listed. */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

const folders = ['packages', 'shell', 'backend/src', 'backend/prisma/functions'].concat(
  readdirSync(root).filter((folder) => folder.startsWith('mfe-')),
);

let sources;

/**
 * Every source as it was when it was first asked for: its text (`own`), that in which words are looked for (`source`), and the words of its
 * name, of its path, and of its routes.
 */
function readSources() {
  if (sources) return sources;
  const routes = routesByFile();
  sources = folders.flatMap(sourcesIn).flatMap((path) => {
    const file = fromRoot(path);
    const own = readIfThere(path);
    if (own === null) return [];
    const said = {
      name: stemsIn(basename(file)),
      path: stemsIn(dirname(file)),
      routes: stemsIn(routes.get(file) ?? ''),
    };
    return [{ file, own, source: withJoined(withoutImports(own)), said }];
  });
  return sources;
}

/** The file of a SQL function and who calls it. */
export function findSqlFunction(name) {
  const file = join(root, 'backend/prisma/functions', `${name}.sql`);
  if (!existsSync(file)) return null;
  const pattern = new RegExp(`\\b${name}\\b`);
  const callers = ['backend/src', 'backend/prisma/functions'].flatMap(sourcesIn).filter((each) => each !== file);
  return {
    file: fromRoot(file),
    callers: callers.flatMap((each) => {
      const text = readIfThere(each) ?? '';
      const at = text.search(pattern);
      return at < 0 ? [] : [{ at: fromRoot(each), line: lineAt(text, at) }];
    }),
  };
}

/** What stands in a line, or below it where a comment opens. */
function textAt(source, line) {
  const lines = source.split('\n').slice(line - 1, line + 1);
  const bare = (one) => one.trim().replace(/^(?:\/\*\*?|\*(?!\/)|\/\/|--)|\*\/$/g, '');
  return lines.map((one) => bare(one).trim()).find(Boolean) ?? '';
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** Deciding code is in the engine and the areas; pages say what was decided, stand-ins and furnishings repeat it. */
const weights = [
  [/\/sandbox\/|\/testing|\/gallery\/|released/, 0.4],
  [/^packages\/(?:ui|mfe)\/|\/v1\//, 0.5],
  [/\.contract\.ts$|\.types\.ts$|(?:labels|texts?|docs)\.tsx?$|api\.ts$|\.routes\.ts$|^mfe-|^shell\//, 0.7],
  [/\/engine\/|\/lifecycle\//, 1.2],
];

/** How much it says that a file holds a word at all, in one place with others, in its name or path, in what it declares, or as asked. */
const worth = { held: 3, place: 3, name: 3, path: 1, declared: 3, phrase: 1 };
/** Of a place that begins so: what is declared there, or said of it, is meant. */
const worthOfPlace = { declared: 1.2, comment: 1.1, code: 1 };

/**
 * Files that hold most of the words: in their name (which says what a file is for), in one place, or as they were asked. What a route
 * says of itself is held by the file of its operation too.
 * @returns {{ at: string, line: number, text: string }[]} the likeliest first, each with the line where the words stand together
 */
function findText(text) {
  const asked = text.toLowerCase();
  const words = askedWords(text);
  if (words.length === 0) return [];
  const pattern = patternOf(words);
  const files = readSources().map(({ file, own, source, said }) => {
    const lines = linesWith(source, pattern, words);
    const names = { name: held(words, said.name), path: held(words, said.path) };
    const all = new Set([...lines.flatMap((line) => line.words), ...names.name, ...held(words, said.routes)]);
    return { file, own, source, lines, names, all };
  });
  const rarity = new Map(
    words.map((word) => [word, Math.log(1 + files.length / (1 + files.filter(({ all }) => all.has(word)).length))]),
  );
  const sum = (those) => [...new Set(those)].reduce((total, word) => total + rarity.get(word), 0);
  // A word that nobody says tells no files apart.
  const whole = sum(words.filter((word) => files.some(({ all }) => all.has(word))));
  if (whole === 0) return [];
  return files
    .filter(({ all }) => sum(all) >= whole * 0.55)
    .map(({ file, own, source, lines, names, all }) => {
      const phrase = words.length > 1 && all.size === words.length ? source.toLowerCase().indexOf(asked) : -1;
      const place = densest(lines, sum);
      const score =
        worth.held * sum(all) +
        worth.place * place.value +
        worth.name * sum(names.name) +
        worth.path * sum(names.path) +
        worth.declared * sum(lines.filter(({ kind }) => kind === 'declared').flatMap((line) => line.words)) +
        worth.phrase * (phrase >= 0 ? whole : 0);
      const weight = weights.reduce((product, [where, factor]) => (where.test(file) ? product * factor : product), 1);
      const line = phrase >= 0 ? lineAt(source, phrase) : place.line;
      return { at: file, line, text: textAt(own, line), score: score * weight };
    })
    .sort((one, other) => other.score - one.score);
}

/**
 * Rules that say what was asked, then the likeliest two files, then rules that may be meant, then more files; no file twice, and a rule in
 * place of its file.
 */
export function findPlaces(text) {
  const rules = findRules(text);
  const sure = rules.filter(({ isSure }) => isSure);
  const files = findText(text)
    .filter(({ at }) => sure.every((rule) => rule.at !== at))
    .map((file) => rules.find(({ at }) => at === file.at) ?? file);
  const places = [...sure, ...files.slice(0, 2), ...rules, ...files.slice(2)];
  return places.filter(({ at }, index) => places.findIndex((place) => place.at === at) === index);
}

/** What a file imports and hands on says nothing of it; lines keep their numbers. */
const withoutImports = (source) =>
  source.replace(/^(?:import\b|export (?:\*|(?:type )?\{))[^;]*;/gm, (found) => found.replaceAll(/[^\n]/g, ' '));

/** Which of the words a text holds, in whatever form. */
const held = (words, stems) => words.filter((word) => stems.has(word));

/** Finds where a word may begin; lower case first, as nearly all is, or a hump, or capitals. */
const patternOf = (words) => {
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  return new RegExp(
    words
      .flatMap(beginningsOf)
      .flatMap((word) => [word, capital(word), word.toUpperCase()])
      .join('|'),
    'g',
  );
};

/**
 * The word of which a match is the beginning: alone, a hump of a name (`bounceKindOf`), in capitals, or a number; null inside of
 * another.
 */
function wordAt(source, index) {
  const kind = kinds.find(({ first }) => first.test(source[index]));
  if (!kind || (index > 0 && kind.before.test(source[index - 1]))) return null;
  return kind.whole.exec(source.slice(index, index + 30))?.[0] ?? null;
}

const kinds = [
  { first: /[a-z]/, before: /[A-Za-z]/, whole: /^[a-z]+/ },
  { first: /[A-Z]/, before: /[A-Z]/, whole: /^(?:[A-Z]{2,}(?![a-z])|[A-Z][a-z]*)/ },
  { first: /\d/, before: /\d/, whole: /^\d+/ },
];

/** The lines that hold some of the words, in their order: `{ line, kind, words }`. */
function linesWith(source, pattern, words) {
  const lines = [];
  let [line, start] = [1, 0];
  for (const { index } of source.matchAll(pattern)) {
    const word = stemOf(wordAt(source, index)?.toLowerCase() ?? '');
    if (!words.includes(word)) continue;
    for (let at = source.indexOf('\n', start); at >= 0 && at < index; at = source.indexOf('\n', start)) {
      line += 1;
      start = at + 1;
    }
    if (lines.at(-1)?.line !== line) {
      const end = source.indexOf('\n', index);
      lines.push({ line, kind: kindOf(source.slice(start, end < 0 ? undefined : end)), words: [] });
    }
    lines.at(-1).words.push(word);
  }
  return lines;
}

function kindOf(line) {
  if (/^\s*(?:\/\*\*?|\*|\/\/|--)/.test(line)) return 'comment';
  return /^(?:export |create (?:or replace )?function|(?:async )?function |const |class |interface |type )/.test(line)
    ? 'declared'
    : 'code';
}

/** What the routes say of themselves, by the file of their operation. */
function routesByFile() {
  const said = new Map();
  for (const { operation, routes, summary } of readRecorded())
    if (operation !== routes) said.set(operation, `${said.get(operation) ?? ''} ${summary}`);
  return said;
}

/** The line from which three lines hold the weightiest of the words. */
function densest(lines, sum) {
  let best = { line: 1, value: 0 };
  for (const [index, { line, kind }] of lines.entries()) {
    const near = lines.slice(index, index + 3).filter((one) => one.line < line + 3);
    const value = sum(near.flatMap((one) => one.words)) * worthOfPlace[kind];
    if (value > best.value) best = { line, value };
  }
  return best;
}

/** Routes whose summary holds every word. */
export function findRoutes(text) {
  const words = askedWords(text);
  return words.length < 2
    ? []
    : readRecorded().filter(({ summary }) => held(words, stemsIn(summary)).length === words.length);
}
