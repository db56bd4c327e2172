// Words of the screen or of the trade ("permanent bounce"), a code, a SQL function: the files that say it, the likeliest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from '../load-contracts.mjs';
import { readRecorded } from './recorded.mjs';

const fromRoot = (file) => relative(root, file);
const isSource = (name) => /\.(?:tsx?|sql)$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name);

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/node_modules|\/dist\/|\/generated\//.test(file));
}

const folders = ['packages', 'shell', 'backend/src', 'backend/prisma/functions'].concat(
  readdirSync(root).filter((folder) => folder.startsWith('mfe-')),
);

/** The file of a SQL function and who calls it. */
export function findSqlFunction(name) {
  const file = join(root, 'backend/prisma/functions', `${name}.sql`);
  if (!existsSync(file)) return null;
  const pattern = new RegExp(`\\b${name}\\b`);
  const callers = ['backend/src', 'backend/prisma/functions'].flatMap(sourcesIn).filter((each) => each !== file);
  return {
    file: fromRoot(file),
    callers: callers.flatMap((each) => {
      const text = readFileSync(each, 'utf8');
      const at = text.search(pattern);
      return at < 0 ? [] : [{ at: fromRoot(each), line: lineAt(text, at) }];
    }),
  };
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** Too frequent to tell files apart. */
const empty = new Set(
  'a an and can cannot does how may when where why are be by for from in is it its not of on or the their to who with'.split(
    ' ',
  ),
);

/** Plural and past are the same word; what is left begins every form of it. */
const stem = (word) => (word.length > 4 ? word.replace(/(?:ie[sd]|y|es|s|ed|ing)$/, '') : word);

/** Deciding code is in the engine and the areas; pages say what was decided, stand-ins and furnishings repeat it. */
const weights = [
  [/\/sandbox\/|\/testing/, 0.5],
  [/\.types\.ts$|texts?\.tsx?$|released|api\.ts$|\.routes\.ts$/, 0.7],
  [/^mfe-|^shell\//, 0.8],
  [/\/engine\/|\/lifecycle\//, 1.2],
];

/**
 * Files that hold most of the words: in their name (which says what a file is for), in one place, or as they were asked.
 * @returns {{ at: string, line: number }[]} the likeliest first, each with the line where the words stand together
 */
export function findText(text) {
  const asked = text.toLowerCase();
  const words = [...new Set(asked.split(/[^a-z0-9äöüß_]+/).filter((word) => word && !empty.has(word)))].map(stem);
  if (words.length === 0) return [];
  const files = folders.flatMap(sourcesIn).map((file) => {
    const source = readFileSync(file, 'utf8');
    // `bounceKindOf` holds the words bounce, kind and of; letter for letter, so that places stay where they are.
    return { file: fromRoot(file), source, text: source.toLowerCase() };
  });
  const isIn = (word, where) => where.includes(word);
  const rarity = new Map(
    words.map((word) => [
      word,
      Math.log(1 + files.length / (1 + files.filter((file) => isIn(word, file.text)).length)),
    ]),
  );
  const sum = (list) => list.reduce((total, word) => total + rarity.get(word), 0);
  const whole = sum(words);
  const found = [];
  for (const { file, source, text: lower } of files) {
    const name = basename(file).toLowerCase();
    const path = file.toLowerCase();
    const held = words.filter((word) => isIn(word, lower) || isIn(word, name));
    if (sum(held) < whole * 0.6) continue;
    const phrase = lower.indexOf(asked);
    const place = phrase >= 0 ? { line: lineAt(source, phrase), words } : densest(lower, words, sum);
    const weight = weights.reduce((product, [pattern, factor]) => (pattern.test(file) ? product * factor : product), 1);
    const inName = sum(words.filter((word) => isIn(word, name)));
    const inPath = sum(words.filter((word) => isIn(word, path)));
    const score = sum(held) + 2 * sum(place.words) + 3 * inName + inPath + (phrase >= 0 ? 2 * whole : 0);
    found.push({ at: file, line: place.line, score: score * weight });
  }
  return found.sort((one, other) => other.score - one.score);
}

/** The line from which three lines hold the weightiest of the words. */
function densest(text, words, sum) {
  const lines = text.split('\n');
  let best = { line: 1, words: [], value: -1 };
  for (const [index, line] of lines.entries()) {
    if (!words.some((word) => line.includes(word))) continue;
    const near = `${line}\n${lines[index + 1] ?? ''}\n${lines[index + 2] ?? ''}`;
    const here = words.filter((word) => near.includes(word));
    if (sum(here) > best.value) best = { line: index + 1, words: here, value: sum(here) };
  }
  return best;
}

/** Routes whose summary holds every word. */
export function findRoutes(text) {
  const words = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !empty.has(word))
    .map(stem);
  return words.length < 2
    ? []
    : readRecorded().filter(({ summary }) => words.every((word) => new RegExp(`\\b${word}`, 'i').test(summary)));
}
