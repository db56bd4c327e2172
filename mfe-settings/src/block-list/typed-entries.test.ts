import { typedEntries } from './typed-entries';

test('pasted text becomes entries, each once', () => {
  expect(typedEntries('Rosa@A.test, b.test;\nrosa@a.test\t<eva@c.test>')).toEqual([
    'rosa@a.test',
    'b.test',
    'eva@c.test',
  ]);
  expect(typedEntries(' \n , ')).toEqual([]);
});

test('what surrounds an address in running text is left out', () => {
  expect(typedEntries('"jon@a.test" (mailto:dan@b.test).')).toEqual(['jon@a.test', 'dan@b.test']);
});
