import { expectLinear } from '@skein/testing/growth';
import { expandShortFallbacks } from './short-fallback';

it('reads a fallback as people write it in other tools', () => {
  expect(expandShortFallbacks('Hi {{first_name|there}}, {{ company_name | your team }}!')).toBe(
    'Hi {{first_name | default: "there"}}, {{company_name | default: "your team"}}!',
  );
  expect(expandShortFallbacks('{{first_name|"friend"}}')).toBe('{{first_name | default: "friend"}}');
  expect(expandShortFallbacks('{{title|the "boss"}}')).toBe(`{{title | default: 'the "boss"'}}`);
});

it('leaves filters, spintax and richer expressions alone', () => {
  for (const source of [
    '{{first_name | capitalize}}',
    '{{first_name | default: "there"}}',
    '{{first_name | truncate: 5}}',
    '{Hi|Hello} {{first_name}}',
    '{{first_name | upcase | default: "x"}}',
    '{{first_name|}}',
  ])
    expect(expandShortFallbacks(source)).toBe(source);
});

it.each<[string, (size: number) => string]>([
  ['begun fallbacks', (size) => '{{a|'.repeat(size / 4)],
  ['spaces in one that never ends', (size) => `{{a |${' '.repeat(size)}`],
])('takes linear time on %s', (_, source) => expectLinear((size) => expandShortFallbacks(source(size)), 80_000));
