import { wholePercents } from './whole-percents';

it.each([
  [
    [39, 0, 1],
    [98, 0, 2],
  ],
  [
    [37, 0, 3],
    [93, 0, 7],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [40, 0, 0],
    [100, 0, 0],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
])('of %j says %j', (parts, percents) => {
  expect(wholePercents(parts)).toEqual(percents);
});
