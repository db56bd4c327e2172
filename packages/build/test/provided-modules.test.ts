import vm from 'node:vm';
import { writeTable } from '../src/provided-modules-loader.mjs';

const shared = {
  react: { singleton: true, version: '19.2.0', requiredVersion: '^19.2.0', import: 'react' },
  '@skein/ui/button': {
    singleton: true,
    strictVersion: false,
    version: '0.1.0',
    requiredVersion: '^0.1.0',
    import: '/ui/button.tsx',
  },
  '@skein/mfe/store': {
    singleton: true,
    strictVersion: true,
    version: '0.1.0',
    requiredVersion: '^0.1.0',
    import: '/mfe/store.ts',
  },
};

it('the table of what the shell provides holds version, terms and the file of each shared module', async () => {
  const source = await writeTable(shared, (request) => Promise.resolve(`/resolved/${request}`));
  const required: string[] = [];
  const require = Object.assign((file: string) => required.push(file), {
    ensure: (_: unknown[], then: () => unknown) => Promise.resolve(then()),
  });
  const table = (
    vm.runInThisContext(`(function (require) {${source.replace('export const providedModules =', 'return')}})`) as (
      require: unknown,
    ) => unknown
  )(require) as Record<string, { version: string; shareConfig: object; get: () => Promise<() => unknown> }>;
  expect(table['react']).toMatchObject({
    version: '19.2.0',
    shareConfig: { singleton: true, requiredVersion: '^19.2.0', strictVersion: false },
  });
  expect(table['@skein/mfe/store']).toMatchObject({ shareConfig: { strictVersion: true } });
  const factory = await table['@skein/ui/button']?.get();
  expect(required).toEqual([]);
  factory?.();
  expect(required).toEqual(['/resolved//ui/button.tsx']);
});
