// Writes the table of what the shell provides into shell/src/remotes/provided-modules.ts: for each shared module its
// version, its terms, and how it is fetched. `require.ensure` and not `import()`: an area gets a CommonJS package as it
// is, where `import()` would wrap it; of the file that an `import` finds, so that the shell's own imports and the
// areas' meet in one copy.
import path from 'node:path';
import { createRequire } from 'node:module';
import { repositoryRoot } from './repository.mjs';

const require = createRequire(import.meta.url);

/**
 * The source of the table.
 * @param shared what `sharedModules({ provider: true })` answers
 * @param fileOf from the name that is imported to the file
 */
export async function writeTable(shared, fileOf) {
  const terms = [];
  const termsOf = (value) => {
    const text = JSON.stringify(value);
    if (!terms.includes(text)) terms.push(text);
    return terms.indexOf(text);
  };
  const rows = await Promise.all(
    Object.entries(shared).map(
      async ([name, { version, singleton, requiredVersion, strictVersion = false, import: request }]) => {
        const index = termsOf({ version, shareConfig: { singleton, requiredVersion, strictVersion } });
        return `  ${JSON.stringify(name)}: { ...terms[${index}], get: () => require.ensure([], () => () => require(${JSON.stringify(await fileOf(request))})) },`;
      },
    ),
  );
  return `const terms = [${terms.join(', ')}];\nexport const providedModules = {\n${rows.join('\n')}\n};\n`;
}

/** @this {import('webpack').LoaderContext<{ shared: Record<string, object> }>} */
export default function providedModulesLoader() {
  const callback = this.async();
  const resolve = this.getResolve({ dependencyType: 'esm' });
  const { shared } = this.getOptions();
  const names = new Map(Object.entries(shared).map(([name, { import: request }]) => [request, name]));
  // Who writes down what is provided looks there (shell-provides-plugin.mjs).
  const files = (this._compilation.providedFiles = {});
  const fileOf = async (request) => (files[names.get(request)] = await resolve(this.context, request));
  writeTable(shared, fileOf).then((source) => callback(null, source), callback);
}

/** The rule of a build that provides. */
export const providedModules = (shared) => ({
  test: path.join(repositoryRoot, 'shell/src/remotes/provided-modules.ts'),
  enforce: 'pre',
  use: { loader: require.resolve('./provided-modules-loader.mjs'), options: { shared } },
});
