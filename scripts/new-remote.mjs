// `npm run new:remote -- reports` makes mfe-reports: a remote with one page, its test, its manifest and its place in the navigation.
// `--title "Reports"`; `--into FOLDER` writes it into another copy of the repository.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, root as here } from './lib/install.mjs';
import { remoteFiles, words } from './lib/templates.mjs';
import { putBefore, readName, writeNew } from './lib/write-new.mjs';

try {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { title: { type: 'string' }, into: { type: 'string' } },
  });
  const name = readName(positionals[0], 'remote');
  // A federation name is also the name of a variable.
  if (name.includes('-'))
    throw new Refusal('The name of a remote is one word: it is also the name of its address and of a variable.');
  const root = values.into ? resolve(values.into) : here;
  const title = values.title ?? words(name);
  const model = JSON.parse(readFileSync(join(here, 'mfe-inbox/package.json'), 'utf8')).dependencies;
  const wanted = [
    '@skein/contracts',
    '@skein/mfe',
    '@skein/ui',
    '@reduxjs/toolkit',
    'react',
    'react-dom',
    'react-redux',
    'react-router-dom',
    'single-spa-react',
    'styled-components',
  ];
  const files = remoteFiles(name, title, Object.fromEntries(wanted.map((each) => [each, model[each]])));
  await writeNew(root, Object.fromEntries(Object.entries(files).map(([file, text]) => [`mfe-${name}/${file}`, text])));
  // Who owns which address is stated twice on purpose: a test holds the manifests against this table.
  putBefore(root, 'packages/build/test/manifests.test.ts', /^\};\n/m, `  ${name}: ['${name}'],\n`);
  if (!values.into) {
    const installed = spawnSync(
      'npm',
      ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
      { cwd: root, encoding: 'utf8' },
    );
    if (installed.status !== 0) console.warn(`The lock file does not know mfe-${name} yet; run npm install.`);
  }
  console.log(
    `mfe-${name} is there, with its page at /app/${name}. Run: npm run dev -- ${name}   npx jest mfe-${name}   npm run build -- ${name}`,
  );
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
