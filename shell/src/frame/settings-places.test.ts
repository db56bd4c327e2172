import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsFields } from './settings-places';

const area = join(__dirname, '../../../mfe-settings/src');
const source = readdirSync(area, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
  .map((name) => readFileSync(join(area, name), 'utf8'))
  .join('\n');
const named = settingsFields.flatMap(({ to }) => {
  const name = new URL(to, 'https://skein.test').searchParams.get('setting');
  return name === null ? [] : [name];
});

it.each(named)('names a card or a field that the settings have: %s', (names) => {
  const isThere = (name: string) =>
    source.includes(`title="${name}"`) || source.includes(`label="${name}"`) || source.includes(`'${name}'`);
  expect(names.split('|').filter((name) => !isThere(name))).toEqual([]);
});

it('leads most fields further than to their page', () => {
  expect(named.length).toBeGreaterThan(settingsFields.length / 2);
});
