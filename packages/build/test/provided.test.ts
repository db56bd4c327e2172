import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/** Sources that run in a browser. */
function sources(): { file: string; text: string }[] {
  const folders = [
    'shell/src',
    'packages/ui/src',
    'packages/mfe/src',
    'packages/contracts/src',
    ...readdirSync(root)
      .filter((name) => name.startsWith('mfe-'))
      .map((name) => `${name}/src`),
  ];
  return folders.flatMap((folder) =>
    (readdirSync(path.join(root, folder), { recursive: true }) as string[])
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(path.join(root, folder, name), 'utf8') })),
  );
}

/** Names that a module is imported for; types are gone before it matters. */
function importedNames(text: string, module: string): string[] {
  const pattern = new RegExp(`import (?!type)[^;]*?\\{([^}]*)\\}[^;]*? from '${module}'`, 'g');
  return [...text.matchAll(pattern)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\sas\s/)[0] ?? name),
  );
}

function providedNames(file: string): Set<string> {
  const text = readFileSync(path.join(root, 'packages/build/provided', file), 'utf8');
  return new Set(
    [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) =>
      names.split(',').map(
        (name) =>
          name
            .trim()
            .split(/\sas\s/)
            .pop() ?? '',
      ),
    ),
  );
}

// A missing export of a shared module is `undefined` at run time, and nothing else would say so.
it.each([
  ['react-router-dom', 'react-router.mjs'],
  ['@reduxjs/toolkit', 'redux-toolkit.mjs'],
  ['@reduxjs/toolkit/query/react', 'redux-toolkit-query.mjs'],
  ['react-redux', 'react-redux.mjs'],
  ['styled-components', 'styled-components.mjs'],
])('what is imported from %s is provided', (module, file) => {
  const provided = providedNames(file);
  const missing = sources().flatMap(({ file: source, text }) =>
    importedNames(text, module)
      .filter((name) => !provided.has(name))
      .map((name) => `${source} imports ${name}: add it to packages/build/provided/${file}`),
  );
  expect(missing).toEqual([]);
});

it('nobody uses a data router: it would commit every navigation twice', () => {
  const users = sources().filter(({ text }) => /createBrowserRouter|RouterProvider/.test(text));
  expect(users.map(({ file }) => file)).toEqual([]);
});

it('what contracts and forms use of zod is provided', () => {
  // The OpenAPI document is made on servers; what is released and what automation products offer is made by scripts.
  const browser = sources().filter(
    ({ file, text }) =>
      !/openapi|released-shapes|released-contracts|automation|[.]test-support/.test(file) &&
      importedNames(text, 'zod').includes('z'),
  );
  const groups: Record<string, Set<string>> = {
    '': providedNames('zod-namespace.mjs'),
    coerce: providedNames('zod-coerce.mjs'),
    iso: providedNames('zod-iso.mjs'),
  };
  const missing = browser.flatMap(({ file, text }) =>
    [...text.matchAll(/\bz\.(?:(coerce|iso)\.)?([a-zA-Z]+)\s*[(<]/g)]
      .filter(([whole, group = '', name = '']) => !/^z\.[A-Za-z]+\s*</.test(whole) && !groups[group]?.has(name))
      .map(
        ([, group, name]) =>
          `${file} uses z.${group ? `${group}.` : ''}${name}: add it to packages/build/provided/zod-${group ?? 'namespace'}.mjs`,
      ),
  );
  expect(missing).toEqual([]);
});
