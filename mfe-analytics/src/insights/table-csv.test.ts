import { tableCsv } from './table-csv';

it('quotes what needs it and disarms formulas', () => {
  expect(
    tableCsv(
      ['Name', 'Replies'],
      [
        ['Rosa, "R"', 3],
        ['=1+1', null],
      ],
    ),
  ).toBe('\ufeffName,Replies\r\n"Rosa, ""R""",3\r\n\'=1+1,\r\n');
});
