import vm from 'node:vm';
import { compactConsumed } from '../src/compact-sharing-plugin.mjs';

type Consumed = Record<string, { fallback: () => () => unknown; shareKey: string; requiredVersion: string }>;

const consumed = (fallback: string, rest = '') => `var installedModules = {};
__webpack_require__.consumesLoadingData.moduleIdToConsumeDataMapping = {
56: { fallback: ${fallback}, shareScope: ["default"], singleton: true, requiredVersion: "^1.0.0", strictVersion: false, eager: false, layer: undefined, ${rest}shareKey: "@skein/ui/button", },
"react": { fallback: () => () => { throw new Error("Can not get 'react'") }, shareScope: ["default"], singleton: true, requiredVersion: "^19.0.0", strictVersion: false, eager: false, layer: undefined, shareKey: "react", }
};
var moduleToHandlerMapping = {};`;

const missing = '() => () => { throw new Error("Can not get \'@skein/ui/button\'") }';

/** The table as the page finds it. */
function run(code: string): Consumed {
  const world = { consumesLoadingData: { moduleIdToConsumeDataMapping: {} as Consumed } };
  (vm.runInThisContext(`(function (__webpack_require__) {${code}\n})`) as (world: unknown) => void)(world);
  return world.consumesLoadingData.moduleIdToConsumeDataMapping;
}

it('the short table names each module and its terms as the long one does, and keeps what stands after it', () => {
  const short = compactConsumed(consumed(missing));
  expect(short).toContain('var moduleToHandlerMapping');
  const { 56: button, react } = run(short);
  expect([button?.shareKey, button?.requiredVersion, react?.shareKey, react?.requiredVersion]).toEqual([
    '@skein/ui/button',
    '^1.0.0',
    'react',
    '^19.0.0',
  ]);
  expect(() => button?.fallback()()).toThrow("Can not get '@skein/ui/button'");
});

it('a table that is written in another way ends the build instead of being guessed at', () => {
  expect(() => compactConsumed(consumed(missing, 'loaded: 1, '))).toThrow('must learn it');
  expect(() => compactConsumed(consumed('() => () => 1'))).toThrow('must learn it');
});
