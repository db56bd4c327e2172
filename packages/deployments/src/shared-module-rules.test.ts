import { missingModules } from './shared-module-rules';

const shell = {
  modules: {
    react: { version: '19.3.1', exports: null },
    '@skein/ui/button': { version: '0.1.0', exports: ['Button', 'ButtonLink'] },
  },
};
const missing = (name: string, range: string, exports: string[] | null) =>
  missingModules({ [name]: { range, exports } }, shell);

it('finds nothing missing where names and versions are there', () => {
  expect(missing('react', '^19.0.0', ['useState'])).toEqual([]);
  expect(missing('@skein/ui/button', '^0.1.0', ['Button'])).toEqual([]);
  expect(missing('@skein/ui/button', '^0.1.0', null)).toEqual([]);
});

it('names a module, a name of it, or a version that the shell lacks', () => {
  expect(missing('@skein/ui/probe-thing', '^0.1.0', ['Probe'])).toEqual([
    '@skein/ui/probe-thing, which the shell does not provide',
  ]);
  expect(missing('@skein/ui/button', '^0.1.0', ['Button', 'SplitButton'])).toEqual([
    'SplitButton of @skein/ui/button, which the shell does not provide',
  ]);
  expect(missing('react', '^19.4.0', [])).toEqual(['react ^19.4.0, where the shell provides 19.3.1']);
  expect(missing('@skein/ui/button', '^0.2.0', [])).toEqual([
    '@skein/ui/button ^0.2.0, where the shell provides 0.1.0',
  ]);
});
