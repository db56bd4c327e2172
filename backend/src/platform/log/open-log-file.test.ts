import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogFile } from './open-log-file';

const folder = mkdtempSync(join(tmpdir(), 'skein-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The whole lines that stand in both files, when all of them are written. */
async function linesOf(file: string, last: string): Promise<{ older: string[]; newer: string[] }> {
  const read = (name: string) => {
    try {
      return readFileSync(name, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  };
  for (;;) {
    const newer = read(file);
    if (newer.at(-1) === last) return { older: read(`${file}.1`), newer };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('a log that is full gives way to a new one while the process runs, and no line is lost of what is kept', async () => {
  const file = join(folder, 'skein.log');
  const log = openLogFile(file, 50);
  const lines = Array.from({ length: 8 }, (_, index) => `line number ${index}`);
  for (const line of lines) log.write(`${line}\n`);
  const { older, newer } = await linesOf(file, lines.at(-1) as string);
  expect([...older, ...newer]).toEqual(lines);
  expect(older).toHaveLength(4);
  expect(statSync(file).mode & 0o077).toBe(0);
});
