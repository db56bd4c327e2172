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
});

test('alternatives that would not read back are refused', () => {
  expect(writeSpin(['Hi', 'Hello'])).toBe('{Hi|Hello}');
  expect(writeSpin(['Hi', 'Hel|lo'])).toBeNull();
  expect(writeSpin(['Hi', 'brace {'])).toBeNull();
  expect(writeSpin(['only'])).toBeNull();
});
