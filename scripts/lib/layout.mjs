import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format } from 'oxfmt';

import { root } from './install.mjs';

const { overrides: _, ignorePatterns: __, ...house } = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));

/**
 * The text in the layout of the house.
 * @param {string} file its path; the ending names the language
 * @throws Error where the text is not of that language
 */
export async function inLayout(file, text) {
  const { code, errors } = await format(basename(file), text, house);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].message}`);
  return code;
}
