import { countChosen, isChosen, nothingChosen, toggled } from './use-selection';

it('chooses some lines, or all but some', () => {
  const some = toggled(toggled(nothingChosen, 3), 5);
  expect(countChosen(some, 100)).toBe(2);
  expect(isChosen(toggled(some, 3), 3)).toBe(false);
  const all = toggled({ all: true, excluded: new Set<number>() }, 3);
  expect(countChosen(all, 100)).toBe(99);
  expect([isChosen(all, 3), isChosen(all, 4)]).toEqual([false, true]);
  expect(countChosen(toggled(all, 3), 100)).toBe(100);
});
