// Shared by the two commands that make something new.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './install.mjs';
import { inLayout } from './layout.mjs';

/** @throws Refusal when the name cannot be a folder, an address and an identifier at once */
export function readName(given, what) {
  const name = (given ?? '').replace(/^mfe-/, '');
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Refusal(`Name the ${what} in lower case, words with hyphens between them, as in "lead-scores".`);
  return name;
}

/** Writes files that must not be there yet, in the layout of the house; none is written when one is. */
export async function writeNew(root, files) {
  const there = Object.keys(files).filter((name) => existsSync(join(root, name)));
  if (there.length > 0) throw new Refusal(`${there.join(', ')} is there already.`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), await inLayout(name, text));
  }
}

/** Puts text before the first place that fits, in a file that has such a place. */
export function putBefore(root, file, place, text) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const found = place.exec(before);
  if (!found) throw new Refusal(`${file} looks different than expected: add it manually:\n${text}`);
  writeFileSync(path, before.slice(0, found.index) + text + before.slice(found.index));
}
