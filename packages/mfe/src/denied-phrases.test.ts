import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Phrases that the screens do not use: each has a shorter, plainer one in its place. */
const denied = [
  'Which of them may enter',
  '0 has no limit',
  'Empty begins at the launch',
  'Nothing leaves on these days',
  'No winner is looked for',
  'Empty waits for a person',
  'and nothing stands in',
  'Type what stands in',
  'Who stands here is never mailed',
  'Make webhook',
  'Through the launch gate',
  'Take out of the campaign',
  'from 3 letters',
  'How many people are you',
  'Nothing was verified yet',
  'Choose one of the list to read',
];
const root = join(__dirname, '../../..');

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : [];
  });
}

test('no screen uses a denied phrase', () => {
  const areas = readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mfe-'));
  const files = areas.flatMap((area) => sources(join(root, area, 'src')));
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return denied.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`);
  });
  expect(found).toEqual([]);
});
