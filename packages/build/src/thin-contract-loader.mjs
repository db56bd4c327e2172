// A contract as pages need it. `defineContract` names for every endpoint its path and the schemas of what travels; a page that calls it
// needs the path. Schemas are zod values, which came to a tenth of all JavaScript up to the campaigns list. So a build for browsers gets
// `{ service, endpoints: { name: { method, path, answer } } }` in place of the contract. What else a contract's file exports (bodies
// for forms, lists of names) stands in the same file with `?whole`, which webpack leaves out where nobody imports it.
//
// In development and in tests contracts are whole, and every answer is held against them.
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** Runs a contract's file. @returns what it exports, and the files that went into it */
async function evaluate(file) {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    external: ['zod'],
    logLevel: 'silent',
  });
  const module = { exports: {} };
  vm.runInThisContext(`(function (module, exports, require) {${outputFiles[0].text}\n})`, { filename: file })(
    module,
    module.exports,
    createRequire(file),
  );
  return { exported: module.exports, inputs: Object.keys(metafile.inputs).map((name) => path.resolve(name)) };
}

const thin = ({ service, endpoints }) => ({
  service,
  endpoints: Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, path: address, answer }]) => [
      name,
      { method, path: address, ...(answer ? { answer } : {}) },
    ]),
  ),
});

const isContract = (value) =>
  typeof value === 'object' &&
  value !== null &&
  typeof value.service === 'string' &&
  typeof value.endpoints === 'object';

/** @this {import('webpack').LoaderContext<unknown>} */
export default function thinContract() {
  const callback = this.async();
  evaluate(this.resourcePath).then(({ exported, inputs }) => {
    for (const input of inputs) this.addDependency(input);
    const contracts = Object.entries(exported)
      .filter(([, value]) => isContract(value))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(thin(value))};`);
    callback(
      null,
      [...contracts, `export * from ${JSON.stringify(`./${path.basename(this.resourcePath)}?whole`)};`].join('\n'),
    );
  }, callback);
}

/** Rules of a build in which contracts are thin. */
export const thinContracts = () => [
  {
    test: /[\\/]packages[\\/]contracts[\\/]src[\\/].*\.contract\.ts$/,
    resourceQuery: { not: [/whole/] },
    enforce: 'pre',
    use: require.resolve('./thin-contract-loader.mjs'),
  },
  // Values alone: what nobody imports need not be run.
  { test: /[\\/]packages[\\/]contracts[\\/]src[\\/]/, sideEffects: false },
];
