// The same routes as one ordinary single-page application: the shell and the seven areas in one webpack build, without federation,
// without shared scopes, split by route as webpack does by itself. What the product's way costs is measured against it.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compressFolder } from '../../packages/build/src/compress.mjs';
import { listRemotes, repositoryRoot } from '../../packages/build/src/repository.mjs';
import { shellConfig } from '../../packages/build/src/webpack-config.mjs';

const require = createRequire(path.join(repositoryRoot, 'packages/build/package.json'));
process.env.NODE_ENV = 'production';

/** Takes the place of shell/src/remotes/federation.ts. */
function plainLoading(folder) {
  const remotes = listRemotes();
  const areas = remotes.map(
    ({ manifest, directory }) =>
      `  ${manifest.name}: () => import(${JSON.stringify(path.join(directory, 'src/app.tsx'))}),`,
  );
  const parts = remotes.flatMap(({ manifest, directory }) =>
    manifest.parts.map(
      (part) =>
        `  '${manifest.name}/${part}': () => import(${JSON.stringify(path.join(directory, `src/parts/${part}.tsx`))}),`,
    ),
  );
  const file = path.join(folder, 'plain-loading.js');
  fs.writeFileSync(
    file,
    `const areas = {\n${areas.join('\n')}\n};\nconst parts = {\n${parts.join('\n')}\n};
export const provideRemotes = () => {};
export const loadArea = (name) => areas[name]();
export const preloadArea = (name) => { loadArea(name).catch(() => {}); };
export const mountPart = async (name, element, props) => (await parts[name]()).part.mount(element, props);\n`,
  );
  return file;
}

const target = process.argv[2] ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '../dist/single');
fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(target, { recursive: true });
const { NormalModuleReplacementPlugin } = require('webpack');
const base = shellConfig({ outputPath: path.join(target, 'shell') });
// Packages as they are, but the same part of zod as the shell's, which leaves out what no screen calls.
const isCurated = ([name, file]) =>
  name !== 'zod$' && name.endsWith('$') && path.dirname(file) === path.join(repositoryRoot, 'packages/build/provided');
// What loads areas is no file of its own here.
const eagerFile = path.join(target, 'eager-loading.cjs');
fs.writeFileSync(
  eagerFile,
  "module.exports = (source) => source.replace(\"import('./federation')\", \"import(/* webpackMode: 'eager' */ './federation')\");\n",
);
const configuration = {
  ...base,
  resolve: {
    ...base.resolve,
    alias: Object.fromEntries(Object.entries(base.resolve.alias).filter((row) => !isCurated(row))),
  },
  module: {
    ...base.module,
    rules: [...base.module.rules, { test: /remotes[\\/]start-areas\.ts$/, enforce: 'pre', use: eagerFile }],
  },
  optimization: { ...base.optimization, splitChunks: { chunks: 'async' } },
  plugins: [
    ...base.plugins,
    new NormalModuleReplacementPlugin(/remotes[\\/]federation$|^\.\/federation$/, plainLoading(target)),
  ],
};
const stats = await new Promise((resolve, reject) => {
  const compiler = require('webpack')(configuration);
  compiler.run((error, result) => compiler.close(() => (error ? reject(error) : resolve(result))));
});
if (stats.hasErrors()) {
  console.error(stats.toString('errors-only'));
  process.exit(1);
}
await compressFolder(path.join(target, 'shell'));
for (const name of ['remotes.json', 'remotes.json.br'])
  fs.copyFileSync(path.join(repositoryRoot, 'dist/web', name), path.join(target, name));
