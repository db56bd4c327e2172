import { mentionAt, mentionedIn, suggestionsFor } from './mentions';

const people = [
  { id: 1, name: 'Tom' },
  { id: 2, name: 'Tom Adeyemi' },
  { id: 3, name: 'Rosa Lind' },
];

it('finds who is mentioned, the longer of two names that begin alike', () => {
  expect(mentionedIn('@Tom Adeyemi can you take this?', people)).toEqual([2]);
  expect(mentionedIn('@rosa lind and @tom', people)).toEqual([3, 1]);
  expect(mentionedIn('Tom wrote to rosa@lind.test', people)).toEqual([]);
});

it('sees what is typed behind an @, and suggests until a name is complete', () => {
  expect(mentionAt('Ask @ad', 7)).toEqual({ start: 4, word: 'ad' });
  expect(mentionAt('rosa@lind', 9)).toBeNull();
  expect(suggestionsFor('ad', people).map(({ id }) => id)).toEqual([2]);
  expect(suggestionsFor('', people)).toHaveLength(3);
  expect(suggestionsFor('rosa lind, ', people)).toEqual([]);
});
