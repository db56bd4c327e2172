import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { repositoryRoot } from './repository.mjs';

const require = createRequire(import.meta.url);
const { NormalModuleReplacementPlugin } = require('webpack');

const modules = path.join(repositoryRoot, 'node_modules');
const provided = (file) => path.join(repositoryRoot, 'packages/build/provided', file);

/** Parts of packages that no page of ours reaches, and what stands for them. The first figure that matters is the login page's. */
const replaced = [
  [/core[\\/](json-schema-processors|to-json-schema)\.js$/, 'no-json-schema.cjs'],
  [/axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/, 'no-axios-fetch.mjs'],
  [/axios[\\/]lib[\\/]helpers[\\/](toFormData|toURLEncodedForm|formDataToJSON)\.js$/, 'no-axios-forms.mjs'],
  [/runtime-core[\\/]dist[\\/]plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, 'no-federation-snapshot.mjs'],
  [/runtime-core[\\/]dist[\\/]utils[\\/]preload\.js$/, 'no-federation-preload.mjs'],
  [/webpack-bundler-runtime[\\/]dist[\\/]remotes\.js$/, 'no-federation-remotes.mjs'],
];

/** Folders of packages below a folder of modules, scoped ones of one scope only. */
const scoped = (folder, scope) => {
  const at = path.join(folder, scope);
  return fs.existsSync(at) ? fs.readdirSync(at).map((name) => path.join(at, name)) : [];
};

/** From the folder of each further copy of a package of the same version to the folder of the one that is used. */
function furtherCopies(scope) {
  const used = new Map();
  const further = new Map();
  const top = scoped(modules, scope).sort();
  for (const folder of [...top, ...top.flatMap((each) => scoped(path.join(each, 'node_modules'), scope)).sort()]) {
    const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const first = used.get(`${name}@${version}`);
    if (first) further.set(folder, first);
    else used.set(`${name}@${version}`, folder);
  }
  return further;
}

/** The components below @radix-ui bring their small parts once each, in one version: 39 copies of the same slot. One of them is enough. */
class OneCopyPlugin {
  constructor(scope) {
    this.scope = scope;
  }

  apply(compiler) {
    const further = furtherCopies(this.scope);
    const oneOf = (file) => {
      const at = /^(.*[\\/]node_modules[\\/]@[^\\/]+[\\/][^\\/]+)([\\/].*)$/.exec(file);
      const first = at && further.get(at[1]);
      return first ? first + at[2] : undefined;
    };
    compiler.hooks.normalModuleFactory.tap('OneCopy', (factory) => {
      factory.hooks.afterResolve.tap('OneCopy', ({ createData }) => {
        const instead = createData?.resource && oneOf(createData.resource);
        if (!instead) return;
        const { resource } = createData;
        createData.request = createData.request.replace(resource, instead);
        createData.userRequest = createData.userRequest.replace(resource, instead);
        createData.resource = instead;
      });
    });
  }
}

/** What keeps out of a build what no page needs. */
export const leanPlugins = () => [
  new OneCopyPlugin('@radix-ui'),
  ...replaced.map(([what, by]) => new NormalModuleReplacementPlugin(what, provided(by))),
];

/** A remote brings no federation runtime: it uses the one of the page, which the shell keeps. */
export const federationOfShell = () =>
  new NormalModuleReplacementPlugin(
    /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/,
    provided('federation-of-shell.mjs'),
  );

/** Addresses of modules whose packages offer a larger form by default. */
export const leanAliases = ({ development }) => ({
  // Its package.json names the development build only.
  ...(development ? {} : { 'react-router$': path.join(modules, 'react-router/dist/production/index.mjs') }),
});
