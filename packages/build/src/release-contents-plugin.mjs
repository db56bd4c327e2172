import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Compilation, sources } = require('webpack');

/** Names that are used of a module, by those who import it; null when they cannot be told, as for a module that is handed on as a whole. */
function usedNames(moduleGraph, module) {
  const used = new Set();
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    if (!connection.dependency || connection.getActiveState(undefined) === false) continue;
    for (const reference of connection.dependency.getReferencedExports(moduleGraph, undefined)) {
      const [name] = Array.isArray(reference) ? reference : reference.name;
      if (name === undefined) return null;
      used.add(name);
    }
  }
  return [...used].sort();
}

/** What a build uses of shared modules, by name: the range of versions it runs with, and the names it takes. */
function consumedModules({ modules, moduleGraph }) {
  const consumed = {};
  for (const module of modules) {
    if (module.type !== 'consume-shared-module') continue;
    const { shareKey, requiredVersion } = module.options;
    const [known, names] = [consumed[shareKey]?.exports, usedNames(moduleGraph, module)];
    consumed[shareKey] = {
      range: requiredVersion || '*',
      exports: known === null || names === null ? null : [...new Set([...(known ?? []), ...names])].sort(),
    };
  }
  return Object.fromEntries(Object.entries(consumed).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Writes `contents.json` beside a remote's entry: what it exposes, every script and style sheet of it, and what it uses of the shell's
 * shared modules. By that a deploy knows whether the version is whole and runs in the deployed shell (packages/deployments).
 */
export class ReleaseContentsPlugin {
  constructor({ exposes }) {
    this.exposes = exposes;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ReleaseContents', (compilation) => {
      let consumes = {};
      compilation.hooks.afterOptimizeDependencies.tap('ReleaseContents', () => {
        consumes = consumedModules(compilation);
      });
      compilation.hooks.processAssets.tap(
        { name: 'ReleaseContents', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        (assets) => {
          const files = Object.keys(assets)
            .filter((name) => /\.(js|css)$/.test(name))
            .sort();
          const contents = { exposes: this.exposes, files, consumes };
          compilation.emitAsset('contents.json', new sources.RawSource(`${JSON.stringify(contents)}\n`));
        },
      );
    });
  }
}
