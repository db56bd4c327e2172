import path from 'node:path';
import vm from 'node:vm';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { repositoryRoot } from './repository.mjs';

const require = createRequire(import.meta.url);
const { Compilation, sources } = require('webpack');

/** Where the names stand that a manifest may use. */
const namesSource = `
import { iconPaths } from './packages/ui/src/icon-paths';
import { navigationGroups } from './packages/contracts/src/remote-manifest';
import { permissions } from './packages/contracts/src/permissions';
import { features } from './packages/contracts/src/feature-access';
import { ownAddresses } from './shell/src/frame/own-addresses';
export const names = { icons: Object.keys(iconPaths), groups: navigationGroups, permissions, features, addresses: ownAddresses };
`;

/** Icons, groups, permissions, features and addresses that the shell knows by name, from its sources. */
export async function knownNames() {
  const { outputFiles } = await build({
    stdin: { contents: namesSource, resolveDir: repositoryRoot, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const module = { exports: {} };
  vm.runInThisContext(`(function (module, exports, require) {${outputFiles[0].text}\n})`)(
    module,
    module.exports,
    createRequire(path.join(repositoryRoot, 'package.json')),
  );
  return module.exports.names;
}

/** Names that a module offers; null when they cannot be told. */
function offeredNames(moduleGraph, module) {
  const offered = moduleGraph.getExportsInfo(module).getProvidedExports();
  if (!Array.isArray(offered)) return null;
  // A module that is no ES module is its own default.
  const isWhole = module.getExportsType(moduleGraph, false) === 'namespace';
  return [...new Set([...offered, ...(isWhole ? [] : ['default'])])].sort();
}

/**
 * Writes `provides.json` beside the shell's page: the versions and exports of what it shares with areas, and the names that a manifest
 * may use. By that a deploy of an area, or of a shell, knows whether the two fit (packages/deployments).
 */
export class ShellProvidesPlugin {
  constructor({ shared }) {
    this.shared = shared;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellProvides', (compilation) => {
      let modules = {};
      compilation.hooks.afterOptimizeDependencies.tap('ShellProvides', () => {
        const files = compilation.providedFiles ?? {};
        const byFile = new Map([...compilation.modules].map((module) => [module.resource, module]));
        modules = Object.fromEntries(
          Object.entries(this.shared).map(([name, { version }]) => {
            const module = byFile.get(files[name]);
            if (!module) throw new Error(`${name} is shared, but the build of the shell does not hold it.`);
            return [name, { version, exports: offeredNames(compilation.moduleGraph, module) }];
          }),
        );
      });
      compilation.hooks.processAssets.tapPromise(
        { name: 'ShellProvides', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => {
          const provides = { modules, ...(await knownNames()) };
          compilation.emitAsset('provides.json', new sources.RawSource(`${JSON.stringify(provides)}\n`));
        },
      );
    });
  }
}
