import { constructAt, readSpin, readVariable, writeSpin, writeVariable } from './template-constructs';

test('a variable inside a spin belongs to the spin, and its bar is no choice', () => {
  const source = '{Hi {{name | default: "you"}}|Hello|{Hey|Yo} there}';
  expect(constructAt(`${source} rest`, 0)).toEqual({ kind: 'spin', source });
  expect(readSpin(source)).toEqual(['Hi {{name | default: "you"}}', 'Hello', '{Hey|Yo} there']);
  expect(constructAt('{{a | default: "b"}}', 0)?.kind).toBe('variable');
});

test('a brace that never closes, offers no choice or crosses a block is text', () => {
  expect(constructAt('{a|b', 0)).toBeNull();
  expect(constructAt('{alone}', 0)).toBeNull();
  expect(constructAt('{a</p><p>|b}', 0)).toBeNull();
});

test('a fallback survives its own quotes', () => {
  for (const fallback of ['there', 'the "team"', "it's"])
    expect(readVariable(writeVariable({ key: 'name', fallback }))).toEqual({ key: 'name', fallback });
  expect(readVariable('{{ name | upcase }}')).toBeNull();
  expect(readVariable('{{ name | upcase | default: "x" }}')).toBeNull();
});

test('a short fallback, and a name of several words, are read as the sender reads them', () => {
  expect(readVariable('{{first_name|there}}')).toEqual({ key: 'first_name', fallback: 'there' });
  expect(readVariable('{{ Job Title | your role }}')).toEqual({ key: 'Job Title', fallback: 'your role' });
  expect(readVariable('{{Job Title}}')).toEqual({ key: 'Job Title', fallback: null });
  expect(readVariable('{{sl_date "+2 days"}}')).toBeNull();
});

test('alternatives that would not read back are refused', () => {
  expect(writeSpin(['Hi', 'Hello'])).toBe('{Hi|Hello}');
  expect(writeSpin(['Hi', 'Hel|lo'])).toBeNull();
  expect(writeSpin(['Hi', 'brace {'])).toBeNull();
  expect(writeSpin(['only'])).toBeNull();
});
