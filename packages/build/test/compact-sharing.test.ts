import vm from 'node:vm';
import { compactConsumed, compactProvided } from '../src/compact-sharing-plugin.mjs';

const terms = '"eager":false,"requiredVersion":"^1.0.0","singleton":true,"layer":null';
const provided = `__webpack_require__.federation.initOptions.shared = {
"react": [{ version: "1.0.0", get: () => (__webpack_require__.e("platform").then(() => (() => (__webpack_require__(12))))), scope: ["default"], shareConfig: {${terms}}, }],
"@skein/ui/button": [{ version: "1.0.0", get: () => (Promise.all([__webpack_require__.e("core"), __webpack_require__.e(7)]).then(() => (() => (__webpack_require__(34))))), scope: ["default"], shareConfig: {${terms}}, }],
}
__webpack_require__.S = {};
var initPromises = {};`;

const consumed = (fallback: string) => `var installedModules = {};
__webpack_require__.consumesLoadingData.moduleIdToConsumeDataMapping = {
56: { fallback: ${fallback}, shareScope: ["default"], singleton: true, requiredVersion: "^1.0.0", strictVersion: false, eager: false, layer: undefined, shareKey: "@skein/ui/button", }
};
var moduleToHandlerMapping = {};`;

/** Runs a table and takes what `use` reads of it, with every chunk and module that is asked for on the way. */
async function run(code: string, use: (world: { federation: { initOptions: { shared: Record<string, { get: () => Promise<() => unknown> }[]> } }; consumesLoadingData: { moduleIdToConsumeDataMapping: Record<string, { fallback: () => Promise<() => unknown>; shareKey: string }> } }) => Promise<unknown>) {
  const asked: unknown[] = [];
  const world = Object.assign((id: unknown) => asked.push(`module ${String(id)}`), { e: (id: unknown) => { asked.push(id); return Promise.resolve(); }, federation: { initOptions: { shared: {} } }, consumesLoadingData: { moduleIdToConsumeDataMapping: {} } });
  (vm.runInThisContext(`(function (__webpack_require__) {${code}\n})`) as (world: unknown) => void)(world);
  await use(world as never);
  return asked;
}

it('the short table of provided modules loads what the long one does, and keeps what stands after it', async () => {
  const short = compactProvided(provided);
  expect(short).toContain('var initPromises = {};');
  expect(await run(short, async ({ federation: { initOptions } }) => (await initOptions.shared['@skein/ui/button']?.[0]?.get())?.())).toEqual(['core', 7, 'module 34']);
});

it('a module that is consumed comes from the same build where it is provided, and says so where it is missing', async () => {
  const fallback = '() => (__webpack_require__.e(7).then(() => (() => (__webpack_require__(34)))))';
  const take = async ({ consumesLoadingData }: { consumesLoadingData: { moduleIdToConsumeDataMapping: Record<string, { fallback: () => Promise<() => unknown> }> } }) => (await consumesLoadingData.moduleIdToConsumeDataMapping['56']?.fallback())?.();
  expect(await run(`${compactProvided(provided)}\n${compactConsumed(consumed(fallback), provided)}`, take)).toEqual(['core', 7, 'module 34']);
  expect(await run(compactConsumed(consumed(fallback)), take)).toEqual([7, 'module 34']);
  await expect(run(compactConsumed(consumed('() => () => { throw new Error("Can not get \'@skein/ui/button\'") }')), take)).rejects.toThrow("Can not get '@skein/ui/button'");
});

it('a table that is written in another way ends the build instead of being guessed at', () => {
  expect(() => compactProvided(provided.replace('version: "1.0.0",', 'version: "1.0.0", loaded: 1,'))).toThrow('must learn it');
});
