import { readMailboxTableTask } from './read-mailbox-table';

const read = (text: string) => {
  const table = readMailboxTableTask.run(Buffer.from(text)) as Awaited<ReturnType<typeof readMailboxTableTask.run>>;
  if (table.refusal !== null) throw new Error(table.refusal.message);
  return {
    columns: table.columns,
    rows: table.rows.map(({ cells }) => JSON.parse(cells) as string[]),
    numbers: table.rows.map((row) => row.number),
  };
};

it('numbers columns of one name, and shows no values of what may be a password', () => {
  const { columns } = read('Email,Password,Password,Tags,Tags\nrosa@northlight.test,one,two,a,b\n');
  expect(columns.map(({ name, field, samples }) => [name, field, samples])).toEqual([
    ['Email', 'from_email', ['rosa@northlight.test']],
    ['Password', 'password', null],
    ['Password (2)', null, null],
    ['Tags', 'tags', ['a']],
    ['Tags (2)', null, null],
  ]);
});

it('reads cells that are written as formulas of texts', () => {
  const { rows } = read('Email;Password;SMTP Port\n="rosa@northlight.test";="0612";="587"\n');
  expect(rows).toEqual([['rosa@northlight.test', '0612', '587']]);
});

it('numbers rows as a spreadsheet does: titles, the header and rows without any value count', () => {
  const lines = [
    'Mailboxes 2026',
    ';;',
    'Email;Password;Tags',
    'rosa@northlight.test;one;a',
    ';;',
    '',
    ' ;"";',
    'noor@northlight.test;"two\nlines";b',
    ';;',
  ];
  const { rows, numbers } = read(lines.join('\r\n'));
  expect(rows.map(([email]) => email)).toEqual(['rosa@northlight.test', 'noor@northlight.test']);
  expect(numbers).toEqual([4, 8]);
});
