import { keptRange } from './kept-range';

test('the row that holds the focus stays drawn wherever the others are scrolled to', () => {
  document.body.innerHTML = '<div><p data-row-index="2"><button>Two</button></p></div><button>Elsewhere</button>';
  const scroller = document.querySelector('div');
  const range = { startIndex: 100, endIndex: 102, overscan: 1, count: 500 };
  expect(keptRange(scroller, range)).toEqual([99, 100, 101, 102, 103]);
  document.querySelectorAll('button')[0]?.focus();
  expect(keptRange(scroller, range)).toEqual([2, 99, 100, 101, 102, 103]);
  document.querySelectorAll('button')[1]?.focus();
  expect(keptRange(scroller, range)).toEqual([99, 100, 101, 102, 103]);
});
