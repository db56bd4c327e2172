import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';

/**
 * THE table of modules that exist once in a page: the shell provides them, remotes consume them and carry no copy
 * (`import: false`). Every row says why it is worth being here; what is not here is bundled where it is used.
 *
 * strict: a remote that needs another version fails in its own panel with a clear sentence, instead of running on
 * half of what it expects.
 * provide: a curated module that stands in for the package, because shared modules are not tree-shaken.
 */
const packages = [
  { name: 'react', reason: 'hooks need the one renderer that drives them' },
  { name: 'react/jsx-runtime', reason: 'the compiled JSX of every remote; follows react' },
  { name: 'react-dom', reason: 'portals must belong to the renderer that owns their parents' },
  {
    name: 'react-dom/client',
    reason: 'the renderer itself (65 kB gzip) stands in /client: shared by name or bundled eight times',
  },
  { name: 'react-redux', reason: 'the store reaches components through its context', provide: 'react-redux.mjs' },
  {
    name: '@reduxjs/toolkit',
    reason: 'one store and one endpoint cache; slices are injected into it',
    provide: 'redux-toolkit.mjs',
  },
  {
    name: '@reduxjs/toolkit/query/react',
    reason: 'the endpoint cache; remotes inject endpoints into the one api',
    provide: 'redux-toolkit-query.mjs',
  },
  {
    name: 'styled-components',
    reason: 'one style element, and generated class names that cannot collide',
    provide: 'styled-components.mjs',
  },
  { name: 'axios', reason: 'one transport with its interceptors; 21 kB gzip, not tree-shakeable' },
  { name: 'single-spa-react', reason: 'the life cycles of every area; keeps remote entries small' },
  {
    name: 'react-router-dom',
    reason: 'one copy of its contexts; the whole package is 62 kB gzip, the curated part 17 kB',
    provide: 'react-router.mjs',
  },
  {
    name: 'zod',
    reason: 'contracts are zod values on both sides; the curated part leaves out 40 locales',
    provide: 'zod.mjs',
  },
  { name: 'react-hook-form', reason: 'every remote has forms; loaded with the first form' },
  { name: '@hookform/resolvers/zod', reason: 'goes with react-hook-form, and must see the same zod' },
  { name: 'apexcharts', reason: 'the chart library (124 kB brotli): loaded with the first chart, once', lazy: true },
  { name: 'react-apexcharts', reason: 'goes with apexcharts', lazy: true },
];

/**
 * The versions of those packages. Written here and not read from what is installed, so that a checkout of one area and the packages
 * builds it as the whole repository does; a test holds every package.json against them.
 */
export const sharedVersions = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-redux': '9.3.1',
  '@reduxjs/toolkit': '2.14.0',
  'styled-components': '6.6.0',
  axios: '1.21.1',
  'single-spa-react': '6.0.2',
  'react-router-dom': '7.18.5',
  zod: '4.6.7',
  'react-hook-form': '7.92.0',
  '@hookform/resolvers': '7.0.7',
  apexcharts: '4.7.0',
  'react-apexcharts': '1.7.0',
};

const packageOf = (name) => {
  const parts = name.split('/');
  return name.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
};

function versionOf(name) {
  const version = sharedVersions[packageOf(name)];
  if (!version) throw new Error(`${packageOf(name)} is shared, but sharedVersions does not name its version.`);
  return version;
}

/**
 * Import names of the modules of a workspace package: `@skein/ui/button` for packages/ui/src/button.tsx. In packages/ui the folders
 * hold what its components are made of; only the files beside them are imported from outside.
 */
export function workspaceModules(packageFolder) {
  const source = path.join(repositoryRoot, 'packages', packageFolder, 'src');
  if (!fs.existsSync(source)) return [];
  const manifest = JSON.parse(
    fs.readFileSync(path.join(repositoryRoot, 'packages', packageFolder, 'package.json'), 'utf8'),
  );
  return fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.(test|stories|d)\.tsx?$/.test(file) &&
        !/(^|\/)testing\//.test(file) &&
        (packageFolder !== 'ui' || !file.includes('/')),
    )
    .sort()
    .map((file) => {
      const bare = file.replace(/\.tsx?$/, '').replace(/\/index$/, '');
      return { name: `${manifest.name}/${bare}`, file: path.join(source, file), version: manifest.version };
    });
}

/**
 * Our own packages that every area imports. Measured instead of assumed: bundled into each remote, packages/ui alone
 * would be downloaded once an area; its modules share one chunk of the shell instead (see `chunkGroups`).
 */
const workspacePackages = [
  {
    folder: 'mfe',
    strict: true,
    reason: 'holds the store, the session and the host: two copies would be two sessions',
  },
  { folder: 'ui', strict: false, reason: 'the design system, once instead of once an area' },
];

/** The `shared` option of the federation plugin for the shell (`provider`) or for a remote. */
export function sharedModules({ provider }) {
  const shared = {};
  for (const row of packages) {
    const version = versionOf(row.name);
    shared[row.name] = {
      singleton: true,
      version,
      requiredVersion: `^${version}`,
      ...(provider
        ? { import: row.provide ? path.join(repositoryRoot, 'packages/build/provided', row.provide) : row.name }
        : { import: false }),
    };
  }
  for (const { folder, strict } of workspacePackages) {
    for (const module of workspaceModules(folder)) {
      shared[module.name] = {
        singleton: true,
        strictVersion: strict,
        version: module.version,
        requiredVersion: `^${module.version}`,
        packageName: `@skein/${folder}`,
        // An absolute path: of plain names only those are provided that the shell itself imports.
        import: provider ? module.file : false,
      };
    }
  }
  return shared;
}

/** Why each module is shared, for the table in docs and for people who wonder. */
export function sharedReasons() {
  return [
    ...packages.map(({ name, reason }) => ({ name, reason })),
    ...workspacePackages.map(({ folder, reason }) => ({ name: `@skein/${folder}/*`, reason })),
  ];
}
