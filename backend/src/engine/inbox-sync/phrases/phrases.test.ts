import fs from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from './phrases-by-language';
import { machinePhrases, type MachineList } from './machine-phrases';

function readFolder(folder: string): Record<string, Record<string, string[]>> {
  const files = fs.readdirSync(path.join(__dirname, folder));
  return Object.fromEntries(
    files.map((file) => [
      path.basename(file, '.json'),
      JSON.parse(fs.readFileSync(path.join(__dirname, folder, file), 'utf8')) as Record<string, string[]>,
    ]),
  );
}

const FOLDERS = ['languages', 'machines'] as const;

describe.each(FOLDERS)('the phrases in %s', (folder) => {
  const languages = readFolder(folder);

  it('use the names of the English lists', () => {
    const unknown = Object.entries(languages).flatMap(([code, lists]) =>
      Object.keys(lists)
        .filter((list) => !(list in languages.en!))
        .map((list) => `${code}: ${list}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are listed once per language, without stray spaces', () => {
    const wrong = Object.entries(languages).flatMap(([code, lists]) =>
      Object.entries(lists).flatMap(([list, phrases]) =>
        phrases
          .filter((phrase, index) => phrase === '' || phrase !== phrase.trim() || phrases.indexOf(phrase) !== index)
          .map((phrase) => `${code} ${list}: "${phrase}"`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('stand one a line', () => {
    for (const code of Object.keys(languages)) {
      const text = fs.readFileSync(path.join(__dirname, folder, `${code}.json`), 'utf8');
      expect(text).toBe(`${JSON.stringify(languages[code], null, 2)}\n`);
    }
  });
});

it('reads every language file', () => {
  expect([...LANGUAGES].sort()).toEqual(Object.keys(readFolder('languages')).sort());
  const machines = readFolder('machines');
  for (const list of Object.keys(machines.en!) as MachineList[])
    expect([...machinePhrases(list)].sort()).toEqual(
      Object.values(machines)
        .flatMap((lists) => lists[list] ?? [])
        .sort(),
    );
});
