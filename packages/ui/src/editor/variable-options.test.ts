import { isInVariable, triggerBefore, variableOptions } from './variable-options';

it('offers variables after two braces, and after a slash that begins a word', () => {
  expect(triggerBefore('Hi {{')).toEqual({ query: '', length: 2 });
  expect(triggerBefore('Hi {{ fir')).toEqual({ query: 'fir', length: 6 });
  expect(triggerBefore('Hi {{first na')).toEqual({ query: 'first na', length: 10 });
  expect(triggerBefore('/comp')).toEqual({ query: 'comp', length: 5 });
  expect(triggerBefore('Hi /')).toEqual({ query: '', length: 1 });
  for (const text of ['and/or', 'https://', '10/12', 'Hi {first', '/two words', 'Hi {{a}} '])
    expect(triggerBefore(text)).toBeNull();
});

it('puts what begins with the query first', () => {
  const variables = [
    { key: 'company_name', label: 'Company name' },
    { key: 'first_name', label: 'First name', emptyCount: 3 },
    { key: 'last_name', label: 'Last name' },
  ];
  const tokens = [{ source: '%signature%', label: 'Signature' }];
  const labels = (query: string) => variableOptions(query, variables, tokens).map(({ label }) => label);
  expect(labels('')).toEqual(['Company name', 'First name', 'Last name', 'Signature']);
  expect(labels('first_n')).toEqual(['First name']);
  expect(labels('name')).toEqual(['Company name', 'First name', 'Last name']);
  expect(labels('sig')).toEqual(['Signature']);
});

it('knows whether a variable is still being typed', () => {
  for (const text of [
    '{{',
    'Hi {{first',
    'Hi {{ first_name | ',
    'Hi {{first_name|there',
    'Hi {{first_name|there}',
    '{{a}} {{b',
  ])
    expect([text, isInVariable(text)]).toEqual([text, true]);
  for (const text of ['', 'Hi {first', 'Hi {{first_name}}', '/', `{{${'and so on '.repeat(8)}`])
    expect([text, isInVariable(text)]).toEqual([text, false]);
});
