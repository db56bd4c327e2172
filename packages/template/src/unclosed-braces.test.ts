import { parseTemplate, printTemplate, TEMPLATE_LIMITS } from './template';

const deep = '{a|b'.repeat(TEMPLATE_LIMITS.depth);

/** How many elements are put into arrays while it runs. */
function countPushes(run: () => void): number {
  const push = Array.prototype.push;
  let pushed = 0;
  Array.prototype.push = function count(this: unknown[], ...items: unknown[]) {
    pushed += items.length;
    return push.apply(this, items);
  };
  try {
    run();
  } finally {
    Array.prototype.push = push;
  }
  return pushed;
}

it('moves what unclosed braces hold once, however deeply they are nested', () => {
  const held = '\\{%signature%'.repeat(2_000);
  const flat = countPushes(() => void parseTemplate(held));
  const nested = countPushes(() => void parseTemplate(deep + held));
  expect(flat).toBeGreaterThan(3_000);
  expect(nested).toBeLessThan(2 * flat + 1_000);
});

it.each([
  deep,
  '{a|{b|c}|{d',
  '{a|{% if x %}{b|{c{% endif %}|d',
  '{% if x %}{b|{c{% else %}{d|{e{% endif %}',
  '{||{|}{|',
])('keeps the text of %j in its order when braces are not closed', (source) => {
  const tree = parseTemplate(source, { format: 'text' });
  expect(printTemplate(tree)).toBe(source);
  const starts = tree.problems.map((problem) => problem.start);
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  expect(tree.problems.map((problem) => problem.code)).toContain('unclosed_brace');
});
