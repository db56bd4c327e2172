import fc from 'fast-check';
import { differingWords } from './word-differences';

const marked = (base: string, text: string) => {
  const words = text.split(' ');
  const differs = differingWords(base.split(' '), words);
  return words.filter((_, index) => differs[index]);
};

test('marks the words that the other text does not have', () => {
  expect(marked('Hi Rosa, a quick question', 'Hi Rosa, one short question')).toEqual(['one', 'short']);
  expect(marked('a b c', 'c b a')).toHaveLength(2);
  expect(marked('a b c', 'a b c')).toEqual([]);
  expect(marked('', 'new text')).toEqual(['new', 'text']);
});

test('does not compare texts of book length', () => {
  const long = Array.from({ length: 5_000 }, (_, index) => `word${index}`);
  expect(differingWords(long, [...long].reverse()).some(Boolean)).toBe(false);
});

test('what is not marked stands in the other text in the same order', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (base, text) => {
      const differs = differingWords(base, text);
      let at = 0;
      for (const word of text.filter((_, index) => !differs[index])) {
        at = base.indexOf(word, at) + 1;
        expect(at).toBeGreaterThan(0);
      }
      const back = differingWords(text, base);
      expect(text.length - differs.filter(Boolean).length).toBe(base.length - back.filter(Boolean).length);
    }),
  );
});
