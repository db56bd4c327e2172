import { scrollTo, windowOf } from './window-rows';

it('draws what is in sight and a few lines around it, however long the list is', () => {
  expect(windowOf({ count: 100_000, rowHeight: 100, scrollTop: 5_000_000, height: 800 })).toEqual({
    first: 49_994,
    last: 50_014,
  });
  expect(windowOf({ count: 3, rowHeight: 100, scrollTop: 0, height: 800 })).toEqual({ first: 0, last: 3 });
  expect(windowOf({ count: 0, rowHeight: 100, scrollTop: 400, height: 800 })).toEqual({ first: 0, last: 0 });
});

it('scrolls no further than needed to show a line', () => {
  const view = { rowHeight: 100, scrollTop: 300, height: 500 };
  expect(scrollTo({ ...view, index: 4 })).toBeNull();
  expect(scrollTo({ ...view, index: 1 })).toBe(100);
  expect(scrollTo({ ...view, index: 9 })).toBe(500);
});
