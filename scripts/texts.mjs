// `npm run texts`            writes the catalogue of every area, `texts/en/<area>.json`, as the sources say it
// `npm run texts -- missing de`   names what the language `de` has no translation for (docs/texts.md)
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const { areas, catalogueOf, catalogueText, fileOf, missingIn } = require('../packages/build/src/texts/catalogues.cjs');

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
};

const [name = 'write', ...parameters] = process.argv.slice(2);
if (!Object.hasOwn(commands, name)) {
  console.error(`Unknown: ${name}. Known: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 1;
} else commands[name](...parameters);
