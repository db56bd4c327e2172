import { worstTime } from './late-grid';

it('names the time at which most late ones arrived, and none where two are alike', () => {
  const at = (weekday: number, hour: number, count: number) => ({ weekday, hour, count });
  expect(worstTime([at(1, 8, 2), at(5, 16, 9)])).toEqual(at(5, 16, 9));
  expect(worstTime([at(1, 8, 2), at(5, 16, 2)])).toBeNull();
  expect(worstTime([at(1, 8, 1)])).toBeNull();
  expect(worstTime([])).toBeNull();
});
