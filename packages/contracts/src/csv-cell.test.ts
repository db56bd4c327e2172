import fc from 'fast-check';
import { csvCell, readCell } from './csv-cell';

/** What a reader of CSV makes of one cell. */
const parsed = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);

it.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+cmd|x', "'+cmd|x"],
  ['-2+3+cmd', "'-2+3+cmd"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ["'=1", "''=1"],
  ["'tis", "'tis"],
  ['+1 (555) 010-02', '+1 (555) 010-02'],
  ['-5', '-5'],
  ['a,"b"', '"a,""b"""'],
])('writes %j so that no spreadsheet runs it, and numbers as they are', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it('reads what it wrote as it was, and leaves nothing that begins like a formula', () => {
  const piece = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '1', 'a', ' ');
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 6 }), (value) => {
      const cell = parsed(csvCell(value));
      expect(readCell(cell)).toBe(value);
      expect(/^[=@\t\r\n]/.test(cell)).toBe(false);
    }),
  );
});
