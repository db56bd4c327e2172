// `npm run texts` writes the catalogue of every area, `texts/en/<area>.json`, as the sources say it
// `npm run texts -- missing de` names what the language `de` has no translation for (docs/texts.md)
// `npm run texts -- check-pages` shows every page and tab in its states in the pseudo language, and fails for each text
// that no catalogue names;
//                                 a path behind it narrows it
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const { areas, catalogueOf, catalogueText, fileOf, missingIn } = require('../packages/build/src/texts/catalogues.cjs');

/** What `testPageStates` and `testFormStates` call their tests. */
const stateTests = ['page', 'form']
  .flatMap((kind) => {
    const source = readFileSync(new URL(`../packages/testing/src/${kind}-states.ts`, import.meta.url), 'utf8');
    return [...source.matchAll(/^ {2,4}it\('([^']+)'/gm)].map(([, title]) => title);
  })
  .join('|');

const commands = {
  write() {
    for (const area of Object.keys(areas())) {
      mkdirSync(dirname(fileOf('en', area)), { recursive: true });
      writeFileSync(fileOf('en', area), catalogueText(catalogueOf(area)));
    }
  },
  missing(language) {
    for (const text of missingIn(language)) console.log(text);
  },
  // The tests of the states alone: what else pages do is tested in English.
  'check-pages': (...paths) => {
    const jest = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
    const parameters = ['-c', 'jest.texts.config.cjs', '--silent', '-t', stateTests, ...paths];
    process.exitCode = spawnSync(process.execPath, [jest, ...parameters], { stdio: 'inherit' }).status ?? 1;
  },
};

const [name = 'write', ...parameters] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) {
  console.error(`Unknown: ${name}. Known: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 1;
} else commands[name](...parameters);
