import { linePoints } from './week-line';

it('draws from the first week to the last, from nothing at the foot to the most at the top', () => {
  expect(linePoints([0, 5, 10])).toEqual([
    [0, 22],
    [44, 12],
    [88, 2],
  ]);
  expect(linePoints([0, 0])).toEqual([
    [0, 22],
    [88, 22],
  ]);
});
