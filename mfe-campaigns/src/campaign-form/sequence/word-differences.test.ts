import { wordDifferences } from './word-differences';

it('marks the words that the first variant does not have', () => {
  const marked = wordDifferences('Hi Rosa, a quick question', 'Hi Rosa, one short question').filter(
    (word) => word.differs,
  );
  expect(marked.map(({ text }) => text)).toEqual(['one', 'short']);
});

it('marks nothing in equal texts, and keeps every space', () => {
  const words = wordDifferences('a  b', 'a  b');
  expect(words.map(({ text }) => text).join('')).toBe('a  b');
  expect(words.some(({ differs }) => differs)).toBe(false);
});

it('does not compare texts of book length', () => {
  const long = 'word '.repeat(5_000);
  expect(wordDifferences(long, `${long}x`).some(({ differs }) => differs)).toBe(false);
});
