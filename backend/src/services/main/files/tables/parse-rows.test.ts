import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { cutRow, RowParser, type ParsedRow } from './parse-rows';

/** Rows of a text that arrives in pieces of this size. */
const rowsOf = (text: string, piece = Infinity, delimiter = ',', quoting: 'double' | 'single' = 'double') => {
  const parser = new RowParser(delimiter, quoting);
  const rows: ParsedRow[] = [];
  for (let at = 0; at < text.length; at += piece) rows.push(...parser.push(text.slice(at, at + piece)));
  rows.push(...parser.finish());
  // Each row is cut again from its own text alone.
  for (const row of rows) expect(cutRow(row.text, { delimiter, quoting })).toEqual(row.cells);
  return { rows: rows.map((row) => row.cells), problem: parser.problem };
};

it('reads what csv-parse reads, whatever the text is and wherever it is cut', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', ',', ';', '"', '"', '""', "'", '\n', '\r\n', '\r', 'é', '\t'), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('double' as const, 'single' as const),
      fc.constantFrom(',', ';', '\t'),
      (content, piece, quoting, delimiter) => {
        const quote = quoting === 'double' ? '"' : "'";
        // Blanks behind a quote are read more leniently; the next test says how.
        fc.pre(!new RegExp(`${quote}[ \\t]`).test(content));
        let expected: string[][] | null = null;
        try {
          expected = parse(content, {
            delimiter,
            quote,
            escape: quote,
            relax_column_count: true,
            relax_quotes: true,
            skip_empty_lines: true,
            skip_records_with_empty_values: true,
            record_delimiter: ['\r\n', '\n', '\r'],
          }) as string[][];
        } catch {
          /* a quote that is never closed */
        }
        const found = rowsOf(content, piece, delimiter, quoting);
        expect(found.problem).toBe(expected === null ? 'QUOTE_NOT_CLOSED' : null);
        if (expected !== null) expect(found.rows).toEqual(expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

it('counts the empty lines above each row, whatever ends a line and wherever the text is cut', () => {
  for (const end of ['\n', '\r\n', '\r'])
    for (const piece of [1, 2, 3, Infinity]) {
      const parser = new RowParser(',', 'double');
      const text = ['', 'a,b', '', '', '"1', '', '2"', ' ', '', 'x', ''].join(end);
      const rows: ParsedRow[] = [];
      for (let at = 0; at < text.length; at += piece) rows.push(...parser.push(text.slice(at, at + piece)));
      rows.push(...parser.finish());
      expect(rows.map((row) => [row.cells[0], row.emptyAbove])).toEqual([
        ['a', 1],
        [`1${end}${end}2`, 2],
        ['x', 2],
      ]);
    }
});

it('counts rows without any value like empty lines, and reads none of them', () => {
  const formats = '="";""; ';
  const wide = ';'.repeat(16_383);
  const text = [';;', 'a;b;c', ';;', formats, '\u00a0;\t;', wide, ';;0', ';;x;', ' ;'].join('\r\n');
  for (const piece of [1, 2, 5, Infinity]) {
    const parser = new RowParser(';', 'double');
    const rows: ParsedRow[] = [];
    for (let at = 0; at < text.length; at += piece) rows.push(...parser.push(text.slice(at, at + piece)));
    rows.push(...parser.finish());
    expect(rows.map((row) => [row.cells, row.text, row.emptyAbove])).toEqual([
      [['a', 'b', 'c'], 'a;b;c', 1],
      [['', '', '0'], ';;0', 4],
      [['', '', 'x', ''], ';;x;', 0],
    ]);
    expect([parser.problem, parser.emptyAbove]).toEqual([null, 1]);
  }
});

it('leaves out blanks behind a closing quote', () => {
  const text = '"Ada" ,"a, b"\t, c \n"say ""hi"" "  ,"x" y,"z" ';
  for (const piece of [1, 3, Infinity])
    expect(rowsOf(text, piece)).toEqual({
      rows: [
        ['Ada', 'a, b', ' c '],
        ['say "hi" ', '"x" y', 'z'],
      ],
      problem: null,
    });
});

it('reads a formula that is a text as what a spreadsheet shows of it', () => {
  const text =
    '="0612345678",="a, ""b""" ,"=""00501""",=""\n="x"y,=1+1,="open\n=" a ",\'="kept",=a="b"\r\n="last, one"';
  for (const piece of [1, 4, Infinity])
    expect(rowsOf(text, piece).rows).toEqual([
      ['0612345678', '="a', ' ""b""" ', '00501', ''],
      ['="x"y', '=1+1', '="open'],
      [' a ', '\'="kept"', '=a="b"'],
      ['last, one'],
    ]);
  expect(rowsOf('="a;b";="c ""d"""\n', 2, ';').rows).toEqual([['a;b', 'c "d"']]);
});

it('ends at a quote that is never closed, keeping the rows before it', () => {
  expect(rowsOf('a,b\n1,2\n3,"4\n5,6\n', 4)).toEqual({
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
    problem: 'QUOTE_NOT_CLOSED',
  });
});

it.each(['x', ',', '"x'])('ends at a line that is longer than any row, and holds no more of it: %j', (start) => {
  const parser = new RowParser(',', 'double');
  let pieces = 0;
  parser.push(`a,b\n${start}`);
  while (parser.problem === null && pieces < 100) {
    parser.push(start.slice(-1).repeat(65_536));
    pieces += 1;
  }
  expect([parser.problem, pieces]).toEqual(['TOO_LONG', 16]);
});

it('cuts a row into 2,000 cells and a rest, and goes on with the next row', () => {
  const parser = new RowParser(',', 'double');
  const wide = Array.from({ length: 3_000 }, (_, cell) => (cell === 2_500 ? '"a,\n""b"' : `${cell}`)).join(',');
  const [row, next] = [...parser.push(`${wide}\nx,y`), ...parser.finish()];
  expect(row?.cells).toHaveLength(2_001);
  expect(row?.cells.slice(1_998, 2_000)).toEqual(['1998', '1999']);
  expect(row?.cells[2_000]).toMatch(/^2000,2001,.*,2999$/s);
  expect([row?.text, next?.cells]).toEqual([wide, ['x', 'y']]);
});

it('does not read a long row again with every piece of it', () => {
  const parser = new RowParser(',', 'double');
  const search = jest.spyOn(String.prototype, 'indexOf');
  const piece = '"a",'.repeat(250);
  for (let count = 0; count < 900; count += 1) parser.push(piece);
  const [row] = parser.finish();
  const searches = search.mock.calls.length;
  search.mockRestore();
  expect(row?.text).toHaveLength(900_000);
  // Once each time that the row has doubled: some three searches a cell, and not hundreds.
  expect(searches).toBeLessThan(5 * 225_000);
});
